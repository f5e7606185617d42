//! A judgement from start to end: the cases are loaded, the submissions judged
//! on them, and what happens is recorded.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::failure::Failure;
use cat_and_mouse::problem::Problem;
use mousetrap_judge::config::Config;
use mousetrap_judge::language::{self, probe};
use mousetrap_judge::{Event, Generators, JudgeError, Options, Submission};
use mousetrap_report::{Facts, Model, Recorder};
use mousetrap_suite::Case;

/// The cases that the submissions are judged on, by problem.
pub(crate) fn load(
    config: &Config,
    submissions: &[Submission<'_>],
    suites: &[String],
    options: &Options,
    interrupted: &Arc<AtomicBool>,
) -> Result<BTreeMap<&'static str, Vec<Case>>, Failure> {
    let mut cases = BTreeMap::new();
    let mut generators = Generators::new(config, options.isolation, interrupted);
    for problem in Problem::ALL {
        if !submissions.iter().any(|s| s.problem == problem) {
            continue;
        }
        let names = if suites.is_empty() {
            config.suites_of(problem)
        } else {
            suites
        };
        if names.is_empty() {
            return Err(Failure::usage(format!(
                "judge.toml names no suite for problem {0}; add [suites] {0} = [\"samples\"]",
                problem.id()
            )));
        }
        let mut all = Vec::new();
        for name in names {
            let suite =
                mousetrap_suite::load(&config.root, problem, name, config.limits, &mut generators)
                    .map_err(Failure::usage)?;
            all.extend(suite.cases);
        }
        if all.is_empty() {
            return Err(Failure::usage(format!(
                "the suites {} of problem {} contain no case",
                names.join(", "),
                problem.id()
            )));
        }
        cases.insert(problem.id(), all);
    }
    Ok(cases)
}

/// Judges in the background and records what happens in this thread.
pub(crate) fn follow(
    mut recorder: Recorder,
    submissions: &[Submission<'_>],
    cases: &BTreeMap<&'static str, Vec<Case>>,
    options: &Options,
    interrupted: &AtomicBool,
) -> Result<Model, Failure> {
    let (events, received) = mpsc::channel();
    thread::scope(|scope| {
        let judging = scope.spawn(move || -> Result<(), JudgeError> {
            mousetrap_judge::judge(submissions, cases, options, interrupted, &events)
        });
        let mut unwritable = None;
        for event in received {
            if matches!(event, Event::RunStarted { .. }) {
                // Reports take as long as they take; measurements go first.
                let _ = mousetrap_sandbox::keep_off_claimed_cores();
            }
            if let Err(error) = recorder.record(event) {
                interrupted.store(true, Ordering::Relaxed);
                unwritable.get_or_insert(error);
            }
        }
        let judged = judging
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        recorder.set_facts(Facts::of_this_machine(toolchains(submissions)));
        let model = recorder.finish();
        if let Some(error) = unwritable {
            return Err(Failure::usage(error));
        }
        judged.map_err(Failure::internal)?;
        model.map_err(Failure::usage)
    })
}

/// The versions of the toolchains that were used, by language.
fn toolchains(submissions: &[Submission<'_>]) -> BTreeMap<String, String> {
    let found = submissions.iter().filter_map(|submission| {
        let language = submission.detected.language;
        match probe(language) {
            language::Probed::Toolchain(toolchain) => {
                Some((language.name.clone(), toolchain.version))
            }
            language::Probed::Missing { .. } => None,
        }
    });
    found.collect()
}
