//! The command line: a file per subcommand, arguments in, exit status out.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use indicatif::ProgressDrawTarget;
use mousetrap_base::Choice;

use mousetrap_base::printable::printable;
use mousetrap_judge::config::Config;
use mousetrap_judge::language::Languages;
use mousetrap_report::Progress;

use crate::failure::{Failure, Status};
use crate::{
    built_in, calibrate, compare, completions, doctor, explain, export, generate, hunt, import,
    init, judge, man, new, out, schema, setup, solve, strength, stress, verify,
};

/// Judge and hidden-test factory for the Cat and Mouse problems.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Reads one of a closed set of values, and lists them in the help.
pub(crate) fn choice<T: Choice + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let values = T::ALL
        .iter()
        .map(|choice| PossibleValue::new(choice.name()).help(choice.help()));
    PossibleValuesParser::new(values).try_map(|name| T::named(&name).ok_or("is not known"))
}

/// Options that every subcommand knows.
#[derive(Debug, Args)]
pub(crate) struct Global {
    /// Project directory: the one with judge.toml [default: this directory or the
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
    pub(crate) fn config(&self) -> Result<Config, Failure> {
        let config = match &self.project {
            Some(directory) => Config::read(directory, &built_in::ROOT),
            None => Config::find(Path::new("."), &built_in::ROOT),
        };
        let config = config.map_err(Failure::usage)?;
        self.note(|| format!("project: {}", config.root));
        Ok(config)
    }

    /// The display of how far a run is.
    pub(crate) fn progress(&self) -> Progress {
        if self.quiet {
            Progress::Quiet
        } else {
            Progress::stderr()
        }
    }

    /// Where other displays of progress are drawn.
    pub(crate) fn draw_target(&self) -> ProgressDrawTarget {
        if self.quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        }
    }

    /// Says something that only `--verbose` asks for.
    pub(crate) fn note(&self, text: impl FnOnce() -> String) {
        if self.verbose {
            errln!("{}", text());
        }
    }

    /// The languages of the project that the user works in.
    pub(crate) fn languages(&self) -> Result<Languages, Failure> {
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
pub(crate) fn main() -> ExitCode {
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
