//! `mousetrap strength suites`: finds out which wrong solutions are caught by a set of suites.

use std::fmt::Write as _;
use std::path::PathBuf;

use mousetrap_setter::strength::StrengthPage;
use mousetrap_suite::GameCase;

use super::mutant_runner::{MutantRunner, SearchOptions, SuiteSelection};
use crate::cli::context::GlobalOptions;
use crate::cli::failure::{CommandResult, ExitStatus};
use crate::judge::output_files;

/// Find out which wrong solutions are caught by suites
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
    #[command(flatten)]
    selection: SuiteSelection,
    #[command(flatten)]
    search: SearchOptions,
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

pub(super) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let config = global.read_config()?;
    let games = arguments.selection.game_suites(&config)?;
    if let Some(file) = &arguments.output {
        output_files::check_writable(file, |text| text.starts_with(REPORT_HEADING))?;
    }
    let mut page = format!("{REPORT_HEADING}{REPORT_INTRODUCTION}");
    let mut overview = String::new();
    let mut is_strong = true;
    for (game, names) in games {
        let mut runner = MutantRunner::new(global, &config, game);
        let suites = runner.load_suites(&names)?;
        let cases: Vec<&GameCase> = suites.iter().flat_map(|suite| &suite.cases).collect();
        let matrix = runner.kill_matrix(&cases);
        let mut sought = StrengthPage::survivors(&runner.mutants, &matrix);
        sought.retain(|&number| runner.mutants[number].evidence.is_none());
        let SearchOptions { search, seed } = arguments.search;
        let found = runner.find_killing_instances(&sought, search, seed);
        let MutantRunner { mutants, .. } = runner;
        let id = game.id();
        let results = StrengthPage {
            title: format!("{id} · {}", names.join(" + ")),
            cases: &cases,
            mutants: &mutants,
            matrix: &matrix,
            found: &found,
        };
        let _ = writeln!(page, "{results}");
        overview += &results.terminal_summary();
        if !found.found.is_empty() {
            is_strong = false;
            let harden = format!("harden {} --problem {id} --into NAME", names.join(" "));
            let _ = writeln!(
                overview,
                "add cases that kill them: `mousetrap strength {harden}`"
            );
        }
    }
    out!("{overview}");
    match &arguments.output {
        Some(file) => output_files::write_text(file, &format!("{}\n", page.trim_end()))?,
        None => outln!("use --output FILE.md to write the entire report"),
    }
    Ok(ExitStatus::from_is_expected(is_strong))
}
