//! `mousetrap export`: suites in the formats of other tools.

mod arguments;
mod files;
mod selection;

use std::fs;

use crate::cli::common::Global;
use crate::cli::failure::{Failure, Status};
use cat_and_mouse::Game;
use files::{short_name, write};
use mousetrap_judge::FindOptions;
use mousetrap_model::Verdict;
use mousetrap_report::counted;
use mousetrap_suite::export::{Format, Package, cases_at_bounds, icpc, in_ans, jsonl};
use mousetrap_util::printable::named;
use selection::{cases, points, wanted};

pub(crate) use arguments::Arguments;

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let directory = &arguments.directory;
    let taken = fs::read_dir(directory).is_ok_and(|mut entries| entries.next().is_some());
    if taken || (directory.exists() && !directory.is_dir()) {
        return Err(Failure::usage(format!(
            "{}: exists already; name a new one",
            named(directory)
        )));
    }
    let (game, names) = wanted(&config, arguments)?;
    let mut cases = cases(&config, arguments, game, &names)?;
    let files = match arguments.format {
        Format::InAns => Some(in_ans(&cases)),
        Format::Jsonl => Some(jsonl(&cases, points(&config, game, &cases)?.as_ref())),
        Format::Icpc => None,
    };
    if let Some(files) = files {
        if !arguments.submission.is_empty() {
            return Err(Failure::usage(
                "--submission is for packages; this format has cases alone",
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
    if package
        .programs
        .iter()
        .all(|(expected, _)| *expected != Verdict::Accepted)
    {
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
