//! `mousetrap new`: creates files for the user to fill in.

use std::path::PathBuf;

use crate::cli::context::{GlobalOptions, find_problem, project_option_text};
use crate::cli::failure::{CommandResult, ExitStatus, Failure, create_new_file};
use mousetrap_judge::SOLUTIONS_DIR;
use mousetrap_languages::stub_source;
use mousetrap_model::Verdict;
use mousetrap_problems::definition::PROBLEMS_DIRECTORY;
use mousetrap_util::printable::escape_path;

use super::custom::{NewProblem, new_problem};

/// Create a solution or a problem to fill in
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap new solution python 1728
  mousetrap new problem max-area --signature \"int maxArea(int[] height)\"")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: NewCommand,
}

#[derive(Debug, clap::Subcommand)]
enum NewCommand {
    Solution(NewSolution),
    Problem(NewProblem),
}

/// Create an empty solution with the signature from the problem page
///
/// In a project, the file is created in solutions/<problem>/accepted/, and otherwise in the current
/// directory.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap new solution python 1728
  mousetrap new solution cpp 913 tries/second.cpp

Exit codes: 0 done, 2 the file already exists or cannot be written.")]
struct NewSolution {
    /// The language, by id or extension: python, cpp, rs, …
    language: String,
    /// The problem
    problem: String,
    /// The file to create [default: answer-PROBLEM with the language's extension]
    file: Option<PathBuf>,
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let solution = match &arguments.command {
        NewCommand::Solution(solution) => solution,
        NewCommand::Problem(problem) => return new_problem(global, problem),
    };
    let config = global.read_config()?;
    let language = crate::machine::setup::find_language(&solution.language, &config.languages)?;
    let problem = find_problem(&config, &solution.problem)?;
    let text = stub_source(language, problem).ok_or_else(|| {
        Failure::usage_error(format!(
            "{} does not support the signature {}; choose another language",
            language.name, problem.signature
        ))
    })?;
    let id = &problem.id;
    let path = solution.file.clone().unwrap_or_else(|| {
        let name = format!("answer-{id}.{}", language.extensions[0]);
        let directory = config.root.directory().map(|directory| {
            let solutions = match problem.game {
                Some(_) => directory.join(SOLUTIONS_DIR).join(id),
                None => directory
                    .join(PROBLEMS_DIRECTORY)
                    .join(id)
                    .join(SOLUTIONS_DIR),
            };
            solutions.join(Verdict::Accepted.directory())
        });
        directory.unwrap_or_default().join(name)
    });
    create_new_file(&path, &text, "name another file")?;
    let shown = escape_path(&path);
    outln!(
        "{shown}\n\nnext: write the function, then\n  mousetrap judge {shown}{}",
        project_option_text(&config.root)
    );
    Ok(ExitStatus::Expected)
}
