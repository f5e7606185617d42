//! The command-line parser, and the dispatch to the commands.

use std::fmt::Write as _;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::cli::context::GlobalOptions;
use crate::cli::describe_command;
use crate::cli::failure::CommandResult;
use crate::cli::suggestions::describe_missing_feature;
use crate::judge::{run, watch};
use crate::machine::{cache, doctor, setup};
use crate::set::{calibrate, export, generate, import, init, list, longest_wins, new, strength};
use crate::solve::{explain, play, stress};
use crate::teach::report;
#[cfg(feature = "service")]
use crate::teach::{serve, worker};
use crate::{judge::command as judge, solve::command as solve};

/// Judge submissions and generate hidden tests for the Cat and Mouse problems.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    global: GlobalOptions,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Judge(judge::Arguments),
    Init(init::Arguments),
    Run(run::Arguments),
    #[cfg(feature = "service")]
    Serve(serve::Arguments),
    #[cfg(feature = "service")]
    Worker(worker::Arguments),
    New(new::Arguments),
    Generate(generate::Arguments),
    List(list::Arguments),
    Calibrate(calibrate::Arguments),
    Stress(stress::Arguments),
    Explain(explain::Arguments),
    Play(play::Arguments),
    Strength(strength::Arguments),
    Hunt(longest_wins::Arguments),
    Report(report::Arguments),
    Export(export::Arguments),
    Import(import::Arguments),
    Doctor(doctor::Arguments),
    Cache(cache::Arguments),
    Setup(setup::Arguments),
    Solve(solve::Arguments),
    #[command(hide = true)]
    Describe(describe_command::Arguments),
}

/// The commands, grouped by purpose, in the order in which the help lists them.
const COMMAND_GROUPS: [(&str, &[&str]); 4] = [
    (
        "Judge and solve",
        &["judge", "run", "stress", "solve", "explain", "play"],
    ),
    (
        "Set problems",
        &[
            "init",
            "new",
            "generate",
            "list",
            "strength",
            "hunt",
            "calibrate",
            "import",
            "export",
        ],
    ),
    ("Teach", &["serve", "worker", "report"]),
    ("This machine", &["doctor", "setup", "cache"]),
];

impl Cli {
    /// Returns the command-line parser, whose help groups the commands by purpose.
    pub(crate) fn with_grouped_help() -> clap::Command {
        let command = Self::command();
        let mut template = "{about}\n\n{usage-heading} {usage}\n".to_owned();
        for (group, names) in COMMAND_GROUPS {
            let _ = writeln!(template, "\n{group}:");
            for name in names {
                let known = command.find_subcommand(name);
                let about = known.and_then(|known| Some(known.get_about()?.to_string()));
                let about = about.or_else(|| describe_missing_feature(name));
                let _ = writeln!(template, "  {name:<10} {}", about.unwrap_or_default());
            }
        }
        template += "\nOptions:\n{options}\n\n`mousetrap help COMMAND` describes a command.";
        command.help_template(template)
    }

    /// Parses the arguments of this process.
    pub(crate) fn parse_arguments() -> Result<Self, clap::Error> {
        let matches = Self::with_grouped_help().try_get_matches()?;
        Self::from_arg_matches(&matches)
    }

    /// Runs the subcommand.
    pub(crate) fn run(self) -> CommandResult {
        let global = &self.global;
        match &self.command {
            Command::Judge(arguments) if arguments.watch => watch::run(global, arguments),
            Command::Judge(arguments) => judge::run(global, arguments),
            Command::Run(arguments) => run::run(global, arguments),
            #[cfg(feature = "service")]
            Command::Serve(arguments) => serve::run(global, arguments),
            #[cfg(feature = "service")]
            Command::Worker(arguments) => worker::run(global, arguments),
            Command::Init(arguments) => init::run(arguments),
            Command::New(arguments) => new::run(global, arguments),
            Command::Generate(arguments) => generate::run(global, arguments),
            Command::List(arguments) => list::run(global, arguments),
            Command::Calibrate(arguments) => calibrate::run(global, arguments),
            Command::Report(arguments) => report::run(global, arguments),
            Command::Stress(arguments) => stress::run(global, arguments),
            Command::Explain(arguments) => explain::run(global, arguments),
            Command::Play(arguments) => play::run(global, arguments),
            Command::Strength(arguments) => strength::run(global, arguments),
            Command::Hunt(arguments) => longest_wins::run(global, arguments),
            Command::Describe(arguments) => {
                Ok(describe_command::run(arguments, Self::with_grouped_help()))
            }
            Command::Export(arguments) => export::run(global, arguments),
            Command::Import(arguments) => import::run(global, arguments),
            Command::Doctor(arguments) => doctor::run(global, arguments),
            Command::Cache(arguments) => cache::run(global, arguments),
            Command::Setup(arguments) => setup::run(global, arguments),
            Command::Solve(arguments) => solve::run(global, arguments),
        }
    }
}

// Examples name commands that exist only in a build with all features.
#[cfg(all(test, feature = "service", feature = "mutants"))]
mod tests {
    use std::collections::BTreeSet;

    use regex::Regex;

    use super::*;

    /// Collects all subcommands, including nested ones.
    fn collect_subcommands(command: &clap::Command, found: &mut Vec<clap::Command>) {
        for inner in command.get_subcommands() {
            found.push(inner.clone());
            collect_subcommands(inner, found);
        }
    }

    #[test]
    fn help_lists_every_visible_command_once() {
        let command = Cli::command();
        let visible = command.get_subcommands().filter(|it| !it.is_hide_set());
        let visible: BTreeSet<&str> = visible.map(clap::Command::get_name).collect();
        let grouped = COMMAND_GROUPS.iter().flat_map(|(_, names)| *names);
        let grouped: Vec<&str> = grouped.copied().collect();
        assert_eq!(grouped.len(), visible.len());
        assert_eq!(grouped.into_iter().collect::<BTreeSet<_>>(), visible);
    }

    #[test]
    fn help_fits_80_columns() {
        let mut command = Cli::with_grouped_help().term_width(80);
        let help = command.render_help().to_string();
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn every_subcommand_has_examples_that_parse() {
        let mut commands = Vec::new();
        collect_subcommands(&Cli::command(), &mut commands);
        let beyond = Regex::new(r"  .*| [<>|] .*| && .*").unwrap();
        let quoted = Regex::new("'[^']*'|\"[^\"]*\"").unwrap();
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
