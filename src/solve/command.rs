//! `mousetrap solve`: prints the answer to one case, and writes or checks proofs of answers.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::context::GlobalOptions;
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::judge::output_files;
use crate::solve::case_file::{CaseArguments, display_path, read_text};
use cat_and_mouse::Instance;
use cat_and_mouse::solve::certificate::Certificate;

/// Solve one case and print who wins, and after how many plies
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  mousetrap solve case.txt
  mousetrap solve < case.txt
  mousetrap solve --certificate proof.txt case.txt
  mousetrap solve --verify proof.txt case.txt

Exit codes: 0 solved or proved, 1 the certificate does not prove the answer to this case,
2 bad usage or input, 3 internal error.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    case: CaseArguments,
    /// Also write a proof of the answer to this file, for --verify
    #[arg(long, value_name = "FILE", help_heading = "Certificates")]
    certificate: Option<PathBuf>,
    /// Check the proof in this file without solving the case
    #[arg(long, value_name = "FILE", conflicts_with_all = ["certificate"],
          help_heading = "Certificates")]
    verify: Option<PathBuf>,
}

/// Solves the case and prints the answer, or checks the proof of an answer.
///
/// # Errors
/// Returns an error if the case cannot be read or is illegal, or if the certificate cannot be read
/// or written.
pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let config = global.read_config()?;
    let instance = arguments.case.read_case(global, &config, None)?;
    if let Some(path) = &arguments.verify {
        return verify_certificate(&instance, path);
    }
    if let Some(path) = &arguments.certificate {
        output_files::check_writable(path, |text| text.starts_with("certificate "))?;
    }
    let outcome = instance.solve();
    outln!("{}\n{}", instance.draw(), instance.describe(outcome));
    if let Some(path) = &arguments.certificate {
        output_files::write_text(path, &instance.build_certificate().to_string())?;
    }
    Ok(ExitStatus::Expected)
}

/// Checks the certificate in a file, with code that shares nothing with the solvers.
fn verify_certificate(instance: &Instance, path: &Path) -> CommandResult {
    let name = display_path(path);
    let certificate: Certificate = read_text(path)?
        .parse()
        .map_err(|error| Failure::usage_error(format!("{name}: {error}")))?;
    let checked = instance.check_certificate(&certificate);
    match &checked {
        Ok(()) => outln!("proved. {}", instance.describe(certificate.outcome)),
        Err(refusal) => outln!("not proved. {name}: {refusal}"),
    }
    Ok(ExitStatus::from_is_expected(checked.is_ok()))
}
