//! `mousetrap export`: suites in the forms that other tools take.

mod arguments;
mod files;
mod job;
mod selection;

use std::fs;

use crate::cli::common::Global;
use crate::cli::failure::{Failure, Status};
use cat_and_mouse::Game;
use clap::Command;
use files::{short_name, write, write_zip};
use job::write_job;
use mousetrap_judge::FindOptions;
use mousetrap_model::Verdict;
use mousetrap_report::counted;
use mousetrap_suite::export::{Package, cases_at_bounds};
use mousetrap_util::printable::named;
use selection::{cases, points, recipes, wanted};

pub(crate) use arguments::Arguments;

/// Writes an export. A job is checked with `program`, the command line of `mousetrap`.
pub(crate) fn run(
    global: &Global,
    arguments: &Arguments,
    program: Command,
) -> Result<Status, Failure> {
    let config = global.config()?;
    let directory = &arguments.directory;
    let taken = fs::read_dir(directory).is_ok_and(|mut entries| entries.next().is_some());
    if taken || (directory.exists() && !directory.is_dir()) {
        return Err(Failure::usage(format!(
            "{}: exists already; name a new one",
            named(directory)
        )));
    }
    if let Some(scheduler) = arguments.format.scheduler() {
        if global.project.is_some() {
            return Err(Failure::usage(
                "a job takes what its command says: put --project behind --, after judge",
            ));
        }
        return write_job(arguments, scheduler, program);
    }
    if arguments.shards.is_some() || !arguments.command.is_empty() {
        return Err(Failure::usage(
            "--shards and a command are for jobs: slurm and kubernetes",
        ));
    }
    let (game, names) = wanted(&config, arguments)?;
    let mut cases = cases(&config, arguments, game, &names)?;
    let points = points(&config, arguments, game, &cases)?;
    if let Some(files) = arguments.format.cases(&cases, points.as_ref()) {
        if arguments.points {
            return Err(Failure::usage(
                "--points is for packages; jsonl has the groups in any case, and other forms of \
                 cases have no groups",
            ));
        }
        if !arguments.submission.is_empty() {
            return Err(Failure::usage(
                "--submission is for packages; this form has cases alone",
            ));
        }
        write(directory, &files)?;
        outln!("{}: {}", named(directory), counted(cases.len(), "case"));
        return Ok(Status::Expected);
    }
    cases.extend(cases_at_bounds(game, config.limits));
    let name = short_name(directory, arguments.format)?;
    let options = FindOptions::new(Game::problems(), Some(game.problem()), None);
    let submissions = mousetrap_judge::find(
        &config.root,
        &arguments.submission,
        &config.languages,
        options,
    )
    .map_err(Failure::usage)?;
    let mut package = Package::new(game, name, &cases, &submissions).map_err(Failure::usage)?;
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
    if let Some(points) = points {
        package = package.with_points(points, &cases);
    }
    package.recipes = recipes(&config, game, &names)?;
    for reason in &package.left_out {
        errln!("left out: {reason}");
    }
    let files = arguments.format.package(&package).unwrap_or_default();
    if arguments.format.is_zip() {
        write_zip(directory, &files)?;
    } else {
        write(directory, &files)?;
    }
    outln!(
        "{}: {}, {}, {}",
        named(directory),
        counted(package.samples.len(), "sample"),
        counted(package.secret.len(), "secret case"),
        counted(package.programs.len(), "submission")
    );
    Ok(Status::Expected)
}
