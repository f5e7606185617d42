//! The subcommands.

use clap::{CommandFactory as _, Parser, Subcommand};

use crate::common::Global;
use crate::failure::{Failure, Status};
use crate::{
    cache, calibrate, compare, describe, doctor, explain, export, generate, hunt, import, init,
    judge, list, merge, new, play, run, serve, setup, solve, strength, stress, verify, watch,
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

#[derive(Debug, Subcommand)]
enum Command {
    Judge(judge::Arguments),
    Merge(merge::Arguments),
    Init(init::Arguments),
    Run(run::Arguments),
    Serve(serve::Arguments),
    New(new::Arguments),
    Generate(generate::Arguments),
    List(list::Arguments),
    Calibrate(calibrate::Arguments),
    Compare(compare::Arguments),
    Stress(stress::Arguments),
    Explain(explain::Arguments),
    Play(play::Arguments),
    Strength(strength::Arguments),
    Hunt(hunt::Arguments),
    Completions(describe::Completions),
    Man(describe::Man),
    Export(export::Arguments),
    Import(import::Arguments),
    Doctor(doctor::Arguments),
    Cache(cache::Arguments),
    Setup(setup::Arguments),
    Solve(solve::Arguments),
    Verify(verify::Arguments),
    Schema(describe::Schema),
}

impl Cli {
    /// Runs the subcommand.
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let global = &self.global;
        match &self.command {
            Command::Judge(arguments) if arguments.watch => watch::run(global, arguments),
            Command::Judge(arguments) => judge::run(global, arguments),
            Command::Merge(arguments) => merge::run(global, arguments),
            Command::Run(arguments) => run::run(global, arguments),
            Command::Serve(arguments) => serve::run(global, arguments),
            Command::Init(arguments) => init::run(arguments),
            Command::New(arguments) => new::run(global, arguments),
            Command::Generate(arguments) => generate::run(global, arguments),
            Command::List(arguments) => list::run(global, arguments),
            Command::Calibrate(arguments) => calibrate::run(global, arguments),
            Command::Compare(arguments) => compare::run(arguments),
            Command::Stress(arguments) => stress::run(global, arguments),
            Command::Explain(arguments) => explain::run(global, arguments),
            Command::Play(arguments) => play::run(global, arguments),
            Command::Strength(arguments) => strength::run(global, arguments),
            Command::Hunt(arguments) => hunt::run(global, arguments),
            Command::Completions(arguments) => {
                Ok(describe::completions(arguments, Self::command()))
            }
            Command::Man(arguments) => describe::man(arguments, Self::command()),
            Command::Export(arguments) => export::run(global, arguments, Self::command()),
            Command::Import(arguments) => import::run(global, arguments),
            Command::Doctor(arguments) => doctor::run(global, arguments),
            Command::Cache(arguments) => cache::run(global, arguments),
            Command::Setup(arguments) => setup::run(global, arguments),
            Command::Solve(arguments) => solve::run(global, arguments),
            Command::Verify(arguments) => verify::run(global, arguments),
            Command::Schema(arguments) => Ok(describe::schema(arguments)),
        }
    }
}

#[cfg(test)]
mod tests {
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
