//! `mousetrap strength suites`: measures which wrong solutions suites catch together.

use std::fmt::Write as _;
use std::path::PathBuf;

use cat_and_mouse::Game;
use mousetrap_setter::strength::StrengthPage;
use mousetrap_suite::GameCase;

use super::judged::JudgedReport;
use super::measurement::{Measurement, SearchOptions, Selection};
use crate::cli::common::Global;
use crate::cli::failure::{Failure, Status};
use crate::judge::outputs;

/// Measure which wrong solutions suites catch
///
/// Runs hundreds of wrong solutions on every case. Each wrong solution has one changed rule or one
/// mistake in its search. For each survivor, a search looks for a simple instance that kills it.
/// The terminal shows a summary and some of the survivors; --output writes the entire report in
/// Markdown.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap strength suites hidden                     both problems
  mousetrap strength suites hidden --problem 913
  mousetrap strength suites hidden --judged wrong.json --output strength.md

Exit codes: 0 no wrong solution survives that an instance was found to catch, 1 one
survives or a labelled program has the wrong verdict, 2 bad usage or configuration,
3 internal error.")]
pub(super) struct Arguments {
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    search: SearchOptions,
    /// Write the entire report to this file, in Markdown
    #[arg(long, short, value_name = "FILE", help_heading = "Report")]
    output: Option<PathBuf>,
    /// A JSON report of `mousetrap judge`. Adds a row for each incorrect program that was judged on
    /// all cases (--all-cases --no-give-up), and the table of `strength judged`
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    judged: Option<PathBuf>,
}

/// The first line of the report.
const HEADING: &str = "# Strength\n";

const PREFACE: &str = "
This page shows which wrong solutions the suites catch. A *mutant* is a solution with one changed
rule or one mistake in its search.

";

pub(super) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let games = arguments.selection.by_game(&config)?;
    if let Some(file) = &arguments.output {
        outputs::check_markdown_writable(file, |text| text.starts_with(HEADING))?;
    }
    let judged = arguments.judged.as_deref().map(JudgedReport::read);
    let judged = judged.transpose()?;
    let mut text = StrengthText {
        page: format!("{HEADING}{PREFACE}"),
        overview: String::new(),
    };
    let mut is_strong = true;
    for (game, names) in games {
        let measurement = Measurement::new(global, &config, game);
        is_strong &= text.add(measurement, &names, arguments, judged.as_ref())?;
    }
    if let Some(judged) = &judged {
        match judged.rates(arguments.selection.problem.map(Game::id)) {
            Some((rates, all_correct)) => {
                for part in [&mut text.page, &mut text.overview] {
                    part.push('\n');
                    *part += &rates;
                }
                is_strong &= all_correct;
            }
            None => errln!("{}", judged.without_labels()),
        }
    }
    out!("{}", text.overview);
    match &arguments.output {
        Some(file) => outputs::write_text(file, &format!("{}\n", text.page.trim_end()))?,
        None => outln!("use --output FILE.md to write the entire report"),
    }
    Ok(Status::expected_if(is_strong))
}

/// The text of the report, and of the overview for the terminal.
struct StrengthText {
    page: String,
    overview: String,
}

impl StrengthText {
    /// Measures suites of one game. Returns whether they kill every incorrect program, and every
    /// mutant that some instance was found to kill.
    fn add(
        &mut self,
        mut measurement: Measurement<'_>,
        names: &[String],
        arguments: &Arguments,
        judged: Option<&JudgedReport>,
    ) -> Result<bool, Failure> {
        let game = measurement.game;
        let suites = measurement.load(names)?;
        let cases: Vec<&GameCase> = suites.iter().flat_map(|suite| &suite.cases).collect();
        let matrix = measurement.matrix(&cases);
        let mut sought = StrengthPage::survivors(&measurement.mutants, &matrix);
        sought.retain(|&number| measurement.mutants[number].evidence.is_none());
        let SearchOptions { search, seed } = arguments.search;
        let found = measurement.search(&sought, search, seed);
        let Measurement { mutants, .. } = measurement;
        let page = StrengthPage {
            title: format!("{} · {}", game.id(), names.join(" + ")),
            cases: &cases,
            mutants: &mutants,
            matrix: &matrix,
            found: &found,
            solutions: &judged
                .map_or_else(Vec::new, |judged| judged.solutions(game, names, &cases)),
        };
        let _ = writeln!(self.page, "{page}");
        self.overview += &page.overview();
        if !found.found.is_empty() {
            let _ = writeln!(
                self.overview,
                "add cases that kill them: `mousetrap strength harden {} --problem {} --into NAME`",
                names.join(" "),
                game.id()
            );
        }
        let all_refused = page.solutions.iter().all(|one| !one.fails.is_empty());
        Ok(found.found.is_empty() && all_refused)
    }
}
