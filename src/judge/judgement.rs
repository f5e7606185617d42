//! A judgement from start to end: the cases are loaded, the submissions judged
//! on them, and what happens is recorded.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::cli::common::suites;
use crate::cli::failure::Failure;
use crate::set::suite_notes;
use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_judge::{Engine, Generators, JudgeError, JudgeRequest, Options, Submission};
use mousetrap_languages::{Probed, probe};
use mousetrap_model::{Case, Event, Facts};
use mousetrap_report::{Model, Recorder, counted, machine_facts};
use mousetrap_suite::{GameCase, ProjectSuites};

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
    let mut project = ProjectSuites::new(config, &mut generators);
    let games = games_of(submissions);
    for (game, names) in suites(config, &games, wanted)? {
        if names.is_empty() {
            return Err(Failure::usage(format!(
                "judge.toml names no suite for problem {0}; under the line [suites] add \
                 {0} = [\"samples\", \"hidden\"], or other suites of `mousetrap list suites`",
                game.id()
            )));
        }
        if wanted.is_empty() {
            suite_notes::note_unnamed(config, game)?;
        }
        let mut all = Vec::new();
        for name in &names {
            let suite = project.load(game, name).map_err(Failure::usage)?;
            suite_notes::note_built_in(&suite);
            all.extend(suite.cases.iter().map(GameCase::for_judge));
        }
        if all.is_empty() {
            return Err(Failure::usage(format!(
                "the suites {} of problem {} contain no case",
                names.join(", "),
                game.id()
            )));
        }
        cases.insert(game.id().to_owned(), all);
    }
    retain_with_cases(submissions, &cases, wanted);
    Ok(cases)
}

/// Removes the submissions for a problem that has none of the suites `wanted`, and prints how
/// many.
pub(crate) fn retain_with_cases(
    submissions: &mut Vec<Submission<'_>>,
    cases: &BTreeMap<String, Vec<Case>>,
    wanted: &[String],
) {
    for game in games_of(submissions) {
        if !cases.contains_key(game.id()) {
            let before = submissions.len();
            submissions.retain(|submission| submission.problem.id != game.id());
            errln!(
                "{} left out: problem {} has no suite {}",
                counted(before - submissions.len(), "submission"),
                game.id(),
                wanted.join(", ")
            );
        }
    }
}

/// Returns the built-in problems that these submissions are for.
fn games_of(submissions: &[Submission<'_>]) -> Vec<Game> {
    let has_submission = |game: &Game| submissions.iter().any(|one| one.problem.id == game.id());
    Game::ALL.into_iter().filter(has_submission).collect()
}

/// What is judged, and by which engine.
pub(crate) struct Judging<'a> {
    pub engine: &'a dyn Engine,
    pub request: JudgeRequest<'a>,
    pub interrupted: &'a AtomicBool,
    /// The facts of the machine that judges, if it is not this one.
    pub facts: Option<Facts>,
}

/// Judges in the background and records what happens in this thread.
pub(crate) fn follow(judging: Judging<'_>, mut recorder: Recorder) -> Result<Model, Failure> {
    let Judging {
        engine,
        request,
        interrupted,
        facts,
    } = judging;
    let is_elsewhere = facts.is_some();
    // Before this thread leaves the claimed cores, so that all cores are counted.
    let mut facts = facts.unwrap_or_else(machine_facts);
    recorder.set_facts(facts.clone());
    let (events, received) = mpsc::channel();
    thread::scope(|scope| {
        let judging = scope.spawn(move || -> Result<(), JudgeError> {
            engine.judge(request, interrupted, &events)
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
            if !used.is_empty() && !is_elsewhere {
                let versions = toolchains(used);
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
fn toolchains(submissions: &[Submission<'_>]) -> BTreeMap<String, String> {
    let found = submissions.iter().filter_map(|submission| {
        let language = submission.detected.language;
        match probe(language) {
            Probed::Toolchain(toolchain) => Some((language.name.clone(), toolchain.version)),
            Probed::Missing { .. } => None,
        }
    });
    found.collect()
}
