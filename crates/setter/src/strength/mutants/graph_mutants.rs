//! The mutants of 913.

use super::gaps;
use super::mutant::{Guess, Mutant, MutantKind, MutantList, mutate};
use crate::strength::rules::graph_rules::{Edges, GraphRules, Stays};
use crate::strength::rules::strategy::{Claim, Horizon, HorizonFormula, Strategy};
use cat_and_mouse::game::Player::{Cat, Mouse};
use cat_and_mouse::game::{CAT_START, Graph, HOLE, MOUSE_START};

/// Maximum horizon in plies: the second longest known forced win on graphs of contest size, rounded
/// down to a multiple of ten.
const MAX_HORIZON: u32 = 1050;

/// Returns all mutants of 913.
pub(crate) fn all() -> Vec<Mutant> {
    let mut list = MutantList::new(None, MutantKind::Graph);
    add_wrong_moves(&mut list);
    add_wrong_ends(&mut list);
    add_short_searches(&mut list);
    gaps::add_graph_gaps(&mut list);
    let cycles = [
        (None, "a draw"),
        (Some(Cat), "a cat win"),
        (Some(Mouse), "a mouse win"),
    ];
    list.add_depth_first_searches(&cycles, [20, 100, 200, 1000]);
    list.add_wrong_counts();
    let sizes: [&[u16]; 2] = [&[32, 40, 48, 49], &[10, 32, 40, 48]];
    list.add_position_encodings("nodes", sizes, |rules| &mut rules.encoding);
    add_guesses(&mut list);
    list.with_explanations(EQUIVALENT, PROBABLY_EQUIVALENT)
}

/// Mutants that reply correctly to every graph, with the proofs.
const EQUIVALENT: &[(&str, &str)] = &[
    (
        "hole checked before capture",
        "the cat is never in the hole, so both conditions never hold at the same time",
    ),
    (
        "mouse wins only after the cat's reply",
        "the cat cannot follow the mouse into the hole, so its reply changes nothing",
    ),
    (
        "stops after 2n² plies: draw",
        "each ply up to the longest forced win decides a position, and there are fewer than 2n² positions",
    ),
];

/// Mutants that are probably equivalent to a correct solution, with the evidence.
const PROBABLY_EQUIVALENT: &[(&str, &str)] = &[
    ("stops after n² / 2 plies: draw", SQUARE_EVIDENCE),
    ("stops after n² plies: draw", SQUARE_EVIDENCE),
];

pub(crate) const SQUARE_EVIDENCE: &str =
    "No forced win in the suite `extreme` takes more than 45 % of n² plies (`mousetrap hunt`).";

/// Adds mutants with wrong moves.
fn add_wrong_moves(list: &mut MutantList<GraphRules>) {
    for (stays, name) in [(Stays::AtWill, "may"), (Stays::Always, "must")] {
        mutate! { list:
            "stay" format!("mouse {name} stay") => mouse_stays = stays;
            "stay" format!("cat {name} stay") => cat_stays = stays;
            "stay" format!("both {name} stay") => mouse_stays = stays, cat_stays = stays;
        }
    }
    mutate! { list:
        "hole" "cat may enter the hole" => cat_in_hole = true;
        "hole" "cat may enter the hole, hole checked before capture" =>
            cat_in_hole = true, hole_before_capture = true;
        "hole" "cat may enter the hole and stay" => cat_in_hole = true, cat_stays = Stays::AtWill;
        "hole" "hole counts in the cat's degree" => hole_counts = true;
    }
    for (edges, name) in [
        (Edges::NotFirst, "not the first edge"),
        (Edges::NotLast, "not the last edge"),
        (Edges::Upwards, "only edges to larger nodes"),
        (Edges::Downwards, "only edges to smaller nodes"),
    ] {
        mutate! { list:
            "edges" format!("mouse uses {name}") => mouse_edges = edges;
            "edges" format!("cat uses {name}") => cat_edges = edges;
            "edges" format!("both use {name}") => mouse_edges = edges, cat_edges = edges;
        }
    }
    mutate! { list:
        "greedy" "cat always approaches the mouse" => cat_chases = true;
        "greedy" "cat always approaches the hole" => cat_guards = true;
        "greedy" "mouse always approaches the hole" => mouse_runs = true;
        "greedy" "mouse always approaches the hole, cat the mouse" => mouse_runs = true, cat_chases = true;
    }
}

/// Adds mutants in which the game begins or ends wrongly.
fn add_wrong_ends(list: &mut MutantList<GraphRules>) {
    mutate! { list:
        "ends" "hole checked before capture" => hole_before_capture = true;
        "ends" "cat moves first" => cat_first = true;
        "ends" "start nodes swapped" => swapped_starts = true;
        "ends" "start nodes swapped, cat moves first" => swapped_starts = true, cat_first = true;
        "ends" "mouse is safe after moving onto the cat" => mouse_may_bump = true;
        "ends" "mouse is caught when next to the cat" => caught_when_beside = true;
        "ends" "mouse wins only after the cat's reply" => late_hole = true;
    }
    for (claim, name) in [(Cat, "cat wins"), (Mouse, "mouse wins")] {
        let strategy = Strategy::right(Some(claim));
        list.add_strategy("draws", format!("draws count as {name}"), strategy);
    }
    for (claim, name) in [(None, "0"), (Some(Mouse), "1"), (Some(Cat), "2")] {
        list.add_strategy(
            "constant",
            format!("always {name}"),
            Strategy::Always(claim),
        );
    }
}

/// Adds mutants whose search stops too early.
fn add_short_searches(list: &mut MutantList<GraphRules>) {
    const FORMULAS: &[(&str, HorizonFormula)] = &[
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
        (None, "draw"),
        (Some(Cat), "cat wins"),
        (Some(Mouse), "mouse wins"),
    ] {
        list.add_early_stops(1..=MAX_HORIZON, FORMULAS, (open, name));
        let text = format!("plies overflow a signed byte: {name}");
        list.add_early_stop(text, Horizon::SignedByte, open);
    }
    for (side, winner) in [(Mouse, "mouse"), (Cat, "cat")] {
        let name = format!("stops when the {winner} wins no further positions");
        list.add_early_stop(name, Horizon::WhileGrows(side), None);
    }
}

/// Adds mutants that reply by a rule of thumb.
fn add_guesses(list: &mut MutantList<GraphRules>) {
    let guesses: [(&str, Guess<Graph, Claim>); 3] = [
        ("mouse wins if nearer to the hole", |graph| {
            claim_by_distances(graph, 1)
        }),
        ("mouse wins if as near to the hole", |graph| {
            claim_by_distances(graph, 0)
        }),
        ("mouse wins if it can reach the hole", |graph| {
            let home = graph.distances(HOLE)[usize::from(MOUSE_START)];
            home.map(|_| Mouse)
        }),
    ];
    for (name, guess) in guesses {
        list.add("greedy", name, MutantKind::GraphGuess(guess));
    }
}

/// Claims that the mouse wins if it is at least `lead` moves nearer to the hole than the cat.
/// Otherwise claims that the cat wins if it can reach the mouse, or else a draw.
fn claim_by_distances(graph: &Graph, lead: i64) -> Claim {
    let (mouse, cat) = (usize::from(MOUSE_START), usize::from(CAT_START));
    let home = graph.distances(HOLE);
    match (home[mouse], home[cat]) {
        (Some(_), None) => Some(Mouse),
        (Some(mouse), Some(cat)) if i64::from(cat) - i64::from(mouse) >= lead => Some(Mouse),
        _ => graph.distances(CAT_START)[mouse].map(|_| Cat),
    }
}
