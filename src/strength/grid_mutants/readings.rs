//! Solutions that know the rules and go wrong in working them out.

use super::list::List;
use crate::strength::arena::{Count, Side};
use crate::strength::packing::Packing;
use crate::strength::reading::{Claim, Formula, Horizon, Reading, Search};

/// The longest forced win known on a board of contest size, in plies.
const RECORD: u32 = 79;

/// Adds them all.
pub(super) fn add(list: &mut List) {
    horizons(list);
    searches(list);
    counts(list);
    tables(list);
}

/// Searches that stop too early.
fn horizons(list: &mut List) {
    let forced = |horizon, open| Reading::Forced {
        horizon,
        open,
        count: Count::All,
    };
    for plies in 1..RECORD {
        let reading = forced(Horizon::Plies(plies), Claim::Cat);
        list.read("horizon", format!("{plies} plies, then the cat"), reading);
    }
    for plies in (2..=60).step_by(2) {
        let reading = forced(Horizon::Plies(plies), Claim::Mouse);
        list.read("horizon", format!("{plies} plies, then the mouse"), reading);
    }
    list.read(
        "horizon",
        "until the cat's wins no longer grow",
        forced(Horizon::WhileGrows(Side::Cat), Claim::Cat),
    );
    list.read(
        "horizon",
        "open is the mouse's",
        forced(Horizon::Rule, Claim::Mouse),
    );
    let formulas: [(&str, Formula); 14] = [
        ("rows", |s| s.rows),
        ("rows + cols", |s| s.rows + s.cols),
        ("2 rows", |s| 2 * s.rows),
        ("2 (rows + cols)", |s| 2 * (s.rows + s.cols)),
        ("4 rows", |s| 4 * s.rows),
        ("4 (rows + cols)", |s| 4 * (s.rows + s.cols)),
        ("8 rows", |s| 8 * s.rows),
        ("floor / 2", |s| s.floor / 2),
        ("floor", |s| s.floor),
        ("3 floor / 2", |s| 3 * s.floor / 2),
        ("rows cols / 2", |s| s.rows * s.cols / 2),
        ("rows cols", |s| s.rows * s.cols),
        ("2 floor", |s| 2 * s.floor),
        ("2 rows cols", |s| 2 * s.rows * s.cols),
    ];
    for (name, formula) in formulas {
        let reading = forced(Horizon::Formula(formula), Claim::Cat);
        list.read("horizon", format!("{name} plies, then the cat"), reading);
    }
}

/// Depth-first searches whose memory is at fault.
fn searches(list: &mut List) {
    for (cycle, name) in [(Claim::Cat, "the cat's"), (Claim::Mouse, "the mouse's")] {
        for forgets_mover in [false, true] {
            for reversed in [false, true] {
                for cap in [None, Some(10), Some(70), Some(128), Some(1000)] {
                    let search = Search {
                        cycle,
                        cap,
                        forgets_mover,
                        reversed,
                    };
                    let what = cap.map_or("repetition".to_owned(), |cap| format!("ply {cap}"));
                    let key = if forgets_mover {
                        ", keyed without mover"
                    } else {
                        ""
                    };
                    let order = if reversed { ", reversed" } else { "" };
                    let name = format!("{what} is {name}, remembered{key}{order}");
                    list.read("memory", name, Reading::Search(search));
                }
            }
        }
    }
}

/// Retrograde analyses that count wrongly.
fn counts(list: &mut List) {
    for (count, name) in [
        (Count::AllButOne, "degree one too low"),
        (Count::OneMore, "degree one too high"),
        (Count::One, "the loser helps"),
    ] {
        let reading = Reading::Forced {
            horizon: Horizon::Rule,
            open: Claim::Cat,
            count,
        };
        list.read("degrees", name, reading);
    }
}

/// Tables of positions that are too small for 8×8, and numbers of positions
/// that do not fit where they are kept.
fn tables(list: &mut List) {
    let packings = [32, 49, 56, 60, 63]
        .map(|cells| (format!("cells modulo {cells}"), Packing::Modulo(cells)))
        .into_iter()
        .chain([8, 32, 50, 60, 63].map(|stride| {
            (
                format!("position mouse + {stride} cat"),
                Packing::Stride(stride),
            )
        }))
        .chain([3, 4, 5].map(|bits| {
            (
                format!("position mouse | cat << {bits}"),
                Packing::Bits(bits),
            )
        }))
        .chain(
            [7, 8, 10, 11].map(|bits| (format!("position cut to {bits} bits"), Packing::Low(bits))),
        );
    for (name, packing) in packings {
        list.bend("table", name, |rules| rules.packing = packing);
    }
}
