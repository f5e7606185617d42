//! `mousetrap setup`: installs the toolchains that submissions need.

use std::process::Command;
use std::sync::Once;
use std::sync::atomic::AtomicBool;

use clap::Args;

use crate::cli::common::{GlobalOptions, is_interrupted, listen_for_signals};
use crate::cli::failure::{Failure, Status};
use cat_and_mouse::Game;
use mousetrap_judge::config::JudgeOptions;
use mousetrap_judge::{PrepareOptions, prepare_toolchain};
use mousetrap_languages::{
    Language, Languages, Toolchain, install_commands, probe_uncached, setup_script, toolchains_dir,
};
use mousetrap_model::Message;
use mousetrap_util::printable::{indent, printable};
use mousetrap_util::toml_file::suggest;

/// Install toolchains on Debian or Ubuntu
///
/// Uses apt (as root, or with sudo), npm, pip and cargo. Toolchains that apt does not install go to
/// the directory in `MOUSETRAP_TOOLCHAINS`, by default ~/.local/share/mousetrap/toolchains.
/// Toolchains that are already installed are not changed. Finally, the command prepares the
/// compilers, so that the first submission does not have to wait.
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "Examples:
  mousetrap setup                            every language
  mousetrap setup python cpp
  mousetrap setup --print kotlin             only show the script"
)]
pub(crate) struct Arguments {
    /// Languages to install, such as cpp or go [default: all]
    #[arg(value_name = "LANG")]
    languages: Vec<String>,
    /// Only print the script
    #[arg(long)]
    print: bool,
    /// Also run the install commands of judge.toml
    #[arg(long, conflicts_with = "print")]
    yes: bool,
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> Result<Status, Failure> {
    let known = global.read_config()?.languages;
    let languages = wanted_languages(arguments, &known)?;
    let script = setup_script(&languages, &toolchains_dir());
    if arguments.print {
        out!("{script}");
        return Ok(Status::Expected);
    }
    require_install_consent(&languages, arguments.yes)?;
    #[expect(
        clippy::disallowed_methods,
        reason = "Mousetrap writes this script, and the user has agreed to its commands from judge.toml"
    )]
    let status = Command::new("bash")
        .args(["-c", &script])
        .status()
        .map_err(|error| Failure::usage(format!("bash cannot be run: {error}")))?;
    if !status.success() {
        return Err(Failure::usage(
            "the installation failed; see the messages above, or read the script with `mousetrap setup --print`",
        ));
    }
    let interrupted = listen_for_signals()?;
    let mut missing = Vec::new();
    for language in languages {
        if is_interrupted() {
            return Ok(Status::Interrupted);
        }
        match probe_uncached(language) {
            Ok(toolchain) => {
                outln!(
                    "{}",
                    printable(&format!("{} {}", language.name, toolchain.version))
                );
                try_prepare_toolchain(language, &toolchain, interrupted);
            }
            Err(skip) => missing.push(format!("{}: {}", language.name, skip.reason)),
        }
    }
    if missing.is_empty() {
        return Ok(Status::Expected);
    }
    Err(Failure::usage(format!(
        "some toolchains were installed, but cannot be used: {}",
        missing.join("; ")
    )))
}

/// Prints the install commands in `judge.toml`, if there are any.
///
/// # Errors
/// Returns a failure if there are such commands and the user has not agreed to run them.
fn require_install_consent(languages: &[&Language], is_trusted: bool) -> Result<(), Failure> {
    let mut languages = languages.to_vec();
    languages.retain(|language| language.runs_project_install_commands());
    if languages.is_empty() {
        return Ok(());
    }
    errln!("judge.toml contains these install commands, which run as your user or as root:");
    for language in languages {
        errln!("{}", indent(&install_commands(language)).trim_end());
    }
    if is_trusted {
        return Ok(());
    }
    Err(Failure::usage(
        "nothing was installed, because judge.toml contains install commands; if you trust them, \
         add --yes, or else name other languages",
    ))
}

/// Prepares a toolchain, so that the first submission does not have to wait. A failure causes only
/// a warning.
fn try_prepare_toolchain(language: &Language, toolchain: &Toolchain, interrupted: &AtomicBool) {
    let once = Once::new();
    let on_start = || once.call_once(|| errln!("preparing {} for faster compiling", language.name));
    let options = PrepareOptions {
        problems: Game::problems(),
        cache: JudgeOptions::default().cache,
        interrupted,
        on_start: &on_start,
    };
    match prepare_toolchain(language, toolchain, &options) {
        Ok(_) | Err(Message::Interrupted) => {}
        Err(reason) => errln!(
            "warning: {} will compile more slowly: {}",
            language.name,
            printable(&reason.to_string())
        ),
    }
}

/// Returns the languages to install.
fn wanted_languages<'a>(
    arguments: &Arguments,
    known: &'a Languages,
) -> Result<Vec<&'a Language>, Failure> {
    if arguments.languages.is_empty() {
        return Ok(known.iter().collect());
    }
    let names = arguments.languages.iter();
    names.map(|name| find_language(name, known)).collect()
}

/// Returns the language with this id or file extension.
pub(crate) fn find_language<'a>(name: &str, known: &'a Languages) -> Result<&'a Language, Failure> {
    let found = known.by_id(name).or_else(|| known.by_extension(name));
    found.ok_or_else(|| {
        let ids: Vec<&str> = known.iter().map(|language| language.id.as_str()).collect();
        let remedy = suggest(name, &ids);
        Failure::usage(format!("unknown language \"{name}\"; {remedy}"))
    })
}
