//! The rule mutants of problem 913.

use super::missed_wins;
use super::mutant::{Heuristic, Mutant, MutantKind, MutantList, add_rule_mutants};
use crate::strength::rules::graph_rules::{EdgeRule, GraphRules, StayRule};
use crate::strength::rules::strategy::{GameRules, Horizon, HorizonFormula, Strategy, Winner};
use cat_and_mouse::game::Player::{Cat, Mouse};
use cat_and_mouse::game::{CAT_START, Graph, HOLE, MOUSE_START};

/// The largest search horizon of the mutants, in plies: the length of the second-longest known
/// forced win on graphs with at most 50 nodes, rounded down to a multiple of ten.
const MAX_HORIZON: u32 = 1050;

/// Returns all rule mutants of problem 913.
pub(crate) fn all_mutants() -> Vec<Mutant> {
    let mut list = MutantList::new(None, GameRules::Graph);
    add_wrong_move_rules(&mut list);
    add_wrong_start_and_end_rules(&mut list);
    add_all_early_stopping_mutants(&mut list);
    missed_wins::add_graph_mutants(&mut list);
    let cycles = [
        (None, "a draw"),
        (Some(Cat), "a cat win"),
        (Some(Mouse), "a mouse win"),
    ];
    list.add_faulty_depth_first_searches(&cycles, [20, 100, 200, 1000]);
    list.add_wrong_losing_move_counts();
    let sizes: [&[u16]; 2] = [&[32, 40, 48, 49], &[10, 32, 40, 48]];
    list.add_wrong_position_encodings("nodes", sizes, |rules| &mut rules.common.encoding);
    add_heuristic_mutants(&mut list);
    list.with_equivalence_reasons(EQUIVALENT_MUTANTS, PROBABLY_EQUIVALENT_MUTANTS)
}

/// The names of the equivalent mutants, which answer every graph correctly, each with a proof.
const EQUIVALENT_MUTANTS: &str = "
hole checked before capture => the cat is never in the hole, so the mouse is never caught there
mouse wins only after the cat's reply => the cat cannot follow the mouse into the hole, so its reply changes nothing
stops after 2n² plies: draw => each ply of the longest forced win decides at least one more position, and there are fewer than 2n² positions
";

/// The names of the mutants that are probably equivalent to a correct solution, each with evidence
/// for this.
const PROBABLY_EQUIVALENT_MUTANTS: &[(&str, &str)] = &[
    ("stops after n² / 2 plies: draw", QUADRATIC_BOUND_EVIDENCE),
    ("stops after n² plies: draw", QUADRATIC_BOUND_EVIDENCE),
];

/// The evidence that every forced win takes fewer than n² / 2 plies.
pub(crate) const QUADRATIC_BOUND_EVIDENCE: &str = "In the suite `extreme`, no forced win on n nodes takes more than 45 % of n² plies (see `mousetrap hunt`).";

/// Adds mutants with wrong move rules.
fn add_wrong_move_rules(list: &mut MutantList<GraphRules>) {
    for (stays, name) in [(StayRule::AtWill, "may"), (StayRule::Always, "must")] {
        add_rule_mutants! { list:
            "stay" format!("mouse {name} stay") => mouse_stays = stays;
            "stay" format!("cat {name} stay") => cat_stays = stays;
            "stay" format!("both {name} stay") => mouse_stays = stays, cat_stays = stays;
        }
    }
    add_rule_mutants! { list:
        "hole" "cat may enter the hole" => cat_in_hole = true;
        "hole" "cat may enter the hole, and a mouse in the hole wins even if the cat is there" =>
            cat_in_hole = true, common.goal_before_capture = true;
        "hole" "cat may enter the hole and stay" => cat_in_hole = true, cat_stays = StayRule::AtWill;
        "hole" "hole counted in the degree of the cat's node" => hole_counts = true;
    }
    for (edges, name) in [
        (EdgeRule::NotFirst, "not the first edge"),
        (EdgeRule::NotLast, "not the last edge"),
        (EdgeRule::Upwards, "only edges to larger nodes"),
        (EdgeRule::Downwards, "only edges to smaller nodes"),
    ] {
        add_rule_mutants! { list:
            "edges" format!("mouse uses {name}") => mouse_edges = edges;
            "edges" format!("cat uses {name}") => cat_edges = edges;
            "edges" format!("both use {name}") => mouse_edges = edges, cat_edges = edges;
        }
    }
    add_rule_mutants! { list:
        "greedy" "cat always approaches the mouse" => cat_chases = true;
        "greedy" "cat always approaches the hole" => cat_guards = true;
        "greedy" "mouse always approaches the hole" => mouse_runs = true;
        "greedy" "mouse always approaches the hole, cat always approaches the mouse" => mouse_runs = true, cat_chases = true;
    }
}

