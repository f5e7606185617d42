//! The cases that submissions are judged on.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::cli::common::{Global, suites};
use crate::cli::failure::Failure;
use crate::set::suite_notes;
use cat_and_mouse::Game;
use mousetrap_judge::Submission;
use mousetrap_judge::config::Config;
use mousetrap_model::Case;
use mousetrap_problems::{Definition, cases as own};
use mousetrap_report::counted;
use mousetrap_suite::GameCase;

/// The cases of a run, by problem.
pub(crate) type Cases = BTreeMap<String, Vec<Case>>;

/// Loads the suites `wanted`, or those of judge.toml, for the problems of these submissions.
/// Lets solutions run only the suites that `[solutions]` in judge.toml gives them.
pub(super) fn choose_suites(
    config: &Config,
    submissions: &mut [Submission<'_>],
    cases: &mut Cases,
) {
    for submission in submissions.iter_mut().filter(|one| one.is_placed) {
        let suites_of = |name: &Path| {
            let mut solutions = config.solutions.iter();
            solutions.find(|(path, _)| name.ends_with(path))
        };
        let file = &submission.path;
        let own = suites_of(file).or_else(|| suites_of(&file.with_extension("")));
        let Some((_, suites)) = own else { continue };
        submission.suites.clone_from(suites);
        let all = cases.get(&submission.problem.id).into_iter().flatten();
        let chosen = all.filter(|case| suites.iter().any(|suite| suite == case.id.suite()));
        let chosen = chosen.cloned().collect();
        cases.entry(submission.cases_key()).or_insert(chosen);
    }
}

/// Removes the submissions for a problem that has none of them.
pub(crate) fn load(
    global: &Global,
    config: &Config,
    submissions: &mut Vec<Submission<'_>>,
    wanted: &[String],
) -> Result<Cases, Failure> {
    let mut cases = BTreeMap::new();
    for (game, names) in suites(config, &games_of(submissions), wanted)? {
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
        let suites = global.load_suites(config, game, &names)?;
        suites.iter().for_each(suite_notes::note_built_in);
        let of_game = suites.iter().flat_map(|suite| &suite.cases);
        let of_game: Vec<Case> = of_game.map(GameCase::for_judge).collect();
        if of_game.is_empty() {
            return Err(Failure::usage(format!(
                "the suites {} of problem {} contain no case",
                names.join(", "),
                game.id()
            )));
        }
        cases.insert(game.id().to_owned(), of_game);
    }
    for definition in &config.definitions {
        let id = &definition.problem.id;
        if submissions
            .iter()
            .any(|submission| submission.problem.id == *id)
        {
            let of_problem = own_cases(config, definition, wanted)?;
            if !of_problem.is_empty() {
                cases.insert(id.clone(), of_problem);
            }
        }
    }
    retain_with_cases(submissions, &cases, wanted);
    Ok(cases)
}

/// Loads the suites `wanted` of an own problem, or those of judge.toml.
fn own_cases(
    config: &Config,
    definition: &Definition,
    wanted: &[String],
) -> Result<Vec<Case>, Failure> {
    let id = &definition.problem.id;
    let mut names = config.suites_of(&definition.problem).to_vec();
    if !wanted.is_empty() {
        names = own::suites(&config.root, id).map_err(Failure::usage)?;
        names.retain(|name| wanted.contains(name));
    }
    let mut cases = Vec::new();
    for name in names {
        cases.extend(own::read(&config.root, definition, &name).map_err(Failure::usage)?);
    }
    if cases.is_empty() && wanted.is_empty() {
        return Err(Failure::usage(format!(
            "problem {id} has no cases; paste the examples of its statement into `mousetrap import \
             --problem {id} -`, or draw cases with `mousetrap generate {id}`"
        )));
    }
    Ok(cases)
}

/// Removes the submissions for a problem that has none of the suites `wanted`, and prints how
/// many.
pub(super) fn retain_with_cases(
    submissions: &mut Vec<Submission<'_>>,
    cases: &Cases,
    wanted: &[String],
) {
    let problems = submissions
        .iter()
        .map(|submission| submission.problem.id.clone());
    let problems: BTreeSet<String> = problems.collect();
    for id in problems.iter().filter(|id| !cases.contains_key(*id)) {
        let before = submissions.len();
        submissions.retain(|submission| submission.problem.id != *id);
        errln!(
            "{} left out: problem {id} has no suite {}",
            counted(before - submissions.len(), "submission"),
            wanted.join(", ")
        );
    }
}

/// Returns the built-in problems that these submissions are for.
fn games_of(submissions: &[Submission<'_>]) -> Vec<Game> {
    let has_submission = |game: &Game| submissions.iter().any(|one| one.problem.id == game.id());
    Game::ALL.into_iter().filter(has_submission).collect()
}
