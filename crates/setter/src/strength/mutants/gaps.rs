//! Mutants that are wrong only for instances of one size, on which they miss long wins of one
//! player. Some of them are wrong only if the instance also has a certain order.
//!
//! A case that kills a mutant which misses wins beyond some ply also kills the mutants that miss
//! wins beyond an earlier ply. So it is enough to have mutants for a few plies up to the longest
//! known win.

use super::mutant::MutantList;
use super::records::{BOARD_WINS, CAT_WINS, MIN_NODES, MOUSE_WINS};
use crate::strength::rules::strategy::{Gap, Strategy};
use cat_and_mouse::game::Player;

/// Evidence that a search for killers is not necessary.
const KILLER_EVIDENCE: &str = "A longest known win of this size in `extreme` kills the mutant.";

/// Returns plies from one before a record down to 0. Each number is half of the previous one.
fn halving_plies(record: u32) -> impl Iterator<Item = u32> {
    let last = record.checked_sub(1);
    std::iter::successors(last, |plies| (*plies > 0).then_some(plies / 2))
}

/// Adds the mutants of 913. An instance's order is the order in which node 1 lists its neighbours.
pub(crate) fn add_graph_gaps<Rules: Default>(list: &mut MutantList<Rules>) {
    for (side, whose, records) in [
        (Player::Mouse, "mouse", &MOUSE_WINS),
        (Player::Cat, "cat", &CAT_WINS),
    ] {
        for (nodes, &record) in (MIN_NODES..).zip(records) {
            let at = |order| Gap {
                size: (nodes, 1),
                mouse_jump: None,
                order,
                side,
                beyond: 0,
                open: None,
            };
            let what = format!("{nodes} nodes, {whose}");
            add_gaps_up_to(list, "one size", record, &what, at(None));
            for (order, name) in ["ascending", "descending"].into_iter().enumerate() {
                let what = format!("{what}, neighbours {name}");
                add_gaps_up_to(list, "one order", record, &what, at(Some(order)));
            }
        }
    }
}

/// Adds the mutants of 1728. An instance's order tells whether the mouse is before or behind the
/// food.
pub(crate) fn add_board_gaps<Rules: Default>(list: &mut MutantList<Rules>) {
    for ((rows, cols), records) in BOARD_WINS {
        let sizes = [(rows, cols), (cols, rows)];
        let sizes = if rows == cols { &sizes[..1] } else { &sizes };
        for (place, &(jump, record)) in records.iter().enumerate() {
            for &size in sizes {
                let at = |mouse_jump, order| Gap {
                    size,
                    mouse_jump,
                    order,
                    side: Player::Mouse,
                    beyond: 0,
                    open: Some(Player::Cat),
                };
                let what = format!("{}x{}", size.0, size.1);
                let with_jump = format!("{what}, mouse jump {jump}");
                add_gaps_up_to(list, "one size", record, &with_jump, at(Some(jump), None));
                if place > 0 {
                    continue;
                }
                add_gaps_up_to(list, "one size", record, &what, at(None, None));
                for (order, name) in ["before", "behind"].into_iter().enumerate() {
                    let what = format!("{what}, mouse {name} the food");
                    add_gaps_up_to(list, "one order", record, &what, at(None, Some(order)));
                }
            }
        }
    }
}

/// Adds a mutant for each of the plies that lead up to a record.
fn add_gaps_up_to<Rules: Default>(
    list: &mut MutantList<Rules>,
    class: &'static str,
    record: u32,
    what: &str,
    gap: Gap,
) {
    for beyond in halving_plies(record) {
        let name = format!("{what}: wins beyond {beyond} plies missed");
        let mutant = list.add_strategy(class, name, Strategy::Gap(Gap { beyond, ..gap }));
        mutant.evidence = Some(KILLER_EVIDENCE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_halve_down_to_zero() {
        assert_eq!(halving_plies(17).collect::<Vec<_>>(), [16, 8, 4, 2, 1, 0]);
        assert_eq!(halving_plies(1).collect::<Vec<_>>(), [0]);
        assert_eq!(halving_plies(0).count(), 0);
    }
}
