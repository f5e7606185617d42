//! `mousetrap verify`: checks the proof of an answer without solving.

use std::path::PathBuf;

use clap::Args;

use crate::case_file::{CaseOptions, read_text, shown};
use crate::common::Global;
use crate::failure::{Failure, Status};
use cat_and_mouse::solve::certificate::Certificate;

/// Check a certificate that `solve --certificate` wrote
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  mousetrap solve --certificate proof.txt case.in\n  mousetrap verify case.in proof.txt"
)]
pub(crate) struct Arguments {
    /// The case: a file, or the name of a case of a suite; `-` is standard input
    #[arg(value_name = "CASE")]
    case: PathBuf,
    /// The certificate
    #[arg(value_name = "CERTIFICATE")]
    certificate: PathBuf,
    #[command(flatten)]
    options: CaseOptions,
}

/// Checks the certificate and says what it proves.
///
/// # Errors
/// An unreadable case, or a file that is not a certificate.
pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let instance = arguments.options.read(&config, &arguments.case, None)?;
    let name = shown(&arguments.certificate);
    let certificate: Certificate = read_text(&arguments.certificate)?
        .parse()
        .map_err(|error| Failure::usage(format!("{name}: {error}")))?;
    match instance.check(&certificate) {
        Ok(()) => {
            outln!("proved. {}", instance.describe(certificate.outcome));
            Ok(Status::Expected)
        }
        Err(refusal) => {
            outln!("not proved. {name}: {refusal}");
            Ok(Status::Unexpected)
        }
    }
}
