//! `mousetrap generate`: suites written out, and the lock that proves them.

use comfy_table::{CellAlignment, Table};

use super::own::generate_own;
use crate::cli::common::{Global, again};
use crate::cli::failure::{Failure, Status};
use crate::cli::out;
use crate::set::suite_notes;
use cat_and_mouse::Game;
use mousetrap_suite::own::HiddenOptions;
use mousetrap_suite::{ProjectSuites, Suite, SuiteName};
use mousetrap_util::root::Root;
use mousetrap_util::toml_file::suggest;

/// Write the cases of suites, and cases.lock
///
/// Without a SUITE, every suite of the project is made. Generated cases, and a
/// certificate that proves the answer for every case, go to
/// cases/<problem>/<suite>/generated/, which need not be kept; the lock,
/// cases/cases.lock, belongs to the project.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap generate                       every suite
  mousetrap generate hidden --problem 913  one suite
  mousetrap generate hidden --dry-run 5    writes nothing, and draws five of its cases
  mousetrap generate max-area              the hidden suite of an own problem
  mousetrap generate --check               is everything as the lock says?
  mousetrap generate --verify              is every answer proved?

Exit codes: 0 done, or all as recorded and proved; 1 --check found a
difference, or --verify an answer without a proof; 2 a recipe or a case is at
fault; 3 internal error.")]
pub(crate) struct Arguments {
    /// Suites to write, or own problems [default: all suites of the project]
    suites: Vec<String>,
    /// Only this problem
    #[arg(long, short, value_parser = crate::cli::common::problem)]
    problem: Option<Game>,
    /// Write nothing; draw so many cases of each suite, from its first to its last
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "3",
          conflicts_with_all = ["check", "verify"])]
    dry_run: Option<usize>,
    /// The number of cases of an own problem
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
    /// The seed of the cases of an own problem
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write nothing; compare with cases/cases.lock
    #[arg(long)]
    check: bool,
    /// Write nothing; have a second solver prove each answer by a certificate,
    /// and check that
    #[arg(long)]
    verify: bool,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let own = config.definitions.iter();
    let own: Vec<_> = own
        .filter(|own| arguments.suites.contains(&own.problem.id))
        .collect();
    if !own.is_empty() {
        let wanted = HiddenOptions {
            seed: arguments.seed,
            count: arguments.count,
        };
        return generate_own(global, &config, (&own, &arguments.suites), wanted);
    }
    let known = mousetrap_suite::list(&config.root).map_err(Failure::usage)?;
    let names = chosen(&known, arguments)?;
    let mut generators = global.generators(&config);
    let suites = ProjectSuites::new(&config, &mut generators)
        .generate(&names)
        .map_err(Failure::usage)?;
    if arguments.check || arguments.verify {
        let mut status = Status::Expected;
        if arguments.verify && !verify(&suites) {
            status = Status::Unexpected;
        }
        if arguments.check && !check(&config.root, &suites)? {
            status = Status::Unexpected;
        }
        return Ok(status);
    }
    match arguments.dry_run {
        Some(count) => suites.iter().for_each(|suite| draw(suite, count)),
        None => {
            mousetrap_suite::write_suites(&config.root, &suites, &known).map_err(Failure::usage)?;
        }
    }
    outln!("{}", table(&suites).trim_fmt());
    for game in Game::ALL {
        if names.iter().any(|name| name.game == game) {
            suite_notes::note_unnamed(&config, game)?;
        }
    }
    Ok(Status::Expected)
}

/// Shows some cases of a suite, evenly spread.
fn draw(suite: &Suite, count: usize) {
    let all = suite.cases.len();
    let count = count.min(all);
    for number in 0..count {
        let case = &suite.cases[number * all / count];
        let solved = case.instance.describe(case.outcome);
        let game = suite.name.game;
        outln!("{game}/{}\n{}{solved}\n", case.id, case.instance.draw());
    }
}

/// The suites asked for.
fn chosen(known: &[SuiteName], arguments: &Arguments) -> Result<Vec<SuiteName>, Failure> {
    let of_game = |name: &&SuiteName| {
        let wanted = arguments.problem;
        wanted.is_none_or(|game| game == name.game)
    };
    let known: Vec<&SuiteName> = known.iter().filter(of_game).collect();
    for wanted in &arguments.suites {
        if !known.iter().any(|name| name.suite == *wanted) {
            let names: Vec<&str> = known.iter().map(|name| name.suite.as_str()).collect();
            return Err(Failure::usage(format!(
                "there is no suite \"{wanted}\"; {}",
                suggest(wanted, &names)
            )));
        }
    }
    let all = arguments.suites.is_empty();
    let is_chosen = |name: &&SuiteName| all || arguments.suites.contains(&name.suite);
    Ok(known.into_iter().filter(is_chosen).cloned().collect())
}

/// Says which answers are not proved. Answers come from sets, certificates
/// from the queue, and the checker shares nothing with either.
fn verify(suites: &[Suite]) -> bool {
    let (mut proved, mut entries, mut faults) = (0, 0, 0);
    for case in suites.iter().flat_map(|suite| &suite.cases) {
        match case.prove() {
            Ok(certificate) => {
                proved += 1;
                entries += certificate.entries();
            }
            Err(fault) => {
                faults += 1;
                outln!("{}: the answer is {}, but {fault}", case.id, case.answer);
            }
        }
    }
    outln!("{proved} answers proved, by certificates of {entries} entries in all");
    faults == 0
}

/// Says what is not as the lock has it, if anything.
fn check(root: &Root, suites: &[Suite]) -> Result<bool, Failure> {
    let differences = mousetrap_suite::compare_with_lock(root, suites).map_err(Failure::usage)?;
    let cases: usize = suites.iter().map(|suite| suite.cases.len()).sum();
    if differences.is_empty() {
        outln!("{cases} cases are what cases/cases.lock says");
        return Ok(true);
    }
    outln!("--- cases/cases.lock\n+++ as generated now");
    for difference in &differences {
        outln!("{difference}");
    }
    outln!(
        "{} of {cases} cases differ; restore the recipes, or accept the change with \
         `mousetrap generate{}`",
        differences.len(),
        again(root)
    );
    Ok(false)
}

/// Count, balance, sizes and depths of each suite.
fn table(suites: &[Suite]) -> Table {
    let mut table = out::table(["suite", "cases", "by hand", "answers", "bytes", "depth"]);
    for suite in suites {
        let cases = &suite.cases;
        table.add_row([
            suite.name.to_string(),
            cases.len().to_string(),
            suite.by_hand.to_string(),
            balance(suite),
            range(cases.iter().map(|case| case.input.len())),
            range(
                cases
                    .iter()
                    .filter_map(|case| Some(case.outcome.depth()?.0)),
            ),
        ]);
    }
    for column in [1, 2, 4, 5] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// How often each answer occurs: `true 52 %, false 48 %`.
fn balance(suite: &Suite) -> String {
    let mut answers: Vec<&str> = suite.cases.iter().map(|case| case.answer).collect();
    answers.sort_unstable();
    let all = answers.len();
    let shares = answers.chunk_by(|a, b| a == b).map(|same| {
        let percent = (100 * same.len() + all / 2) / all;
        format!("{} {percent} %", same[0])
    });
    shares.collect::<Vec<_>>().join(", ")
}

/// The smallest and the largest.
fn range<T: Ord + Copy + ToString>(values: impl Iterator<Item = T> + Clone) -> String {
    match (values.clone().min(), values.max()) {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (Some(low), Some(high)) => format!("{}–{}", low.to_string(), high.to_string()),
        _ => "-".to_owned(),
    }
}
