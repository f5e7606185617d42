//! `mousetrap generate`: generates the cases of suites, and updates the lock with their digests.

use std::num::NonZeroUsize;

use comfy_table::Table;

use super::custom::generate_custom;
use crate::cli::context::{
    GlobalOptions, check_definition, check_suite_names, chosen_games, find_problem,
    parse_positive_integer, project_option_text,
};
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::cli::output;
use crate::set::suite_hints;
use cat_and_mouse::Game;
use mousetrap_problems::cases::HIDDEN_SUITE;
use mousetrap_suite::custom::HiddenSuiteOptions;
use mousetrap_suite::{Suite, SuiteName};
use mousetrap_util::project::Project;

/// Generate the cases of suites, and update cases.lock
///
/// For a custom problem, draws cases from the constraints, adds cases that the generator prints,
/// and writes all of them, with the answers of the reference solution, to
/// problems/<problem>/cases/hidden.jsonl.
///
/// For a built-in problem, writes the cases of each suite, with a certificate that proves the answer
/// of each case, to cases/<problem>/<suite>/generated/. These files can be regenerated at any time.
/// The lock file, cases/cases.lock, is part of the project.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap generate                       every suite
  mousetrap generate hidden --problem 913  one suite
  mousetrap generate hidden --dry-run 5    write nothing, and print five cases as diagrams
  mousetrap generate max-area              the hidden suite of a custom problem
  mousetrap generate --check               check that everything matches the lock

Exit codes: 0 done, or everything matches and is proved; 1 --check found a difference
or an answer without a proof; 2 a recipe or a case is wrong; 3 internal error.")]
pub(crate) struct Arguments {
    /// Suites to generate, or custom problems [default: all suites of the project]
    suites: Vec<String>,
    /// Generate only suites of this problem
    #[arg(long, short)]
    problem: Option<String>,
    /// Write nothing, and print diagrams of this many cases from each suite
    #[arg(long, num_args = 0..=1, value_name = "N", default_missing_value = "3",
          conflicts_with = "check")]
    dry_run: Option<usize>,
    /// The number of cases to generate for a custom problem
    #[arg(long, value_name = "N", default_value = "100", value_parser = parse_positive_integer)]
    count: NonZeroUsize,
    /// The seed for the cases of a custom problem
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write nothing; check that the generated cases match cases/cases.lock, and verify each answer
    /// with a certificate
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let config = global.read_config()?;
    let problem = arguments.problem.as_deref();
    let problem = problem.map(|id| find_problem(&config, id)).transpose()?;
    let game = problem.and_then(|problem| Game::from_problem(problem));
    let mut names = arguments.suites.clone();
    if let Some(problem) = problem
        && game.is_none()
    {
        if names.iter().any(|name| name != HIDDEN_SUITE) {
            return Err(Failure::usage_error(format!(
                "for problem {problem}, only the suite {HIDDEN_SUITE} is generated"
            )));
        }
        names = vec![problem.id.clone()];
    }
    let mut own = Vec::new();
    if game.is_none() {
        let mut names = names.iter();
        names.try_for_each(|name| check_definition(&config, name))?;
        own.extend(&config.definitions);
    }
    own.retain(|own| names.contains(&own.problem.id));
    if !own.is_empty() {
        if arguments.check || arguments.dry_run.is_some() {
            return Err(Failure::usage_error(
                "--check and --dry-run are for the built-in problems. To replace the hidden suite \
                 of a custom problem, give neither; its cases are in \
                 problems/<problem>/cases/hidden.jsonl",
            ));
        }
        let wanted = HiddenSuiteOptions {
            seed: arguments.seed,
            count: arguments.count.get(),
        };
        return generate_custom(global, &config, (&own, &names), wanted);
    }
    let known = mousetrap_suite::list(&config.root)?;
    let own = config.definitions.iter().map(|own| &*own.problem.id);
    let own: Vec<&str> = own.filter(|_| game.is_none()).collect();
    let names = chosen_suites(&known, &own, &names, game)?;
    let suites = global.project_suites(&config).build_all(&names)?;
    if arguments.check {
        let is_proved = prove_answers(&suites);
        let is_same = print_lock_differences(&config.root, &suites)?;
        return Ok(ExitStatus::from_is_expected(is_proved && is_same));
    }
    match arguments.dry_run {
        Some(count) => suites.iter().for_each(|suite| print_diagrams(suite, count)),
        None => mousetrap_suite::write_suites(&config.root, &suites, &known)?,
    }
    outln!("{}", suite_table(&suites).trim_fmt());
    for game in Game::ALL {
        if names.iter().any(|name| name.game == game) {
            suite_hints::print_unlisted_suites(&config, game)?;
        }
    }
    Ok(ExitStatus::Expected)
}

