//! `mousetrap play`: writes a page on which the user plays a case in the browser.

use std::io::{self, Write as _};
use std::path::PathBuf;

use crate::cli::common::GlobalOptions;
use crate::cli::failure::{Failure, Status};
use crate::solve::case_file::CaseArguments;
use crate::solve::page;
use mousetrap_board::{InitialView, Page};
use mousetrap_util::printable::escape_path;

/// Play a case against a perfect opponent in the browser
///
/// Prints the address of a page on which you can play and draw boards and graphs. The page shows
/// the value of every move, and needs no network. Without a CASE, the board is empty. The page is a
/// temporary file; to save a page, use `mousetrap explain --format html`.
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

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> Result<Status, Failure> {
    let page = match &arguments.case.case {
        None => Page::new("Mousetrap".into(), String::new(), None, InitialView::Game).html(),
        Some(file) => {
            let config = global.read_config()?;
            let instance = arguments.case.read_case(global, &config, None)?;
            page::case_page(file, &instance, None)
        }
    };
    let path = escape_path(&write_temporary_page(&page)?);
    outln!("open this page in a browser: file://{path}");
    Ok(Status::Expected)
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
