//! The connection to the judge: custom generators, and the suites that a `judge.toml` may
//! name.

use super::files::list;
use super::programs::{ProgramError, Programs};
use cat_and_mouse::Game;
use mousetrap_base::root::Root;
use mousetrap_judge::Generators;
use mousetrap_judge::config::Known;
use mousetrap_model::Problem;

impl Programs for Generators<'_> {
    fn run(
        &mut self,
        program: &str,
        arguments: &[String],
        seed: u64,
    ) -> Result<String, ProgramError> {
        Ok(Generators::run(self, program, arguments, seed)?)
    }
}

/// Returns the problems and suites that a `judge.toml` may name.
pub fn known() -> Known<'static> {
    Known {
        problems: Game::problems(),
        suites: suites_of,
    }
}

fn suites_of(root: &Root, problem: &Problem) -> Vec<String> {
    let names = list(root).unwrap_or_default().into_iter();
    let names = names.filter(|name| name.problem.id() == problem.id);
    names.map(|name| name.suite).collect()
}
