//! `mousetrap setup`: installs the toolchains of submissions.

use std::process::Command;

use clap::Args;

use crate::common::Global;
use crate::failure::{Failure, Status};
use mousetrap_base::toml_file::suggest;
use mousetrap_judge::language::{Language, Languages, Probed, probe, setup_script, toolchains_dir};

/// Install the toolchains that submissions need, on Debian or Ubuntu
///
/// Uses apt (as root, or with sudo), npm, pip and cargo. What apt does not
/// install goes to $`MOUSETRAP_TOOLCHAINS`, by default
/// ~/.local/share/mousetrap/toolchains. What is there already is left alone.
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "Examples:
  mousetrap setup                            every language
  mousetrap setup python cpp
  mousetrap setup --print kotlin             what it would do"
)]
pub(crate) struct Arguments {
    /// Languages to install, such as cpp or go [default: all]
    #[arg(value_name = "LANG")]
    languages: Vec<String>,
    /// Print the script that would be run, and stop
    #[arg(long)]
    print: bool,
}

/// Runs or prints the script for the languages asked for.
///
/// # Errors
/// Unknown languages, and an installation that fails.
pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let known = global.languages()?;
    let languages = wanted(arguments, &known)?;
    let script = setup_script(&languages, &toolchains_dir());
    if arguments.print {
        out!("{script}");
        return Ok(Status::Expected);
    }
    #[expect(clippy::disallowed_methods, reason = "our own script")]
    let status = Command::new("bash")
        .args(["-c", &script])
        .status()
        .map_err(|error| Failure::usage(format!("bash cannot be run: {error}")))?;
    if !status.success() {
        return Err(Failure::usage(
            "the installation failed; see above, or read the script: mousetrap setup --print",
        ));
    }
    let mut missing = Vec::new();
    for language in languages {
        match probe(language) {
            Probed::Toolchain(toolchain) => outln!("{} {}", language.name, toolchain.version),
            Probed::Missing { reason, .. } => missing.push(format!("{}: {reason}", language.name)),
        }
    }
    if missing.is_empty() {
        return Ok(Status::Expected);
    }
    Err(Failure::usage(format!(
        "installed, but not usable: {}",
        missing.join("; ")
    )))
}

fn wanted<'a>(arguments: &Arguments, known: &'a Languages) -> Result<Vec<&'a Language>, Failure> {
    if arguments.languages.is_empty() {
        return Ok(known.iter().collect());
    }
    let names = arguments.languages.iter();
    names.map(|name| language(name, known)).collect()
}

/// The language of this id or extension.
pub(crate) fn language<'a>(name: &str, known: &'a Languages) -> Result<&'a Language, Failure> {
    let found = known.by_id(name).or_else(|| known.by_extension(name));
    found.ok_or_else(|| {
        let ids: Vec<&str> = known.iter().map(|language| language.id.as_str()).collect();
        let remedy = suggest(name, &ids);
        Failure::usage(format!("unknown language \"{name}\"; {remedy}"))
    })
}
