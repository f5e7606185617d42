//! Wrong solutions of 1728, and what is known of those that are right after
//! all.

mod ends;
mod guesses;
mod moves;
mod strategies;

use super::grid_rules::GridRules;
use super::mutant::{Kind, Mutant};
use super::state_graph::Count;
use super::strategy::{Claim, Horizon, Strategy};

/// Bent rules and wrong strategies, in the order of the list.
type List = super::mutant::List<GridRules>;

/// The right way to read off an answer.
const RIGHT: Strategy = Strategy::Forced {
    horizon: Horizon::Rule,
    open: Claim::Cat,
    count: Count::All,
};

/// All of them.
pub(super) fn all() -> Vec<Mutant> {
    let mut list = List::new(GridRules::RULE, RIGHT, Kind::Grid);
    moves::add(&mut list);
    ends::add(&mut list);
    strategies::add(&mut list);
    guesses::add(&mut list);
    list.explained(EQUIVALENT, PROBABLY)
}

/// Mutants that no board tells from a right solution, and why.
const EQUIVALENT: &[(&str, &str)] = &[
    (
        "mouse: may not stay",
        "where the mouse stays, the cat may stay too and nothing has changed, so a shortest win \
         holds no stay",
    ),
    (
        "mouse: stopped by the food",
        "a mouse that can jump over the food can land on it and win",
    ),
    (
        "cat: stopped by the food",
        "a cat that can jump over the food can land on it and win",
    ),
    (
        "both: stopped by the food",
        "who can jump over the food can land on it and win",
    ),
    (
        "cat: stopped by the other",
        "a cat that can jump over the mouse can land on it and win",
    ),
    (
        "cat on the food ignored",
        "a cat on the food may stay there until the moves are used up, and catches whoever comes",
    ),
    (
        "food before capture",
        "both hold only where the cat has moved onto the mouse on the food, and the mouse that \
         came there first has won already",
    ),
    (
        "food before capture, and the cat may still reply",
        "the win is only noticed a ply later, and never on ply 1001, since wins have odd depth",
    ),
    (
        "mouse may land on the cat",
        "the cat it has landed on may stay, and has caught it then",
    ),
];

/// Mutants for which nobody has an argument, and what speaks for them.
const PROBABLY: &[(&str, &str)] = &[
    ("2 floor plies, then the cat", FLOOR),
    ("2 rows cols plies, then the cat", FLOOR),
];

const FLOOR: &str = "No forced win on any board up to 4×5 takes more than 821 ‰ of two plies per floor \
                     cell (`mousetrap hunt --exhaust 4x5`), and none found by a hunt for just \
                     that on boards of eight sizes up to 8×8 more than 937 ‰ (`mousetrap hunt \
                     --problem 1728 --goal density`).";
