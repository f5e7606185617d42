//! Judging a source text without a project.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::{fmt, fs};

use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_judge::{FindOptions, JudgeRequest, LocalEngine, Options};
use mousetrap_languages::Languages;
use mousetrap_model::{CaseId, Form, Judgement, Limits, SubmissionOutcome, Verdict};
use mousetrap_suite::GameCase;
use mousetrap_util::project::Project;

/// Defines a test for each language, which calls the function `check` of its file with the name
/// of the language. `TESTED` lists the languages.
macro_rules! test_languages {
    ($($language:ident)*) => {
        const TESTED: &[&str] = &[$(stringify!($language)),*];

        $(#[test]
        fn $language() {
            check(stringify!($language));
        })*
    };
}
pub(crate) use test_languages;

/// A judged submission.
#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) form: Form,
    pub(crate) problem: String,
    pub(crate) judgement: Judgement,
}

/// Displays the verdict, the output of the compiler, and the reason and standard error of each
/// failed case.
impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let judgement = &self.judgement;
        let (verdict, output) = (judgement.verdict, &judgement.compiler_output);
        writeln!(f, "{verdict} {:?}\n{output}", self.form)?;
        if let Some(error) = &judgement.compile_error {
            writeln!(f, "compile error: {error}")?;
        }
        for result in &judgement.cases {
            if result.verdict != Verdict::Accepted {
                let (reason, stderr) = (result.reason_text(), &result.stderr);
                writeln!(f, "{}: {reason}\n{stderr}", result.id)?;
            }
        }
        Ok(())
    }
}

/// Returns a case of the problem `id` with this expected answer.
pub(crate) fn case(id: &str, input: &str, answer: &'static str) -> GameCase {
    let problem = Game::by_id(id).unwrap();
    let instance = problem.parse(input, Bounds::Extended).unwrap();
    let name = instance.leetcode_text().replace('\n', " ");
    let id = CaseId(format!("test/{name}"));
    GameCase {
        answer,
        ..GameCase::from_instance(id, instance, Limits::DEFAULT)
    }
}

/// Judges a source in a file called `name` on these cases.
///
/// # Errors
/// Returns the reason if the submission cannot be judged.
pub(crate) fn judge_source(
    name: &str,
    source: &[u8],
    wanted: FindOptions<'_>,
    cases: Vec<GameCase>,
) -> Result<Judged, String> {
    thread_local! {
        // The submissions of a test run in the same sandboxes.
        static THREADS: LocalEngine = LocalEngine::default();
    }
    THREADS.with(|threads| judge_by(threads, &Languages::embedded(), name, source, wanted, cases))
}

/// Judges like [`judge_source`], with these threads and languages.
pub(crate) fn judge_by(
    threads: &LocalEngine,
    languages: &Languages,
    name: &str,
    source: &[u8],
    wanted: FindOptions<'_>,
    cases: Vec<GameCase>,
) -> Result<Judged, String> {
    // This test binary cannot be a sandbox worker.
    mousetrap_sandbox::use_worker_binary(env!("CARGO_BIN_EXE_mousetrap"));
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join(name);
    fs::write(&file, source).unwrap();
    let submissions = mousetrap_judge::find(&Project::default(), &[file], languages, wanted)
        .map_err(|error| error.to_string())?;
    let options = Options::default();
    let problem = submissions[0].problem.id.clone();
    let cases = cases.into_iter().map(|case| case.to_judge_case()).collect();
    let cases = BTreeMap::from([(problem.clone(), cases)]);
    let request = JudgeRequest {
        submissions: &submissions,
        cases: &cases,
        options: &options,
    };
    let outcomes = threads.judge_all(request, &AtomicBool::new(false));
    let judgement = match outcomes.map_err(|error| error.to_string())?.remove(0) {
        SubmissionOutcome::Judged(judgement) => *judgement,
        SubmissionOutcome::Failed(error) => return Err(error.to_string()),
        SubmissionOutcome::Skipped(skip) => {
            return Err(format!("{}; install with: {}", skip.reason, skip.remedy));
        }
        _ => return Err("the judge reported no result".to_owned()),
    };
    Ok(Judged {
        form: submissions[0].detected.form,
        problem,
        judgement,
    })
}
