//! `mousetrap strength differ`: an instance on which two mutants differ.

use cat_and_mouse::Game;
use mousetrap_setter::strength;
use mousetrap_setter::stress::{self, Trial, WitnessPlan};
use mousetrap_suite::generate::Seed;
use mousetrap_util::toml_file::suggest;

use super::measurement::SearchOptions;
use crate::cli::common::problem;
use crate::cli::failure::{Failure, Status};

/// Find a simple instance on which two wrong solutions differ
///
/// `mousetrap list mutants` lists the wrong solutions.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  mousetrap strength differ --problem 913 'cat may stay' 'both may stay'

Exit codes: 0 an instance is found, 1 none is found, 2 bad usage, 3 internal error.")]
pub(super) struct Arguments {
    /// The name of a wrong solution
    mutant: String,
    /// The name of another one
    other: String,
    /// Their problem
    #[arg(long, short, value_parser = problem)]
    problem: Game,
    #[command(flatten)]
    search: SearchOptions,
}

pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let game = arguments.problem;
    let mutants = strength::of_game(game);
    let named = |name: &String| {
        let found = mutants.iter().find(|mutant| mutant.name == *name);
        found.ok_or_else(|| {
            let known: Vec<&str> = mutants.iter().map(|mutant| mutant.name.as_str()).collect();
            let suggestion = suggest(name, &known);
            Failure::usage(format!(
                "problem {} has no mutant \"{name}\"; {suggestion}",
                game.id()
            ))
        })
    };
    let (one, other) = (named(&arguments.mutant)?, named(&arguments.other)?);
    let seed = Seed(arguments.search.seed);
    let plan = WitnessPlan {
        game,
        seed,
        trials: arguments.search.search,
        claims: &[0],
    };
    let search = stress::witnesses(plan, &mut |_| (), |instance, claims| {
        let differ = strength::differ(instance, one, other);
        if differ { claims.to_vec() } else { Vec::new() }
    });
    let Some(Trial { instance, origin }) = search.found.get(&0) else {
        outln!("no instance found among {}, seed {seed}", search.tried);
        return Ok(Status::Unexpected);
    };
    outln!(
        "from an instance of {origin}, as simple as single steps make it:\n{}",
        instance.leetcode().trim()
    );
    outln!("{}", instance.describe(instance.solve()));
    Ok(Status::Expected)
}
