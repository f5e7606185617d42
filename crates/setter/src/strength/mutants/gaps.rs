//! Mutants that are wrong at one size only: there they miss long wins of one player, some of
//! them only if the instance has one of two orders.
//!
//! A case that kills a mutant which misses wins beyond some ply also kills those that miss
//! wins beyond an earlier ply. These mutants are therefore steps up to the longest known win:
//! cases that kill all of them kill every mutant in between.

use super::mutant::List;
use super::records::{BOARDS, CAT_WINS, FEWEST_NODES, MOUSE_WINS};
use crate::strength::rules::strategy::{Gap, Strategy};
use cat_and_mouse::game::Player;

/// Evidence that a search for killers is not necessary.
const EVIDENCE: &str = "`extreme` has a longest win known of this size that kills it.";

/// Returns plies from one before a record down to 0, each half of the one before.
fn steps(record: u32) -> impl Iterator<Item = u32> {
    let last = record.checked_sub(1);
    std::iter::successors(last, |plies| (*plies > 0).then_some(plies / 2))
}

/// Adds the mutants of 913. The order is that of the neighbours of node 1.
pub(crate) fn of_graphs<Rules: Default>(list: &mut List<Rules>) {
    for (side, whose, records) in [
        (Player::Mouse, "mouse", &MOUSE_WINS),
        (Player::Cat, "cat", &CAT_WINS),
    ] {
        for (nodes, &record) in (FEWEST_NODES..).zip(records) {
            let at = |order| Gap {
                size: (nodes, 1),
                mouse_jump: None,
                order,
                side,
                beyond: 0,
                open: None,
            };
            let what = format!("{nodes} nodes, {whose}");
            add(list, "one size", record, &what, at(None));
            for (order, name) in ["ascending", "descending"].into_iter().enumerate() {
                let what = format!("{what}, neighbours {name}");
                add(list, "one order", record, &what, at(Some(order)));
            }
        }
    }
}

/// Adds the mutants of 1728. The order is that of mouse and food.
pub(crate) fn of_boards<Rules: Default>(list: &mut List<Rules>) {
    for ((rows, cols), records) in BOARDS {
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
                add(list, "one size", record, &with_jump, at(Some(jump), None));
                if place > 0 {
                    continue;
                }
                add(list, "one size", record, &what, at(None, None));
                for (order, name) in ["before", "behind"].into_iter().enumerate() {
                    let what = format!("{what}, mouse {name} the food");
                    add(list, "one order", record, &what, at(None, Some(order)));
                }
            }
        }
    }
}

/// Adds a mutant for each step.
fn add<Rules: Default>(
    list: &mut List<Rules>,
    class: &'static str,
    record: u32,
    what: &str,
    gap: Gap,
) {
    for beyond in steps(record) {
        let name = format!("{what}: no wins beyond {beyond} plies");
        let mutant = list.read(class, name, Strategy::Gap(Gap { beyond, ..gap }));
        mutant.evidence = Some(EVIDENCE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_halve_down_to_zero() {
        assert_eq!(steps(17).collect::<Vec<_>>(), [16, 8, 4, 2, 1, 0]);
        assert_eq!(steps(1).collect::<Vec<_>>(), [0]);
        assert_eq!(steps(0).count(), 0);
    }
}
