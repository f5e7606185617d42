//! Finds the mutants of a submission in the sandbox, because the source is not trusted and the
//! parsers are written in C.

use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::process::exit;
use std::time::Duration;

use mousetrap_judge::{JudgeError, VariantRunner};
use mousetrap_model::Limits;
use mousetrap_mutate::{Mutation, find_mutations};
use mousetrap_util::Bytes;

use super::results::SkipReason;

/// The undocumented first argument that makes this program run as the sandboxed parser process.
const PARSER_ARGUMENT: &str = "__parse-mutants";

/// The resource limits for parsing one source.
const PARSER_LIMITS: Limits = Limits {
    cpu: Duration::from_secs(5),
    wall: Duration::from_mins(2),
    memory: Bytes::mib(512),
    output: Bytes::mib(16),
};

/// If this process was started as a parser, prints the mutants of a source as JSON and exits.
pub fn run_as_parser_if_requested() {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let [argument, language, file] = &arguments[..] else {
        return;
    };
    if argument != PARSER_ARGUMENT {
        return;
    }
    let print = || -> Result<(), Box<dyn std::error::Error>> {
        let found = find_mutations(&language.to_string_lossy(), &fs::read_to_string(file)?);
        let text = serde_json::to_vec(&found)?;
        #[expect(
            clippy::disallowed_methods,
            reason = "the parent process reads the output and the exit code"
        )]
        let mut out = std::io::stdout();
        Ok(out.write_all(&text)?)
    };
    exit(match print() {
        Ok(()) => 0,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{error}");
            1
        }
    });
}

/// Returns the mutants of a source. Drops mutants that are not valid edits of the source; the
/// parser prints such mutants only if a malicious source has taken control of it.
pub(super) fn parse_in_sandbox(
    bench: &mut VariantRunner<'_>,
    language: &str,
    source: &str,
) -> Result<Vec<Mutation>, SkipReason> {
    let output = bench.run_executable(&[PARSER_ARGUMENT, language], source, &PARSER_LIMITS);
    let output = output.map_err(|error| match error {
        JudgeError::Run { fault, .. } => SkipReason::Unparsed(fault),
        error => SkipReason::Judge(error),
    })?;
    let found: Vec<Mutation> = serde_json::from_slice(&output).map_err(|error| {
        SkipReason::Unparsed(format!("printed an invalid list of mutants: {error}"))
    })?;
    Ok(found
        .into_iter()
        .filter(|it| it.applies_to(source))
        .collect())
}
