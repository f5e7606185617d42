//! `mousetrap new`: creates files to fill in.

use std::io::ErrorKind;
use std::path::PathBuf;

use crate::cli::common::{Global, project_option};
use crate::cli::failure::{Failure, Status};
use cat_and_mouse::Game;
use mousetrap_judge::SOLUTIONS;
use mousetrap_languages::stub;
use mousetrap_model::Verdict;
use mousetrap_util::printable::named;
use mousetrap_util::replace::make_file;

/// Create a solution to fill in
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  mousetrap new solution python 1728")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Solution(Solution),
}

/// Create a solution to fill in, in the form of the problem page
///
/// In a project it goes to solutions/<problem>/accepted/, elsewhere to the current
/// directory.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap new solution python 1728
  mousetrap new solution cpp 913 tries/second.cpp

Exit codes: 0 done, 2 the file exists already or cannot be written.")]
struct Solution {
    /// The language, by id or extension: python, cpp, rs, …
    language: String,
    /// The problem
    #[arg(value_parser = crate::cli::common::problem)]
    problem: Game,
    /// The file [default: answer-PROBLEM with the language's extension]
    file: Option<PathBuf>,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let What::Solution(solution) = &arguments.what;
    let config = global.config()?;
    let language = crate::machine::setup::language(&solution.language, &config.languages)?;
    let text = stub(language, solution.problem.problem()).ok_or_else(|| {
        Failure::usage(format!(
            "{} takes complete programs only: read a case from standard input, print the answer",
            language.name
        ))
    })?;
    let id = solution.problem.id();
    let path = solution.file.clone().unwrap_or_else(|| {
        let name = format!("answer-{id}.{}", language.extensions[0]);
        let directory = config.root.directory().map(|directory| {
            let solutions = directory.join(SOLUTIONS).join(id);
            solutions.join(Verdict::Accepted.directory())
        });
        directory.unwrap_or_default().join(name)
    });
    make_file(&path, text).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::usage(format!(
            "{}: exists already and was not changed; name another file",
            named(&path)
        )),
        _ => Failure::usage(format!("{}: {error}", named(&path))),
    })?;
    let shown = named(&path);
    outln!(
        "{shown}\n\nnext: mousetrap judge {shown}{}",
        project_option(&config.root)
    );
    Ok(Status::Expected)
}
