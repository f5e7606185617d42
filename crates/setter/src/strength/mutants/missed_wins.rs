//! Mutants that miss the long wins of one player on instances of one size, and are correct
//! otherwise. Some of these mutants miss the wins only in half of the instances: boards on which
//! the mouse precedes (or follows) the food in reading order, or graphs in which the neighbours of
//! the mouse's start node are in ascending (or descending) order.
//!
//! A mutant misses all wins that take more plies than a certain limit. A case that kills the mutant
//! with one limit also kills every mutant with a lower limit, so a few limits below the longest
//! known win are enough.

use super::longest_wins::{
    LONGEST_CAT_WINS_ON_GRAPHS, LONGEST_MOUSE_WINS_ON_BOARDS, LONGEST_MOUSE_WINS_ON_GRAPHS,
    MIN_NODE_COUNT_OF_TABLES,
};
use super::mutant::MutantList;
use crate::strength::rules::strategy::{MissedWins, Strategy};
use cat_and_mouse::game::Player;

/// Reports quote this text to explain why the search for killing cases skips these mutants.
const NO_KILLER_SEARCH_REASON: &str = "The suite `extreme` contains the longest known win for this size, and that case kills the mutant.";

/// Returns decreasing ply limits: one ply less than the longest known win, then half of that, and
/// so on down to 0.
fn halving_ply_limits(longest: u32) -> impl Iterator<Item = u32> {
    let last = longest.checked_sub(1);
    std::iter::successors(last, |plies| (*plies > 0).then_some(plies / 2))
}

/// Adds the mutants of problem 913. A mutant of class `one order` misses wins for only
/// one order of the neighbours of node 1: either ascending or descending.
pub(crate) fn add_graph_mutants<Rules: Default>(list: &mut MutantList<Rules>) {
    for (side, whose, longest_wins) in [
        (Player::Mouse, "mouse", &LONGEST_MOUSE_WINS_ON_GRAPHS),
        (Player::Cat, "cat", &LONGEST_CAT_WINS_ON_GRAPHS),
    ] {
        for (nodes, &longest) in (MIN_NODE_COUNT_OF_TABLES..).zip(longest_wins) {
            let at = |order| MissedWins {
                size: (nodes, 1),
                mouse_jump: None,
                order,
                side,
                beyond: 0,
                default_claim: None,
            };
            let subject = format!("{nodes} nodes, {whose}");
            add_mutants(list, "one size", longest, &subject, at(None));
            for (order, name) in ["ascending", "descending"].into_iter().enumerate() {
                let subject = format!("{subject}, neighbours {name}");
                add_mutants(list, "one order", longest, &subject, at(Some(order)));
            }
        }
    }
}

/// Adds the mutants of problem 1728. A mutant of class `one order` misses wins either only on
/// boards on which the mouse precedes the food in reading order, or only on boards on which the
/// mouse follows the food.
pub(crate) fn add_board_mutants<Rules: Default>(list: &mut MutantList<Rules>) {
    for ((rows, cols), longest_wins) in LONGEST_MOUSE_WINS_ON_BOARDS {
        let sizes = [(rows, cols), (cols, rows)];
        let sizes = if rows == cols { &sizes[..1] } else { &sizes };
        for (place, &(jump, longest)) in longest_wins.iter().enumerate() {
            for &size in sizes {
                let at = |mouse_jump, order| MissedWins {
                    size,
                    mouse_jump,
                    order,
                    side: Player::Mouse,
                    beyond: 0,
                    default_claim: Some(Player::Cat),
                };
                let subject = format!("{}x{}", size.0, size.1);
                let with_jump = format!("{subject}, mouse jump {jump}");
                add_mutants(list, "one size", longest, &with_jump, at(Some(jump), None));
                if place > 0 {
                    continue;
                }
                add_mutants(list, "one size", longest, &subject, at(None, None));
                for (order, name) in ["before", "behind"].into_iter().enumerate() {
                    let subject = format!("{subject}, mouse {name} the food");
                    add_mutants(list, "one order", longest, &subject, at(None, Some(order)));
                }
            }
        }
    }
}

/// Adds a mutant for each of the ply limits that [`halving_ply_limits`] returns for `longest`.
fn add_mutants<Rules: Default>(
    list: &mut MutantList<Rules>,
    class: &'static str,
    longest: u32,
    subject: &str,
    missed: MissedWins,
) {
    for beyond in halving_ply_limits(longest) {
        let name = format!("{subject}: misses wins that take more than {beyond} plies");
        let strategy = Strategy::MissedWins(MissedWins { beyond, ..missed });
        list.add_strategy_mutant(class, name, strategy).evidence = Some(NO_KILLER_SEARCH_REASON);
    }
}
