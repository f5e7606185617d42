//! Solutions that are right but at one size: there, long wins of one player
//! are not seen, perhaps only if the instance is asked in one order.
//!
//! What shows that wins beyond some ply are not seen shows it of every ply
//! before too. So the plies of these mutants are the rungs of a ladder up to the
//! longest win known: what kills all of them kills what stops anywhere between.

use super::mutant::List;
use super::records::{BOARDS, CAT_WINS, FEWEST_NODES, MOUSE_WINS};
use crate::strength::rules::strategy::{Gap, Strategy};
use cat_and_mouse::game::Player;

/// What speaks for a search being no use for them.
const KILLERS: &str = "`extreme` has a longest win known of this size that kills it.";

/// Rungs from one ply before a record down, each half of the one above.
fn ladder(record: u32) -> impl Iterator<Item = u32> {
    let last = record.checked_sub(1);
    std::iter::successors(last, |plies| (*plies > 0).then_some(plies / 2))
}

/// Those of 913. `orders` are those of the neighbours of node 1.
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

/// Those of 1728.
pub(crate) fn of_boards<Rules: Default>(list: &mut List<Rules>) {
    for (place, &(rows, cols, jump, record)) in BOARDS.iter().enumerate() {
        let sizes = [(rows, cols), (cols, rows)];
        let sizes = if rows == cols { &sizes[..1] } else { &sizes };
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
            if place > 0 && BOARDS[place - 1].0 == rows && BOARDS[place - 1].1 == cols {
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

/// A mutant for each rung.
fn add<Rules: Default>(
    list: &mut List<Rules>,
    class: &'static str,
    record: u32,
    what: &str,
    gap: Gap,
) {
    for beyond in ladder(record) {
        let name = format!("{what}: no wins beyond {beyond} plies");
        list.read(class, name, Strategy::Gap(Gap { beyond, ..gap }));
        list.last().evidence = Some(KILLERS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ladder_leads_from_the_record_to_nothing_and_leaves_no_ply_uncovered() {
        assert_eq!(ladder(17).collect::<Vec<_>>(), [16, 8, 4, 2, 1, 0]);
        assert_eq!(ladder(1).collect::<Vec<_>>(), [0]);
        assert_eq!(ladder(0).count(), 0);
    }
}
