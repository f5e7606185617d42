//! `mousetrap strength judged`: counts how many correct and incorrect programs got the right
//! verdict.

use std::path::PathBuf;

use mousetrap_setter::strength::LabelledPrograms;
use mousetrap_util::printable::escape_path;

use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::judge::output_files;

/// Count correct programs that were accepted and incorrect programs that were rejected
///
/// The name of a program's directory marks the program as correct or incorrect: right, correct,
/// wrong, incorrect, or the name of a verdict, as in solutions/.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  mousetrap judge solutions --output judged.json && mousetrap strength judged judged.json

Exit codes: 0 all programs got the right verdict, 1 some program did not, 2 bad usage or
no labelled program, 3 internal error.")]
pub(super) struct Arguments {
    /// A JSON report of `mousetrap judge`
    report: PathBuf,
    /// Count only programs for this problem
    #[arg(long, short)]
    problem: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> CommandResult {
    let report = output_files::read_report(&arguments.report)?;
    let problem = arguments.problem.as_deref();
    let labelled = LabelledPrograms::new(&report.run, problem).ok_or_else(|| {
        Failure::usage_error(format!(
            "{}: no program in this report is labelled; judge directories named right, correct or accepted \
             and wrong, incorrect or wrong_answer",
            escape_path(&arguments.report)
        ))
    })?;
    let table = labelled.markdown_table();
    out!("## Right and wrong programs\n\n{table}");
    Ok(ExitStatus::from_is_expected(
        labelled.all_verdicts_match_labels(),
    ))
}
