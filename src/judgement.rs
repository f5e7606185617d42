//! A judgement from start to end: the cases are loaded, the submissions judged
//! on them, and what happens is recorded.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::common::suites;
use crate::failure::Failure;
use crate::standing;
use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_judge::{
    Engine as _, Generators, JudgeError, JudgeRequest, Options, Submission, Threads, probe,
};
use mousetrap_languages::Probed;
use mousetrap_model::{Case, Event};
use mousetrap_report::{Model, Recorder, counted, machine_facts};
use mousetrap_sandbox::Isolation;

/// The cases that the submissions are judged on, by problem. Submissions for a
/// problem that has none of the suites asked for are left out, and that is said.
pub(crate) fn load(
    config: &Config,
    submissions: &mut Vec<Submission<'_>>,
    wanted: &[String],
    options: &Options,
    interrupted: &Arc<AtomicBool>,
) -> Result<BTreeMap<String, Vec<Case>>, Failure> {
    let mut cases = BTreeMap::new();
    let mut generators = Generators::new(config, options.isolation, interrupted);
    let has_submission = |&problem: &Game| submissions.iter().any(|s| s.problem.id == problem.id());
    let problems: Vec<Game> = Game::ALL.into_iter().filter(has_submission).collect();
    for (problem, names) in suites(config, &problems, wanted)? {
        if names.is_empty() {
            return Err(Failure::usage(format!(
                "judge.toml names no suite for problem {0}; under the line [suites] add \
                 {0} = [\"samples\", \"hidden\"], or other suites of `mousetrap list suites`",
                problem.id()
            )));
        }
        if wanted.is_empty() {
            standing::say_unnamed(config, problem)?;
        }
        let mut all = Vec::new();
        for name in &names {
            let suite =
                mousetrap_suite::load(&config.root, problem, name, config.limits, &mut generators)
                    .map_err(Failure::usage)?;
            standing::say_built_in(&suite);
            all.extend(suite.cases.iter().map(mousetrap_suite::Case::for_judge));
        }
        if all.is_empty() {
            return Err(Failure::usage(format!(
                "the suites {} of problem {} contain no case",
                names.join(", "),
                problem.id()
            )));
        }
        cases.insert(problem.id().to_owned(), all);
    }
    for problem in problems {
        if !cases.contains_key(problem.id()) {
            let before = submissions.len();
            submissions.retain(|submission| submission.problem.id != problem.id());
            errln!(
                "{} left out: problem {} has no suite {}",
                counted(before - submissions.len(), "submission"),
                problem.id(),
                wanted.join(", ")
            );
        }
    }
    Ok(cases)
}

/// Judges in the background and records what happens in this thread.
pub(crate) fn follow(
    threads: &Threads,
    mut recorder: Recorder,
    request: JudgeRequest<'_>,
    interrupted: &AtomicBool,
) -> Result<Model, Failure> {
    // Before this thread leaves the claimed cores, so that all cores are counted.
    let mut facts = machine_facts();
    recorder.set_facts(facts.clone());
    let (events, received) = mpsc::channel();
    thread::scope(|scope| {
        let judging = scope.spawn(move || -> Result<(), JudgeError> {
            threads.judge(request, interrupted, &events)
        });
        let mut unwritable = None;
        for event in received {
            let used = match event {
                Event::RunStarted { .. } => {
                    // Writing reports must not disturb measurements.
                    let _ = mousetrap_sandbox::keep_off_claimed_cores();
                    &[]
                }
                // The worker has already looked for this toolchain.
                Event::Compiling { submission, .. } => {
                    &request.submissions[submission..=submission]
                }
                Event::RunFinished { .. } => request.submissions,
                _ => &[],
            };
            if !used.is_empty() {
                let versions = toolchains(used, request.options.isolation);
                facts.toolchains.extend(versions);
                recorder.set_facts(facts.clone());
            }
            if let Err(error) = recorder.record(event) {
                interrupted.store(true, Ordering::Relaxed);
                unwritable.get_or_insert(error);
            }
        }
        let judged = judging
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let model = recorder.finish();
        if let Some(error) = unwritable {
            return Err(Failure::usage(error));
        }
        judged.map_err(Failure::from)?;
        model.map_err(Failure::usage)
    })
}

/// The versions of the toolchains that were used, by language.
fn toolchains(submissions: &[Submission<'_>], isolation: Isolation) -> BTreeMap<String, String> {
    let found = submissions.iter().filter_map(|submission| {
        let language = submission.detected.language;
        match probe(language, isolation) {
            Probed::Toolchain(toolchain) => Some((language.name.clone(), toolchain.version)),
            Probed::Missing { .. } => None,
        }
    });
    found.collect()
}
