//! `mousetrap play`: a case in the browser.

use std::io::Write as _;
use std::path::PathBuf;

use crate::cli::common::Global;
use crate::cli::failure::{Failure, Status};
use crate::solve::case_file::CaseOptions;
use crate::solve::page;
use mousetrap_board::{Opening, Page};
use mousetrap_util::printable::named;

/// Play a case in the browser, against perfect play
///
/// Prints the address of a page that shows what every move is worth, lets you draw boards
/// and graphs, and needs no network. The page is a temporary file; to keep one, use
/// `mousetrap explain --format html`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap play                      an empty board to draw on
  mousetrap play case.txt
  mousetrap play --extended large.txt

Exit codes: 0 the page was written, 2 bad usage or input, 3 internal error.")]
pub(crate) struct Arguments {
    /// The case: a file in the stdin text form or as pasted from the problem
    /// page, such a text itself, the name of a case of a suite, or `-` for
    /// standard input
    #[arg(value_name = "CASE")]
    case: Option<PathBuf>,
    #[command(flatten)]
    options: CaseOptions,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let page = match &arguments.case {
        None => Page::new("Mousetrap".into(), String::new(), Vec::new(), Opening::Game).html(),
        Some(file) => {
            let instance = (arguments.options).read(global, &global.config()?, file, None)?;
            page::game(file, &instance)
        }
    };
    outln!(
        "open this page in a browser: file://{}",
        named(&write(&page)?)
    );
    Ok(Status::Expected)
}

/// Writes a temporary file that stays: the browser reads it after this program has ended.
fn write(page: &str) -> Result<PathBuf, Failure> {
    let fault = |error: std::io::Error| {
        Failure::usage(format!(
            "{}: the page cannot be written: {error}; name another directory in TMPDIR",
            named(std::env::temp_dir())
        ))
    };
    let mut builder = tempfile::Builder::new();
    let builder = builder.prefix("mousetrap-play-").suffix(".html");
    let mut file = builder.tempfile().map_err(fault)?;
    file.write_all(page.as_bytes()).map_err(fault)?;
    let (_, path) = file.keep().map_err(|error| fault(error.error))?;
    Ok(path)
}
