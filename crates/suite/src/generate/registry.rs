//! Every family, by problem.

use super::family::Family;
use super::{graph, grid};
use cat_and_mouse::problem::Problem;

/// The families of one problem, in the order in which they are listed to users.
pub fn of_problem(problem: Problem) -> impl Iterator<Item = &'static Family> {
    let families = match problem {
        Problem::CatAndMouse => graph::FAMILIES,
        Problem::CatAndMouse2 => grid::FAMILIES,
    };
    families.iter().copied()
}

/// The family of `problem` with this name.
pub fn by_name(problem: Problem, name: &str) -> Option<&'static Family> {
    of_problem(problem).find(|family| family.name == name)
}