/// Adds mutants with wrong rules for the start or the end of the game.
fn add_wrong_start_and_end_rules(list: &mut MutantList<GraphRules>) {
    add_rule_mutants! { list:
        "ends" "hole checked before capture" => common.goal_before_capture = true;
        "ends" "cat moves first" => common.cat_first = true;
        "ends" "start nodes swapped" => swapped_starts = true;
        "ends" "start nodes swapped, cat moves first" => swapped_starts = true, common.cat_first = true;
        "ends" "mouse is safe after moving onto the cat" => common.mouse_may_bump = true;
        "ends" "mouse is caught when next to the cat" => caught_when_beside = true;
        "ends" "mouse wins only after the cat's reply" => common.late_goal = true;
    }
    for (claim, name) in [(Cat, "cat wins"), (Mouse, "mouse wins")] {
        let strategy = Strategy::full_analysis(Some(claim));
        list.add_strategy_mutant("draws", format!("draws count as {name}"), strategy);
    }
    for (claim, name) in [(None, "0"), (Some(Mouse), "1"), (Some(Cat), "2")] {
        list.add_strategy_mutant(
            "constant",
            format!("always {name}"),
            Strategy::Always(claim),
        );
    }
}

/// Adds mutants whose search stops too early.
fn add_all_early_stopping_mutants(list: &mut MutantList<GraphRules>) {
    const HORIZON_FORMULAS: &[(&str, HorizonFormula)] = &[
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
    for (default_claim, name) in [
        (None, "draw"),
        (Some(Cat), "cat wins"),
        (Some(Mouse), "mouse wins"),
    ] {
        list.add_early_stopping_mutants(1..=MAX_HORIZON, HORIZON_FORMULAS, (default_claim, name));
        let text = format!("the ply counter overflows a signed byte: {name}");
        list.add_early_stopping_mutant(text, Horizon::SignedByte, default_claim);
    }
    for (side, winner) in [(Mouse, "mouse"), (Cat, "cat")] {
        let name = format!("stops when a pass finds no new {winner} wins");
        list.add_early_stopping_mutant(name, Horizon::WhileGrows(side), None);
    }
}

/// Adds mutants that use a rule of thumb instead of a search.
fn add_heuristic_mutants(list: &mut MutantList<GraphRules>) {
    let heuristics: [(&str, Heuristic<Graph, Winner>); 3] = [
        ("mouse wins if nearer to the hole than the cat", |graph| {
            guess_winner_by_distance(graph, 1)
        }),
        ("mouse wins unless the cat is nearer to the hole", |graph| {
            guess_winner_by_distance(graph, 0)
        }),
        ("mouse wins if it can reach the hole", |graph| {
            let home = graph.distances(HOLE)[usize::from(MOUSE_START)];
            home.map(|_| Mouse)
        }),
    ];
    for (name, heuristic) in heuristics {
        list.add("greedy", name, MutantKind::GraphHeuristic(heuristic));
    }
}

/// Claims a mouse win if the mouse is at least `lead` moves nearer to the hole than the cat.
/// Otherwise claims a cat win if the cat can reach the mouse, and a draw if not.
fn guess_winner_by_distance(graph: &Graph, lead: i64) -> Winner {
    let (mouse, cat) = (usize::from(MOUSE_START), usize::from(CAT_START));
    let home = graph.distances(HOLE);
    match (home[mouse], home[cat]) {
        (Some(_), None) => Some(Mouse),
        (Some(mouse), Some(cat)) if i64::from(cat) - i64::from(mouse) >= lead => Some(Mouse),
        _ => graph.distances(CAT_START)[mouse].map(|_| Cat),
    }
}
