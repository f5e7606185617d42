//! The attack battery: hostile submissions, judged like any other, and what
//! must be true afterwards. The sources and the table of what each must earn
//! stand in `tests/sandbox` and are part of the binary, so that a host can
//! prove the sandbox on their own machine.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::time::Duration;

use include_dir::{Dir, include_dir};
use serde::Deserialize;
use thiserror::Error;

use crate::config::{DEFAULT_COMPILE_LIMITS, JudgeOptions};
use crate::game::Bounds;
use crate::judge::{self, Event, JudgeError, Options, SubmissionError, Verdict, Wanted};
use crate::language::Languages;
use crate::problem;
use crate::sandbox::{self, Isolation};
use crate::suite::{Bytes, Case, CaseId, Limits};

static SOURCES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tests/sandbox");

/// The submission that is judged after each attack, and must be accepted.
const HONEST: &str = "honest.c";

/// Small, so that an attack that has to run into one is soon over.
const LIMITS: Limits = Limits {
    cpu: Duration::from_millis(300),
    wall: Duration::from_secs(3),
    memory: Bytes::mib(128),
    output: Bytes::kib(256),
};

/// A row of the battery.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// The name of the source.
    pub file: String,
    /// What it tries, for people.
    pub what: String,
    /// Codes of the verdicts that will do.
    pub earns: Vec<String>,
    /// What the reason shown must contain.
    #[serde(default)]
    pub says: String,
    /// Whether it is judged twice in a row.
    #[serde(default)]
    pub twice: bool,
}

/// What came of an attack.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The verdict and its reason, or why there is none.
    pub earned: String,
    /// Whether it was judged: its toolchain is here.
    pub tried: bool,
    /// What is not as it has to be; empty if the sandbox held.
    pub wrong: Vec<String>,
}

/// Why an attack could not be tried.
#[derive(Debug, Error)]
pub enum AttackError {
    /// The source could not be written for the judge.
    #[error("writing the source of an attack: {0}")]
    File(#[from] io::Error),
    /// The judge does not take the source.
    #[error(transparent)]
    Submission(#[from] SubmissionError),
    /// The judge itself failed.
    #[error(transparent)]
    Judge(#[from] JudgeError),
}

/// All rows, in the order of the table.
pub fn attacks() -> Vec<Attack> {
    #[derive(Deserialize)]
    struct Table {
        attack: Vec<Attack>,
    }
    let text = text("attacks.toml");
    toml::from_str::<Table>(text)
        .expect("a test reads the table")
        .attack
}

fn text(name: &str) -> &'static str {
    SOURCES
        .get_file(name)
        .and_then(include_dir::File::contents_utf8)
        .unwrap_or_else(|| panic!("tests/sandbox/{name} is missing"))
}

/// Judges an attack and then an honest submission in the same sandbox, and
/// looks for what is left. To be called in a process that runs nothing else
/// meanwhile, after [`sandbox::adopt_orphans`].
///
/// # Errors
/// If the judge cannot be set up.
pub fn run(
    attack: &Attack,
    languages: &Languages,
    interrupted: &AtomicBool,
) -> Result<Outcome, AttackError> {
    let folder = tempfile::tempdir()?;
    let mut paths: Vec<PathBuf> = Vec::new();
    let names = std::iter::repeat_n(attack.file.as_str(), 1 + usize::from(attack.twice));
    for (index, name) in names.chain([HONEST]).enumerate() {
        let path = folder.path().join(format!("{index}-{name}"));
        fs::write(&path, text(name))?;
        paths.push(path);
    }
    let submissions = judge::find(folder.path(), &paths, languages, Wanted::default())?;
    let options = Options {
        judge: JudgeOptions {
            jobs: Some(NonZeroUsize::MIN),
            ..JudgeOptions::default()
        },
        compile: DEFAULT_COMPILE_LIMITS,
        isolation: Isolation::Full,
        all_cases: false,
    };
    let (sender, events) = mpsc::channel();
    let cases = BTreeMap::from([("1728", cases())]);
    judge::judge(&submissions, &cases, &options, interrupted, &sender)?;
    drop(sender);
    let mut reasons = vec![String::new(); submissions.len()];
    let mut verdicts: Vec<Option<Verdict>> = vec![None; submissions.len()];
    for event in events {
        match event {
            Event::Case { submission, result } if !result.detail.is_empty() => {
                reasons[submission] = result.detail;
            }
            Event::Finished { submission, result } => verdicts[submission] = Some(result.verdict),
            Event::Failed { submission, error } => reasons[submission] = error,
            Event::Skipped { skip, .. } => {
                return Ok(Outcome {
                    earned: format!("not tried: {}", skip.reason),
                    tried: false,
                    wrong: sandbox::leftovers(),
                });
            }
            _ => {}
        }
    }
    let honest = submissions.len() - 1;
    let mut wrong = Vec::new();
    for (verdict, reason) in verdicts.iter().zip(&reasons).take(honest) {
        let earned =
            verdict.is_some_and(|verdict| attack.earns.iter().any(|e| e == verdict.code()));
        if !earned {
            wrong.push(format!("has to earn {}", attack.earns.join(" or ")));
        } else if !reason.contains(&attack.says) {
            wrong.push(format!("has to say {}", attack.says));
        }
    }
    if verdicts[honest] != Some(Verdict::Accepted) {
        wrong.push(format!(
            "the next submission earned {}",
            told(verdicts[honest], &reasons[honest])
        ));
    }
    wrong.extend(sandbox::leftovers());
    Ok(Outcome {
        earned: told(verdicts[honest - 1], &reasons[honest - 1]),
        tried: true,
        wrong,
    })
}

/// `RTE: exit code 1`.
fn told(verdict: Option<Verdict>, reason: &str) -> String {
    match (verdict, reason) {
        (Some(verdict), "") => verdict.code().to_owned(),
        (Some(verdict), reason) => format!("{}: {reason}", verdict.code()),
        (None, reason) => format!("no verdict: {reason}"),
    }
}

/// A case with each answer.
fn cases() -> Vec<Case> {
    let problem = problem::by_id("1728").expect("the registry holds it");
    [("4", "true"), ("3", "false")]
        .map(|(jump, answer)| {
            let instance = problem
                .parse(&format!("1 7 1 {jump}\nM.C...F\n"), Bounds::Contest)
                .expect("a sample of the statement");
            Case {
                id: CaseId(format!("attack/{answer}")),
                input: instance.text(),
                outcome: instance.solve(),
                answer,
                instance,
                limits: LIMITS,
            }
        })
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_has_a_row_and_every_row_a_source() {
        let mut rows: Vec<_> = attacks().into_iter().map(|attack| attack.file).collect();
        rows.extend([HONEST.to_owned(), "attacks.toml".to_owned()]);
        rows.sort();
        let mut files: Vec<_> = SOURCES
            .files()
            .map(|file| file.path().display().to_string())
            .collect();
        files.sort();
        assert_eq!(rows, files);
    }

    #[test]
    fn every_row_expects_verdicts_that_there_are() {
        for attack in attacks() {
            assert!(!attack.earns.is_empty(), "{}", attack.file);
            for code in &attack.earns {
                assert!(Verdict::ALL.iter().any(|v| v.code() == code), "{code}");
            }
        }
    }
}
