//! `mousetrap export`: suites in the formats of other tools.

mod files;
mod selection;

use std::fs;
use std::path::PathBuf;

use crate::cli::common::{Global, choice, problem};
use crate::cli::failure::{Failure, Status};
use cat_and_mouse::Game;
use files::{short_name, write};
use mousetrap_judge::FindOptions;
use mousetrap_model::Verdict;
use mousetrap_report::counted;
use mousetrap_suite::export::{Format, Package, cases_at_bounds, icpc, in_ans, jsonl};
use mousetrap_util::printable::named;
use selection::{cases, points, wanted};

/// Write suites in the format of another tool
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap export in-ans --problem 1728 tests/
  mousetrap export jsonl --problem 1728 cases/
  mousetrap export icpc --problem 913 catandmouse --submission solutions/913/accepted")]
pub(crate) struct Arguments {
    /// The format
    #[arg(value_parser = choice::<Format>())]
    format: Format,
    /// The directory to make, or the file; it must not exist, or be empty. A
    /// package is named after it: that is the short name of its problem
    #[arg(value_name = "PATH")]
    directory: PathBuf,
    /// The problem [default: the one that has the suite]
    #[arg(long, short, value_parser = problem)]
    problem: Option<Game>,
    /// Only this suite (may be repeated) [default: those of judge.toml]
    #[arg(long, short, value_name = "SUITE")]
    suite: Vec<String>,
    /// A submission, or a directory of them, for a package (may be repeated)
    /// [default: the project's solutions]
    #[arg(long, value_name = "PATH", help_heading = "Packages")]
    submission: Vec<PathBuf>,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let Arguments {
        format, directory, ..
    } = arguments;
    let taken = fs::read_dir(directory).is_ok_and(|mut entries| entries.next().is_some());
    if taken || (directory.exists() && !directory.is_dir()) {
        return Err(Failure::usage(format!(
            "{}: exists already; name a new one",
            named(directory)
        )));
    }
    let (game, names) = wanted(&config, arguments)?;
    let mut cases = cases(global, &config, arguments, (game, names))?;
    let files = match format {
        Format::InAns => Some(in_ans(&cases)),
        Format::Jsonl => Some(jsonl(&cases, points(&config, game, &cases)?.as_ref())),
        Format::Icpc => None,
    };
    if let Some(files) = files {
        if !arguments.submission.is_empty() {
            return Err(Failure::usage(
                "--submission is for packages; this format has cases only",
            ));
        }
        write(directory, &files)?;
        outln!("{}: {}", named(directory), counted(cases.len(), "case"));
        return Ok(Status::Expected);
    }
    cases.extend(cases_at_bounds(game, config.limits));
    let name = short_name(directory)?;
    let options = FindOptions::new(Game::problems(), Some(game.problem()), None);
    let submissions = mousetrap_judge::find(
        &config.root,
        &arguments.submission,
        &config.languages,
        options,
    )
    .map_err(Failure::usage)?;
    let package = Package::new(game, name, &cases, &submissions).map_err(Failure::usage)?;
    let mut expected = package.programs.iter().map(|(expected, _)| *expected);
    if expected.all(|expected| expected != Verdict::Accepted) {
        return Err(Failure::usage(
            "a package needs an accepted submission, in C, C++, Java, Python or Rust; name one with \
             --submission",
        ));
    }
    for reason in &package.left_out {
        errln!("left out: {reason}");
    }
    write(directory, &icpc(&package))?;
    outln!(
        "{}: {}, {}, {}",
        named(directory),
        counted(package.samples.len(), "sample"),
        counted(package.secret.len(), "secret case"),
        counted(package.programs.len(), "submission")
    );
    Ok(Status::Expected)
}
