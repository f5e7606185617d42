//! The command line: a file per subcommand, arguments in, exit status out.

// First, since its macros are for the modules below.
#[macro_use]
mod out;

mod calibrate;
mod case_file;
mod compare;
mod completions;
mod doctor;
mod explain;
mod explain_play;
mod export;
mod failure;
mod generate;
mod hunt;
mod import;
mod init;
mod judge;
mod man;
mod new;
mod outputs;
mod result_file;
mod schema;
mod setup;
mod solve;
mod strength;
mod stress;
mod verify;
mod watch;
mod why_slow;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use indicatif::ProgressDrawTarget;

use crate::config::Config;
use crate::language::Languages;
use crate::printable::printable;
use crate::report::Progress;

pub use failure::{Failure, Status};

/// Judge and hidden-test factory for the Cat and Mouse problems.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, arg_required_else_help = true)]
pub struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Options that every subcommand knows.
#[derive(Debug, Args)]
pub struct Global {
    /// Project folder: the one with judge.toml [default: this folder or the
    /// nearest one above it, else the built-in suites]
    #[arg(short = 'C', long, value_name = "DIR", global = true)]
    pub project: Option<PathBuf>,
    /// Show no progress, and of a table only what is not as expected
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say more about what is done and with what
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

impl Global {
    /// The configuration of the project that the user works in.
    fn config(&self) -> Result<Config, Failure> {
        let config = match &self.project {
            Some(folder) => Config::read(folder),
            None => Config::find(Path::new(".")),
        };
        let config = config.map_err(Failure::usage)?;
        self.note(|| format!("project: {}", config.root));
        Ok(config)
    }

    /// The display of how far a run is.
    fn progress(&self) -> Progress {
        if self.quiet {
            Progress::Quiet
        } else {
            Progress::stderr()
        }
    }

    /// Where other displays of progress are drawn.
    fn draw_target(&self) -> ProgressDrawTarget {
        if self.quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        }
    }

    /// Says something that only `--verbose` asks for.
    fn note(&self, text: impl FnOnce() -> String) {
        if self.verbose {
            errln!("{}", text());
        }
    }

    /// The languages of the project that the user works in.
    fn languages(&self) -> Result<Languages, Failure> {
        Ok(self.config()?.languages)
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    Judge(judge::Arguments),
    Init(init::Arguments),
    New(new::Arguments),
    Generate(generate::Arguments),
    Calibrate(calibrate::Arguments),
    Compare(compare::Arguments),
    Stress(stress::Arguments),
    Explain(explain::Arguments),
    Strength(strength::Arguments),
    Hunt(hunt::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
    Export(export::Arguments),
    Import(import::Arguments),
    Doctor(doctor::Arguments),
    Setup(setup::Arguments),
    Solve(solve::Arguments),
    Verify(verify::Arguments),
    Schema(schema::Arguments),
}

/// Parses the command line, runs the subcommand, and says how it went.
pub fn main() -> ExitCode {
    let done = match Cli::try_parse() {
        Ok(cli) => cli.run(),
        // Asked for help or the version, or not understood.
        Err(error) if error.use_stderr() => {
            let _ = error.print();
            Ok(Status::Usage)
        }
        Err(error) => {
            out::help(&error);
            Ok(Status::Expected)
        }
    };
    match done.and_then(out::finish) {
        Ok(status) => status.into(),
        Err(failure) => {
            // What others wrote may be part of it: a name, a compiler's text.
            errln!("error: {}", printable(&format!("{:#}", failure.error())));
            failure.status().into()
        }
    }
}

impl Cli {
    fn run(self) -> Result<Status, Failure> {
        match self.command {
            Command::Judge(arguments) => judge::run(&self.global, &arguments),
            Command::Init(arguments) => init::run(&arguments),
            Command::New(arguments) => new::run(&self.global, &arguments),
            Command::Generate(arguments) => generate::run(&self.global, &arguments),
            Command::Doctor(arguments) => doctor::run(&self.global, &arguments),
            Command::Stress(arguments) => stress::run(&self.global, &arguments),
            Command::Explain(arguments) => explain::run(&self.global, &arguments),
            Command::Strength(arguments) => strength::run(&self.global, &arguments),
            Command::Hunt(arguments) => hunt::run(&self.global, &arguments),
            Command::Completions(arguments) => completions::run(&arguments),
            Command::Setup(arguments) => setup::run(&self.global, &arguments),
            Command::Solve(arguments) => solve::run(&arguments),
            Command::Verify(arguments) => verify::run(&arguments),
            Command::Calibrate(arguments) => calibrate::run(&self.global, &arguments),
            Command::Compare(arguments) => compare::run(&arguments),
            Command::Export(arguments) => export::run(&self.global, &arguments),
            Command::Import(arguments) => import::run(&self.global, &arguments),
            Command::Man(arguments) => man::run(&arguments),
            Command::Schema(_) => Ok(schema::run()),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use regex::Regex;

    use super::*;

    /// Every subcommand, those of subcommands as well.
    fn all(command: &clap::Command, found: &mut Vec<clap::Command>) {
        for inner in command.get_subcommands() {
            found.push(inner.clone());
            all(inner, found);
        }
    }

    #[test]
    fn every_subcommand_has_examples_and_each_of_them_is_understood() {
        let mut commands = Vec::new();
        all(&Cli::command(), &mut commands);
        let beyond = Regex::new(r"  .*| [<>|] .*| && .*").unwrap();
        let quoted = Regex::new("'[^']*'").unwrap();
        for command in commands {
            let help = command.get_after_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            assert!(help.contains("Example"), "{}", command.get_name());
            for line in help.lines() {
                let Some(example) = line.strip_prefix("  mousetrap ") else {
                    continue;
                };
                let example = beyond.replace(example, "");
                let example = quoted.replace_all(&example, "x");
                let words = std::iter::once("mousetrap").chain(example.split_whitespace());
                if let Err(error) = Cli::try_parse_from(words) {
                    panic!("{line}\n{error}");
                }
            }
        }
    }
}
