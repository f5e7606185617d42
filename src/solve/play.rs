//! `mousetrap play`: writes a page on which the user plays a case in the browser. The command
//! `explain` writes the same page with an explanation.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::cli::context::GlobalOptions;
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::solve::case_file::{CaseArguments, display_path};
use cat_and_mouse::Instance;
use cat_and_mouse::explain::{self, Claim, Explanation};
use mousetrap_board::{CaseData, InitialView, Page};
use mousetrap_util::printable::escape_path;

/// Maximum length, in plies, of a game that the page shows move by move if scripts are disabled.
const MAX_SHOWN_PLIES: usize = 200;

/// Play a case against a perfect opponent in the browser
///
/// Prints the address of a page on which you can play the game, and draw boards and graphs. The
/// page shows the value of every move, and needs no network. Without a CASE, the board is empty.
/// The page is a temporary file; to save a page, use `mousetrap explain --format html`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap play                      draw on an empty board
  mousetrap play case.txt
  mousetrap play --extended large.txt

Exit codes: 0 the page was written, 2 bad usage or input, 3 internal error.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    case: CaseArguments,
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let page = match &arguments.case.case {
        None => Page::new("Mousetrap".into(), String::new(), None, InitialView::Game).html(),
        Some(file) => {
            let config = global.read_config()?;
            let instance = arguments.case.read_case(global, &config, None)?;
            case_page(file, &instance, None)
        }
    };
    let path = escape_path(&write_temporary_page(&page)?);
    outln!("open this page in a browser: file://{path}");
    Ok(ExitStatus::Expected)
}

/// Returns an HTML page about a case that was read from `file`. The page shows the explanation and
/// the answers of a submission. If no explanation is given, the page lets the user play the case
/// against a perfect opponent.
pub(super) fn case_page(
    file: &Path,
    instance: &Instance,
    explained: Option<(&Explanation, &[Claim])>,
) -> String {
    // A case from standard input has no name.
    let name = (file.as_os_str() != "-").then(|| display_path(file));
    let problem = instance.game().problem();
    let title = name.clone().unwrap_or_else(|| problem.title.clone());
    let data = CaseData::new(name, instance);
    let drawing = instance.draw();
    let Some((explanation, claims)) = explained else {
        return Page::new(title, drawing, Some(data), InitialView::Game).html();
    };
    let text = if explanation.moves.len() > MAX_SHOWN_PLIES {
        format!("{drawing}\n{}\n", instance.describe(explanation.outcome))
    } else {
        explain::render(instance, explanation, claims, 80)
    };
    let data = data.with_claims(explanation, claims);
    Page::new(title, text, Some(data), InitialView::Explanation).html()
}

/// Writes the page to a temporary file. The file is not removed, because the browser reads it
/// later.
fn write_temporary_page(page: &str) -> Result<PathBuf, Failure> {
    let fault = |error: io::Error| {
        Failure::usage_error(format!(
            "{}: cannot write the page: {error}; set TMPDIR to another directory",
            escape_path(std::env::temp_dir())
        ))
    };
    let mut builder = tempfile::Builder::new();
    let builder = builder.prefix("mousetrap-play-").suffix(".html");
    let mut file = builder.tempfile().map_err(fault)?;
    file.write_all(page.as_bytes()).map_err(fault)?;
    let (_, path) = file.keep().map_err(|error| fault(error.error))?;
    Ok(path)
}
