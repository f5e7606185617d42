//! Solutions that know the rules and go wrong in working them out.

use super::List;
use crate::strength::common_bugs;
use crate::strength::state_graph::Count;
use crate::strength::strategy::{Claim, Formula, Horizon, Strategy};
use cat_and_mouse::game::Player;

/// The longest forced win known on a board of contest size, in plies.
const RECORD: u32 = 79;

/// Adds them all.
pub(super) fn add(list: &mut List) {
    horizons(list);
    common_bugs(list);
}

/// Searches that stop too early.
fn horizons(list: &mut List) {
    let forced = |horizon, open| Strategy::Forced {
        horizon,
        open,
        count: Count::All,
    };
    for plies in 1..RECORD {
        let strategy = forced(Horizon::Plies(plies), Claim::Cat);
        list.read("horizon", format!("{plies} plies, then the cat"), strategy);
    }
    for plies in (2..=60).step_by(2) {
        let strategy = forced(Horizon::Plies(plies), Claim::Mouse);
        list.read(
            "horizon",
            format!("{plies} plies, then the mouse"),
            strategy,
        );
    }
    list.read(
        "horizon",
        "until the cat's wins no longer grow",
        forced(Horizon::WhileGrows(Player::Cat), Claim::Cat),
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
        let strategy = forced(Horizon::Formula(formula), Claim::Cat);
        list.read("horizon", format!("{name} plies, then the cat"), strategy);
    }
}

/// What solutions of either problem get wrong: memory, degrees, tables.
fn common_bugs(list: &mut List) {
    let cycles = [(Claim::Cat, "the cat's"), (Claim::Mouse, "the mouse's")];
    for (name, strategy) in common_bugs::searches(&cycles, [10, 70, 128, 1000]) {
        list.read("memory", name, strategy);
    }
    for (name, strategy) in common_bugs::counts(Claim::Cat) {
        list.read("degrees", name, strategy);
    }
    for (name, encoding) in
        common_bugs::encodings("cells", &[32, 49, 56, 60, 63], &[8, 32, 50, 60, 63])
    {
        list.mutate("table", name, |rules| rules.encoding = encoding);
    }
}
