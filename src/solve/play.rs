//! `mousetrap play`: a case in the browser.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::cli::common::Global;
use crate::cli::failure::{Failure, Status};
use crate::solve::case_file::{CaseOptions, shown};
use mousetrap_board::{Exhibit, Opening, Page};
use mousetrap_util::printable::named;

/// Play a case in the browser, against perfect play
///
/// The page shows what every move is worth, lets you draw boards and graphs, and
/// needs no network. Its path is printed, for machines without a browser. The page is
/// a temporary file, which a later `mousetrap play` removes after a day; to keep one,
/// use `mousetrap explain --format html`.
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
    let (title, text, exhibits) = match &arguments.case {
        None => ("Mousetrap".to_owned(), String::new(), Vec::new()),
        Some(file) => {
            let instance = arguments.options.read(&global.config()?, file, None)?;
            let name = (file.as_os_str() != "-").then(|| shown(file));
            let exhibit = Exhibit::new(name.clone(), &instance);
            let title = name.unwrap_or_else(|| instance.game().problem().title.clone());
            (title, instance.draw(), vec![exhibit])
        }
    };
    let page = Page::new(title, text, exhibits, Opening::Game).html();
    let path = kept(&page)?;
    outln!("{}", named(&path));
    if !opened(&path) {
        errln!("no browser could be started; open this file in one");
    }
    Ok(Status::Expected)
}

/// How long a page stays at least.
const KEPT: Duration = Duration::from_hours(24);

const PREFIX: &str = "mousetrap-play-";

/// Removes the pages of earlier days. Those of other users cannot be.
fn tidy(directory: &Path) {
    let pages = fs::read_dir(directory).into_iter().flatten().flatten();
    for page in pages {
        let name = page.file_name();
        let is_page = name.to_string_lossy().starts_with(PREFIX);
        let facts = page
            .metadata()
            .ok()
            .filter(|facts| is_page && facts.is_file());
        let age = facts.and_then(|facts| facts.modified().ok()?.elapsed().ok());
        if age.is_some_and(|age| age > KEPT) {
            let _ = fs::remove_file(page.path());
        }
    }
}

/// Writes a temporary file that stays: the browser reads it after this program
/// has ended.
fn kept(page: &str) -> Result<PathBuf, Failure> {
    let fault = |error: std::io::Error| {
        let directory = std::env::temp_dir();
        Failure::usage(format!(
            "{}: the page cannot be written: {error}; name another directory in TMPDIR",
            named(&directory)
        ))
    };
    tidy(&std::env::temp_dir());
    let mut builder = tempfile::Builder::new();
    let mut file = builder
        .prefix(PREFIX)
        .suffix(".html")
        .tempfile()
        .map_err(fault)?;
    file.write_all(page.as_bytes()).map_err(fault)?;
    let (_, path) = file.keep().map_err(|error| fault(error.error))?;
    Ok(path)
}

/// Asks the desktop to open a file. A browser that was not running yet may not
/// return before it is closed, so who has not failed after a moment has not
/// failed.
fn opened(path: &Path) -> bool {
    const MOMENT: Duration = Duration::from_secs(3);
    open::commands(path).iter_mut().any(|command| {
        let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
        let Ok(child) = quiet.stderr(Stdio::null()).spawn() else {
            return false;
        };
        has_not_failed(child, Instant::now() + MOMENT)
    })
}

fn has_not_failed(mut child: Child, until: Instant) -> bool {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if Instant::now() < until => sleep(Duration::from_millis(20)),
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn pages_of_earlier_days_go() {
        let directory = tempfile::tempdir().unwrap();
        for (name, days) in [
            (PREFIX, 2),
            ("mousetrap-other", 2),
            ("mousetrap-play-new", 0),
        ] {
            let file = fs::File::create(directory.path().join(name)).unwrap();
            file.set_modified(SystemTime::now() - days * KEPT).unwrap();
        }
        tidy(directory.path());
        let left = fs::read_dir(directory.path()).unwrap();
        let mut left: Vec<_> = left.map(|page| page.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["mousetrap-other", "mousetrap-play-new"]);
    }
}
