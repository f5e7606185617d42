//! The mutants of 913.

use super::gaps;
use super::mutant::{Guess, Kind, List, Mutant, mutate};
use crate::strength::rules::graph_rules::{Edges, GraphRules, Stays};
use crate::strength::rules::strategy::{Claim, Formula, Horizon, Strategy};
use cat_and_mouse::game::Player::{Cat, Mouse};
use cat_and_mouse::game::{CAT_START, Graph, HOLE, MOUSE_START};

/// Maximum horizon in plies: the second longest known forced win on graphs of contest size,
/// rounded down to a multiple of ten.
const MAX_HORIZON: u32 = 1050;

/// Returns all mutants of 913.
pub(crate) fn all() -> Vec<Mutant> {
    let mut list = List::new(None, Kind::Graph);
    moves(&mut list);
    ends(&mut list);
    horizons(&mut list);
    gaps::of_graphs(&mut list);
    let cycles = [
        (None, "a draw"),
        (Some(Cat), "the cat's"),
        (Some(Mouse), "the mouse's"),
    ];
    list.searches(&cycles, [20, 100, 200, 1000]);
    list.counts();
    let sizes: [&[u16]; 2] = [&[32, 40, 48, 49], &[10, 32, 40, 48]];
    list.encodings("nodes", sizes, |rules| &mut rules.encoding);
    guesses(&mut list);
    list.explained(EQUIVALENT, PROBABLY)
}

/// Mutants that reply correctly to every graph, with the proof.
const EQUIVALENT: &[(&str, &str)] = &[
    (
        "home before capture",
        "the cat is never in the hole, so both never hold",
    ),
    (
        "home after the cat's reply",
        "the cat cannot follow into the hole, so its reply changes nothing",
    ),
    (
        "2n² plies, then a draw",
        "every ply up to the longest forced win decides a position, and there are fewer than 2n²",
    ),
];

/// Mutants that are probably equivalent, with the evidence.
const PROBABLY: &[(&str, &str)] = &[
    ("n² / 2 plies, then a draw", SQUARE),
    ("n² plies, then a draw", SQUARE),
];

pub(crate) const SQUARE: &str =
    "No forced win in the suite `extreme` takes more than 45 % of n² plies (`mousetrap hunt`).";

/// Adds mutants with wrong moves.
fn moves(list: &mut List<GraphRules>) {
    for (stays, name) in [(Stays::AtWill, "may"), (Stays::Always, "must")] {
        mutate! { list:
            "stay" format!("mouse {name} stay") => mouse_stays = stays;
            "stay" format!("cat {name} stay") => cat_stays = stays;
            "stay" format!("both {name} stay") => mouse_stays = stays, cat_stays = stays;
        }
    }
    mutate! { list:
        "hole" "cat may enter the hole" => cat_in_hole = true;
        "hole" "cat may enter the hole, home before capture" =>
            cat_in_hole = true, hole_before_capture = true;
        "hole" "cat may enter the hole and stay" => cat_in_hole = true, cat_stays = Stays::AtWill;
        "hole" "hole counts in degrees" => hole_counts = true;
    }
    for (edges, name) in [
        (Edges::NotFirst, "all but the first edge"),
        (Edges::NotLast, "all but the last edge"),
        (Edges::Upwards, "edges upwards only"),
        (Edges::Downwards, "edges downwards only"),
    ] {
        mutate! { list:
            "edges" format!("mouse sees {name}") => mouse_edges = edges;
            "edges" format!("cat sees {name}") => cat_edges = edges;
            "edges" format!("both see {name}") => mouse_edges = edges, cat_edges = edges;
        }
    }
    mutate! { list:
        "greedy" "cat runs straight to the mouse" => cat_chases = true;
        "greedy" "cat runs straight to the hole" => cat_guards = true;
        "greedy" "mouse runs straight home" => mouse_runs = true;
        "greedy" "both run straight" => mouse_runs = true, cat_chases = true;
    }
}

/// Adds mutants in which the game begins or ends wrongly.
fn ends(list: &mut List<GraphRules>) {
    mutate! { list:
        "ends" "home before capture" => hole_before_capture = true;
        "ends" "cat moves first" => cat_first = true;
        "ends" "starts swapped" => swapped_starts = true;
        "ends" "starts swapped, cat moves first" => swapped_starts = true, cat_first = true;
        "ends" "mouse may land on the cat" => mouse_may_bump = true;
        "ends" "caught when beside" => caught_when_beside = true;
        "ends" "home after the cat's reply" => late_hole = true;
    }
    for (claim, name) in [(Cat, "the cat's"), (Mouse, "the mouse's")] {
        let strategy = Strategy::right(Some(claim));
        list.read("draws", format!("draws are {name}"), strategy);
    }
    for (claim, name) in [(None, "0"), (Some(Mouse), "1"), (Some(Cat), "2")] {
        list.read(
            "constant",
            format!("always {name}"),
            Strategy::Always(claim),
        );
    }
}

/// Adds mutants whose search stops too early.
fn horizons(list: &mut List<GraphRules>) {
    const FORMULAS: &[(&str, Formula)] = &[
        ("n", |s| s.rows),
        ("3n / 2", |s| 3 * s.rows / 2),
        ("2n", |s| 2 * s.rows),
        ("2n + 1", |s| 2 * s.rows + 1),
        ("3n", |s| 3 * s.rows),
        ("4n", |s| 4 * s.rows),
        ("6n", |s| 6 * s.rows),
        ("8n", |s| 8 * s.rows),
        ("10n", |s| 10 * s.rows),
        ("n² / 4", |s| s.rows * s.rows / 4),
        ("n² / 3", |s| s.rows * s.rows / 3),
        ("n² / 2", |s| s.rows * s.rows / 2),
        ("n²", |s| s.rows * s.rows),
        ("2n²", |s| 2 * s.rows * s.rows),
    ];
    for (open, name) in [
        (None, "a draw"),
        (Some(Cat), "the cat"),
        (Some(Mouse), "the mouse"),
    ] {
        list.stops(1..=MAX_HORIZON, FORMULAS, (open, name));
        let text = format!("plies in a signed byte, then {name}");
        list.stop(text, Horizon::SignedByte, open);
    }
    for (side, whose) in [(Mouse, "the mouse's"), (Cat, "the cat's")] {
        let name = format!("until {whose} wins no longer grow");
        list.stop(name, Horizon::WhileGrows(side), None);
    }
}

/// Adds mutants that reply by rule of thumb.
fn guesses(list: &mut List<GraphRules>) {
    let guesses: [(&str, Guess<Graph, Claim>); 3] = [
        ("mouse nearer the hole", |graph| race(graph, 1)),
        ("mouse nearer or level", |graph| race(graph, 0)),
        ("the hole can be reached", |graph| {
            let home = graph.distances(HOLE)[usize::from(MOUSE_START)];
            home.map(|_| Mouse)
        }),
    ];
    for (name, guess) in guesses {
        list.add("greedy", name, Kind::GraphGuess(guess));
    }
}

/// Claims the mouse if it is at least `lead` moves nearer to the hole than the cat, else the
/// cat if it can reach the mouse.
fn race(graph: &Graph, lead: i64) -> Claim {
    let (mouse, cat) = (usize::from(MOUSE_START), usize::from(CAT_START));
    let home = graph.distances(HOLE);
    match (home[mouse], home[cat]) {
        (Some(_), None) => Some(Mouse),
        (Some(mouse), Some(cat)) if i64::from(cat) - i64::from(mouse) >= lead => Some(Mouse),
        _ => graph.distances(CAT_START)[mouse].map(|_| Cat),
    }
}
