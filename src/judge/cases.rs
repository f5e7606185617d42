//! Loads the suites of a run, and selects the suites for each submission.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::cli::context::{GlobalOptions, check_suite_names, find_suites};
use crate::cli::failure::Failure;
use crate::set::suite_hints;
use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_judge::{Submission, SubmissionSet};
use mousetrap_model::points::RunPoints;
use mousetrap_model::{Case, CaseId, Message, RefusedFile};
use mousetrap_problems::{Definition, cases};
use mousetrap_report::format_count;
use mousetrap_suite::GameCase;

/// The cases of a run, by problem.
pub(crate) type CasesByProblem = BTreeMap<String, Vec<Case>>;

/// Loads the suites in `wanted`, or else the suites in `judge.toml`, for the problems of the
/// submissions. Removes submissions to problems that have none of the requested suites. Refuses
/// submissions to a custom problem whose cases are missing or invalid.
pub(crate) fn load_cases(
    global: &GlobalOptions,
    config: &Config,
    found: &mut SubmissionSet<'_>,
    wanted: &[String],
) -> Result<CasesByProblem, Failure> {
    let submissions = &mut found.submissions;
    let mut cases = BTreeMap::new();
    let has_submission = |id: &str| submissions.iter().any(|one| one.problem.id == id);
    let games = Game::ALL
        .into_iter()
        .filter(|game| has_submission(game.id()));
    for (game, names) in find_suites(config, &games.collect::<Vec<_>>(), wanted)? {
        let id = game.id();
        if names.is_empty() {
            return Err(Failure::usage_error(format!(
                "judge.toml lists no suite for problem {id}; add a line such as {id} = \
                 [\"samples\", \"hidden\"] to the table [suites]; `mousetrap list suites` prints all suites"
            )));
        }
        if wanted.is_empty() {
            suite_hints::print_unlisted_suites(config, game)?;
        }
        let suites = global.load_suites(config, game, &names)?;
        let all = suites.iter().flat_map(|suite| &suite.cases);
        let all: Vec<Case> = all.map(GameCase::to_judge_case).collect();
        if all.is_empty() {
            let names = names.join(", ");
            return Err(Failure::usage_error(format!(
                "the suites {names} of problem {id} have no cases; add cases, or choose other suites"
            )));
        }
        cases.insert(id.to_owned(), all);
    }
    let mut definitions: Vec<&Definition> = config.definitions.iter().collect();
    definitions.retain(|it| has_submission(&it.problem.id));
    if cases.is_empty() {
        let suites = definitions.iter().map(|it| &it.problem.id);
        let suites = suites.map(|id| cases::suites(&config.root, id));
        let known = suites.collect::<Result<Vec<_>, _>>()?.concat();
        check_suite_names(wanted, known.iter().map(String::as_str), None)?;
    }
    for definition in definitions {
        let id = &definition.problem.id;
        match load_custom_cases(config, definition, wanted) {
            Ok(of_problem) if of_problem.is_empty() => {}
            Ok(of_problem) => drop(cases.insert(id.clone(), of_problem)),
            Err(failure) => {
                let affected = submissions.extract_if(.., |one| one.problem.id == *id);
                found.refused.extend(affected.map(|one| RefusedFile {
                    path: one.path,
                    reason: Message::text(&*failure.message),
                }));
            }
        }
    }
    remove_submissions_without_cases(submissions, &cases, wanted);
    Ok(cases)
}

/// Loads suites of a custom problem: the suites in `wanted`, or else the suites in judge.toml.
pub(crate) fn load_custom_cases(
    config: &Config,
    definition: &Definition,
    wanted: &[String],
) -> Result<Vec<Case>, Failure> {
    let id = &definition.problem.id;
    let mut names = config.suites_of(&definition.problem).to_vec();
    if !wanted.is_empty() {
        names = cases::suites(&config.root, id)?;
        names.retain(|name| wanted.contains(name));
    }
    let mut cases = Vec::new();
    for name in names {
        cases.extend(cases::read(&config.root, definition, &name)?);
    }
    if cases.is_empty() && wanted.is_empty() {
        return Err(Failure::usage_error(format!(
            "problem {id} has no cases; import the examples of its statement with `mousetrap import \
             --problem {id} -`, or generate cases with `mousetrap generate {id}`"
        )));
    }
    Ok(cases)
}

/// Removes submissions to problems that have none of the requested suites, and prints how many were
/// removed.
fn remove_submissions_without_cases(
    submissions: &mut Vec<Submission<'_>>,
    cases: &CasesByProblem,
    wanted: &[String],
) {
    let problems = submissions
        .iter()
        .map(|submission| submission.problem.id.clone());
    let problems: BTreeSet<String> = problems.collect();
    for id in problems.iter().filter(|id| !cases.contains_key(*id)) {
        let before = submissions.len();
        submissions.retain(|submission| submission.problem.id != *id);
        warnln!(
            "{} skipped, because problem {id} has no suite {}",
            format_count(before - submissions.len(), "submission"),
            wanted.join(", ")
        );
    }
}

/// Restricts each solution to the suites that `[solutions]` in `judge.toml` lists for it.
pub(super) fn restrict_suites(
    config: &Config,
    submissions: &mut [Submission<'_>],
    cases: &mut CasesByProblem,
) {
    for submission in submissions.iter_mut().filter(|one| one.is_placed) {
        let suites_of = |name: &Path| {
            let mut solutions = config.solutions.iter();
            solutions.find(|(path, _)| name.ends_with(path))
        };
        let file = &submission.path;
        let listed = suites_of(file).or_else(|| suites_of(&file.with_extension("")));
        let Some((_, suites)) = listed else { continue };
        submission.suites.clone_from(suites);
        let all = cases.get(&submission.problem.id).into_iter().flatten();
        let selected = all.filter(|case| suites.iter().any(|suite| suite == case.id.suite()));
        let selected = selected.cloned().collect();
        cases.entry(submission.case_list_key()).or_insert(selected);
    }
}

/// Returns the point groups of a problem for a run on these cases.
pub(crate) fn point_groups<'a>(
    config: &Config,
    problem: &str,
    cases: impl Iterator<Item = &'a CaseId>,
) -> Result<Option<RunPoints>, Failure> {
    let cases: Vec<&CaseId> = cases.collect();
    let suites: BTreeSet<&str> = cases.iter().map(|case| case.suite()).collect();
    let scheme = config.point_scheme(problem, &Vec::from_iter(suites));
    let points = scheme.map(|scheme| scheme.for_run(&cases)).transpose();
    points.map(Option::flatten).map_err(Failure::usage_error)
}