/// Prints diagrams of cases taken at regular intervals from a suite.
fn print_diagrams(suite: &Suite, count: usize) {
    let all = suite.cases.len();
    let count = count.min(all);
    for number in 0..count {
        let case = &suite.cases[number * all / count];
        let solved = case.instance.describe(case.outcome);
        let game = suite.name.game;
        outln!("{game}/{}\n{}{solved}\n", case.id, case.instance.draw());
    }
}

/// Returns the suites that the user named, or else all suites. For a misspelt name, the error may
/// suggest one of the custom problems `own`.
fn chosen_suites(
    known: &[SuiteName],
    own: &[&str],
    names: &[String],
    game: Option<Game>,
) -> Result<Vec<SuiteName>, Failure> {
    let games = chosen_games(game);
    let known = known.iter().filter(|name| games.contains(&name.game));
    let suites = known.clone().map(|name| &*name.suite);
    let suites = suites.chain(own.iter().copied());
    check_suite_names(names, suites, game.map(Game::id))?;
    let is_chosen = |name: &&SuiteName| names.is_empty() || names.contains(&name.suite);
    Ok(known.filter(is_chosen).cloned().collect())
}

/// Verifies each answer with a certificate, and prints the answers that cannot be verified. Returns
/// whether all answers are correct.
fn prove_answers(suites: &[Suite]) -> bool {
    let (mut proved, mut entries, mut is_proved) = (0, 0, true);
    for case in suites.iter().flat_map(|suite| &suite.cases) {
        match case.prove_answer() {
            Ok(certificate) => {
                proved += 1;
                entries += certificate.entry_count();
            }
            Err(fault) => {
                is_proved = false;
                outln!("{}: the answer is {}, but {fault}", case.id, case.answer);
            }
        }
    }
    outln!("{proved} answers proved; the certificates have {entries} entries in total");
    is_proved
}

/// Prints how the suites differ from `cases.lock`. Returns whether the suites match `cases.lock`.
fn print_lock_differences(root: &Project, suites: &[Suite]) -> Result<bool, Failure> {
    let differences = mousetrap_suite::compare_with_lock(root, suites)?;
    let cases: usize = suites.iter().map(|suite| suite.cases.len()).sum();
    if differences.is_empty() {
        outln!("{cases} cases match cases/cases.lock");
        return Ok(true);
    }
    outln!("--- cases/cases.lock\n+++ generated now");
    for difference in &differences {
        outln!("{difference}");
    }
    outln!(
        "{} of {cases} cases differ; restore the recipes, or accept the change with \
         `mousetrap generate{}`",
        differences.len(),
        project_option_text(root)
    );
    Ok(false)
}

/// Returns a table of suites with the number of cases, their answers, sizes and depths.
fn suite_table(suites: &[Suite]) -> Table {
    let mut table = output::new_table(["suite", "cases", "collected", "answers", "bytes", "depth"]);
    for suite in suites {
        let cases = &suite.cases;
        let depths = cases.iter().filter_map(|case| case.outcome.depth());
        let depths = depths.map(|depth| depth.0);
        table.add_row([
            suite.name.to_string(),
            cases.len().to_string(),
            suite.collected.to_string(),
            answer_percentages(suite),
            format_range(cases.iter().map(|case| case.input.len())),
            format_range(depths),
        ]);
    }
    output::align_right(&mut table, [1, 2, 4, 5]);
    table
}

/// Returns the percentage of each answer, such as `true 52 %, false 48 %`.
fn answer_percentages(suite: &Suite) -> String {
    let mut answers: Vec<&str> = suite.cases.iter().map(|case| case.answer).collect();
    answers.sort_unstable();
    let all = answers.len();
    let shares = answers.chunk_by(|a, b| a == b).map(|same| {
        let percent = (100 * same.len() + all / 2) / all;
        format!("{} {percent} %", same[0])
    });
    shares.collect::<Vec<_>>().join(", ")
}

/// Formats the range of the values, such as `3–8`.
fn format_range<T: Ord + Copy + ToString>(values: impl Iterator<Item = T> + Clone) -> String {
    match (values.clone().min(), values.max()) {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (Some(low), Some(high)) => format!("{}–{}", low.to_string(), high.to_string()),
        _ => "-".to_owned(),
    }
}
