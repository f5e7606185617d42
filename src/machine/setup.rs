//! `mousetrap setup`: installs the toolchains of submissions.

use std::io::{self, IsTerminal as _};
use std::process::Command;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use crate::cli::common::{Global, interruption};
use crate::cli::failure::{Failure, Status};
use cat_and_mouse::Game;
use mousetrap_judge::config::JudgeOptions;
use mousetrap_judge::{PrepareOptions, prepare_toolchain};
use mousetrap_languages::{
    Language, Languages, Probed, Toolchain, install_commands, probe_again, setup_script,
    toolchains_dir,
};
use mousetrap_model::Message;
use mousetrap_util::printable::{indented, printable};
use mousetrap_util::toml_file::suggest;

/// Install toolchains, on Debian or Ubuntu
///
/// Uses apt (as root, or with sudo), npm, pip and cargo. What apt does not
/// install goes to the directory in `MOUSETRAP_TOOLCHAINS`, by default
/// ~/.local/share/mousetrap/toolchains. What is there already is left alone. Then it
/// makes compilers ready, which the first submission would have to wait for.
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
    /// Run install commands that come from judge.toml without asking
    #[arg(long, conflicts_with = "print")]
    yes: bool,
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
    consent(&languages, arguments.yes)?;
    #[expect(
        clippy::disallowed_methods,
        reason = "our own script, and what the user agreed to"
    )]
    let status = Command::new("bash")
        .args(["-c", &script])
        .status()
        .map_err(|error| Failure::usage(format!("bash cannot be run: {error}")))?;
    if !status.success() {
        return Err(Failure::usage(
            "the installation failed; see above, or read the script: mousetrap setup --print",
        ));
    }
    let interrupted = interruption()?;
    let mut missing = Vec::new();
    for language in languages {
        if interrupted.load(Ordering::Relaxed) {
            return Ok(Status::Interrupted);
        }
        match probe_again(language) {
            Probed::Toolchain(toolchain) => {
                outln!(
                    "{}",
                    printable(&format!("{} {}", language.name, toolchain.version))
                );
                prepare(language, &toolchain, interrupted);
            }
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

/// Prints the install commands that come from a project, and asks whether to run them.
///
/// # Errors
/// If the user does not agree, or cannot be asked.
fn consent(languages: &[&Language], yes: bool) -> Result<(), Failure> {
    let foreign = languages
        .iter()
        .filter(|language| language.installs_for_project());
    let foreign: Vec<&Language> = foreign.copied().collect();
    if foreign.is_empty() {
        return Ok(());
    }
    errln!("judge.toml installs with these commands, which run as your user or as root:");
    for language in foreign {
        errln!("{}", indented(&install_commands(language)).trim_end());
    }
    if yes {
        return Ok(());
    }
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return Err(Failure::usage(
            "nothing was installed: commands from judge.toml need your consent, and there is no \
             terminal to ask on; if you trust them, add --yes",
        ));
    }
    errln!("Run them? [y/N]");
    let mut answer = String::new();
    let _ = io::stdin().read_line(&mut answer);
    if matches!(answer.trim(), "y" | "Y" | "yes") {
        return Ok(());
    }
    Err(Failure::usage(
        "nothing was installed, since you did not agree to the commands from judge.toml; name \
         other languages, or remove `install` there",
    ))
}

/// Makes a toolchain ready now, so that the first submission does not wait for it.
/// It works without, so a failure is a remark.
fn prepare(language: &Language, toolchain: &Toolchain, interrupted: &AtomicBool) {
    let cache = JudgeOptions::default().cache;
    let said = Once::new();
    let begins = || said.call_once(|| errln!("preparing {} for quick compiling", language.name));
    let options = PrepareOptions {
        problems: Game::problems(),
        cache,
        interrupted,
        on_start: &begins,
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
