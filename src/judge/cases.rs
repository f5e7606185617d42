//! The cases of a run: loading suites, and which of them each submission runs.

use std::collections::BTreeMap;

use crate::cli::common::{Global, suites};
use crate::cli::failure::Failure;
use crate::set::suite_notes;
use cat_and_mouse::Game;
use mousetrap_judge::Submission;
use mousetrap_judge::config::Config;
use mousetrap_model::points::RunPoints;
use mousetrap_model::{Case, CaseId};
use mousetrap_report::counted;
use mousetrap_suite::GameCase;

/// The cases of a run, by problem.
pub(crate) type Cases = BTreeMap<String, Vec<Case>>;

/// Loads the suites with these names, or those of `judge.toml`, for the problems of the
/// submissions. Removes submissions for problems that have none of the suites.
pub(crate) fn load(
    global: &Global,
    config: &Config,
    submissions: &mut Vec<Submission<'_>>,
    wanted: &[String],
) -> Result<Cases, Failure> {
    let mut cases = BTreeMap::new();
    for (game, names) in suites(config, &games_of(submissions), wanted)? {
        let id = game.id();
        if names.is_empty() {
            return Err(Failure::usage(format!(
                "judge.toml names no suite for problem {id}; add a line such as {id} = \
                 [\"samples\", \"hidden\"] below [suites]; `mousetrap list suites` lists suites"
            )));
        }
        if wanted.is_empty() {
            suite_notes::note_unnamed(config, game)?;
        }
        let suites = global.load_suites(config, game, &names)?;
        let all = suites.iter().flat_map(|suite| &suite.cases);
        let all: Vec<Case> = all.map(GameCase::for_judge).collect();
        if all.is_empty() {
            let names = names.join(", ");
            return Err(Failure::usage(format!(
                "problem {id} has no case in its suites {names}; add cases, or name other suites"
            )));
        }
        cases.insert(id.to_owned(), all);
    }
    retain_with_cases(submissions, &cases, wanted);
    Ok(cases)
}

/// Removes the submissions for a problem that has none of the suites `wanted`, and prints how
/// many.
pub(super) fn retain_with_cases(
    submissions: &mut Vec<Submission<'_>>,
    cases: &Cases,
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

/// Returns the built-in problems of these submissions.
fn games_of(submissions: &[Submission<'_>]) -> Vec<Game> {
    let has_submission = |game: &Game| submissions.iter().any(|one| one.problem.id == game.id());
    Game::ALL.into_iter().filter(has_submission).collect()
}

/// Restricts solutions to the suites that `[solutions]` in `judge.toml` names for them.
pub(super) fn restrict_suites(
    config: &Config,
    submissions: &mut [Submission<'_>],
    cases: &mut Cases,
) {
    for submission in submissions.iter_mut().filter(|one| one.is_placed) {
        let name = submission.path.with_extension("");
        let mut solutions = config.solutions.iter();
        let Some((_, suites)) = solutions.find(|(path, _)| name.ends_with(path)) else {
            continue;
        };
        submission.suites.clone_from(suites);
        let all = cases.get(&submission.problem.id).into_iter().flatten();
        let own = all.filter(|case| suites.iter().any(|suite| suite == case.id.suite()));
        let own = own.cloned().collect();
        cases.entry(submission.cases_key()).or_insert(own);
    }
}

/// Returns the point groups of a problem in a run on these cases.
pub(crate) fn points<'a>(
    config: &Config,
    problem: &str,
    cases: impl Iterator<Item = &'a CaseId>,
) -> Result<Option<RunPoints>, Failure> {
    let Some(scheme) = config.points.get(problem) else {
        return Ok(None);
    };
    scheme
        .in_run(&cases.collect::<Vec<_>>())
        .map_err(Failure::usage)
}
