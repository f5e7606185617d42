//! `mousetrap new problem`: creates the files of a problem for the author to fill in.

use std::path::Path;
use std::sync::Arc;

use super::writable_project_path;
use crate::cli::context::{GlobalOptions, project_option_text};
use crate::cli::failure::{CommandResult, ExitStatus, Failure, create_new_file};
use mousetrap_judge::config::Config;
use mousetrap_languages::stub_source;
use mousetrap_model::{Checker, Problem, Signature};
use mousetrap_problems::definition::{DEFINITION_FILE_NAME, PROBLEMS_DIRECTORY, is_valid_id};
use mousetrap_problems::template;
use mousetrap_util::printable::escape_path;

/// Create a custom problem from the signature of its function
///
/// Writes problems/ID/ with problem.toml, a statement and a reference solution to fill in.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap new problem max-area --signature \"int maxArea(int[] height)\"
  mousetrap new problem rotate --signature \"void rotate(int[][] matrix)\" --language cpp

Types: int, long, double, boolean, char, string, ListNode, TreeNode, arrays such as
int[][] and lists such as List<Integer>. A void function modifies its first parameter.

Exit codes: 0 done, 2 the problem already exists or cannot be written.")]
pub(in crate::set) struct NewProblem {
    /// The name of the problem: lower-case letters, digits and "-"
    id: String,
    /// The signature of the function in Java, as on the problem page
    #[arg(long)]
    signature: String,
    /// The language of the reference solution, by id or extension
    #[arg(long, default_value = "python")]
    language: String,
}

pub(in crate::set) fn new_problem(global: &GlobalOptions, arguments: &NewProblem) -> CommandResult {
    let config = global.read_config()?;
    let id = &arguments.id;
    let directory = Path::new(PROBLEMS_DIRECTORY).join(id);
    check_problem_id(&config, id)?;
    let signature: Signature = arguments.signature.parse().map_err(|error| {
        Failure::usage_error(format!("--signature {:?}: {error}", arguments.signature))
    })?;
    let language = crate::machine::setup::find_language(&arguments.language, &config.languages)?;
    let problem = Arc::new(Problem {
        id: id.clone(),
        title: String::new(),
        checker: Checker::default_for(signature.answer_type()),
        signature: signature.clone(),
        replies: Vec::new(),
        game: None,
    });
    let reference = stub_source(language, &problem).ok_or_else(|| {
        Failure::usage_error(format!(
            "{} does not support the signature {signature}; choose another --language",
            language.name
        ))
    })?;
    let reference_file = format!("reference.{}", language.extensions[0]);
    for (name, text) in [
        (
            DEFINITION_FILE_NAME,
            template::definition_template(id, &signature, &reference_file),
        ),
        ("statement.md", template::statement_template(id, &signature)),
        (&*reference_file, reference),
    ] {
        let path = writable_project_path(&config, &directory.join(name))?;
        create_new_file(&path, &text, "use another name")?;
        outln!("{}", escape_path(&path));
    }
    let again = project_option_text(&config.root);
    outln!("\nnext: fill them in, then");
    let commands = [
        (
            format!("import --problem {id}{again} -"),
            "paste the examples from the statement",
        ),
        (
            format!("generate {id}{again}"),
            "a hidden suite with answers from the reference solution",
        ),
        (
            format!("judge answer.py{again}"),
            "judge a solution in any language",
        ),
    ];
    let width = commands.each_ref().map(|(command, _)| command.len());
    let width = width.into_iter().max().unwrap_or_default();
    for (command, purpose) in commands {
        outln!("  mousetrap {command:width$}   {purpose}");
    }
    Ok(ExitStatus::Expected)
}

fn check_problem_id(config: &Config, id: &str) -> Result<(), Failure> {
    if config.problems.iter().any(|problem| problem.id == id) {
        return Err(Failure::usage_error(format!(
            "problem {id} already exists; use another name"
        )));
    }
    if is_valid_id(id) {
        return Ok(());
    }
    Err(Failure::usage_error(format!(
        "{id:?} is not a valid name for a problem; use lower-case letters, digits and \"-\""
    )))
}
