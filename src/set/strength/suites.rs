//! `mousetrap strength suites`: measures which wrong solutions suites catch together.

use std::fmt::Write as _;
use std::path::PathBuf;

use cat_and_mouse::Game;
use mousetrap_report::{count, counted};
use mousetrap_setter::strength::{self, Matrix, StrengthPage};
use mousetrap_setter::stress::{self, WitnessPlan, Witnesses};
use mousetrap_suite::GameCase;
use mousetrap_suite::generate::Seed;

use crate::cli::common::{GlobalOptions, chosen_games, find_suites, parse_game};
use crate::cli::failure::{Failure, Status};
use crate::cli::progress_line::ProgressLine;
use crate::judge::outputs;

/// Measure which wrong solutions are caught by suites
///
/// Runs hundreds of wrong solutions on every case. Each wrong solution has one changed rule or one
/// mistake in its search. For each survivor, the command searches for a simple instance that kills
/// it. The terminal shows a summary and some of the survivors; --output writes the entire report
/// in Markdown.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap strength suites hidden                     both problems
  mousetrap strength suites hidden --problem 913
  mousetrap strength suites hidden --output strength.md

Exit codes: 0 the search found no instance that catches a survivor, 1 it found one,
2 bad usage or configuration, 3 internal error.")]
pub(super) struct Arguments {
    /// The names of suites; several suites are treated as one
    #[arg(required = true)]
    suites: Vec<String>,
    /// Use only suites of this problem
    #[arg(long, short, value_parser = parse_game)]
    problem: Option<Game>,
    /// Maximum number of instances to try: instances of all families, their variations, and
    /// instances with long forced wins
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5000,
        help_heading = "Search"
    )]
    search: usize,
    /// Seed for drawing the instances
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "Search")]
    seed: u64,
    /// Write the entire report to this file, in Markdown
    #[arg(long, short, value_name = "FILE", help_heading = "Report")]
    output: Option<PathBuf>,
}

/// The first line of the report.
const REPORT_HEADING: &str = "# Strength\n";

const REPORT_INTRODUCTION: &str = "
This page shows which wrong solutions the suites catch. A *mutant* is a solution with one changed
rule or one mistake in its search.

";

pub(super) fn run(global: &GlobalOptions, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let games = find_suites(&config, &chosen_games(arguments.problem), &arguments.suites)?;
    if let Some(file) = &arguments.output {
        outputs::check_writable(file, |text| text.starts_with(REPORT_HEADING))?;
    }
    let mut report = StrengthReport {
        page: format!("{REPORT_HEADING}{REPORT_INTRODUCTION}"),
        overview: String::new(),
    };
    let mut is_strong = true;
    for (game, names) in games {
        let mut line = ProgressLine::new(global);
        line.show(&format!("{game}: loading the cases"));
        let suites = global.load_suites(&config, game, &names)?;
        let cases: Vec<&GameCase> = suites.iter().flat_map(|suite| &suite.cases).collect();
        let title = format!("{game} · {}", names.join(" + "));
        is_strong &= report.add_suites(&mut line, (game, title), &cases, arguments);
    }
    out!("{}", report.overview);
    match &arguments.output {
        Some(file) => outputs::write_text(file, &format!("{}\n", report.page.trim_end()))?,
        None => outln!("use --output FILE.md to write the entire report"),
    }
    Ok(Status::expected_if(is_strong))
}

/// The report in Markdown, and its overview for the terminal.
struct StrengthReport {
    page: String,
    overview: String,
}

impl StrengthReport {
    /// Adds the results of one problem's suites. Returns whether the suites kill every mutant for
    /// which a killing instance is known.
    fn add_suites(
        &mut self,
        line: &mut ProgressLine,
        (game, title): (Game, String),
        cases: &[&GameCase],
        arguments: &Arguments,
    ) -> bool {
        let mutants = strength::mutants_of_game(game);
        let number = counted(mutants.len(), "wrong solution");
        let matrix = Matrix::new(&mutants, cases, &mut |done| {
            let (done, cases) = (count(done), counted(cases.len(), "case"));
            line.show(&format!("{game}: {number} run on {done} of {cases}"));
        });
        let mut sought = StrengthPage::survivors(&mutants, &matrix);
        sought.retain(|&number| mutants[number].evidence.is_none());
        let plan = WitnessPlan {
            game,
            seed: Seed(arguments.seed),
            trials: arguments.search,
            claims: &sought,
        };
        let max = counted(arguments.search, "instance");
        let survivors = counted(sought.len(), "wrong solution");
        let mut show = |search: &Witnesses| {
            let (tried, killed) = (count(search.tried), count(search.found.len()));
            line.show(&format!(
                "{game}: {tried} of {max} tried, {killed} of {survivors} caught"
            ));
        };
        let found = stress::find_witnesses(plan, &mut show, |instance, some| {
            let answer = instance.reply(instance.solve());
            strength::killed_mutants(&mutants, some, instance, answer)
        });
        let page = StrengthPage {
            title,
            cases,
            mutants: &mutants,
            matrix: &matrix,
            found: &found,
        };
        let _ = writeln!(self.page, "{page}");
        self.overview += &page.overview();
        if !found.found.is_empty() {
            self.overview += "add these instances with `mousetrap import`\n";
        }
        found.found.is_empty()
    }
}
