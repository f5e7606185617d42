//! The rule mutants of problem 1728, with proofs and evidence that some mutants are equivalent to a
//! correct solution.

use super::missed_wins;
use super::mutant::{Heuristic, Mutant, MutantKind, MutantList, add_rule_mutants};
use crate::strength::rules::grid_rules::{
    BoardEdgeRule, CatOnFoodRule, GreedyGoal, GridRules, MaxJumpRule, MoveRules,
};
use crate::strength::rules::strategy::{GameRules, Horizon, HorizonFormula, Strategy};
use cat_and_mouse::game::Player::{Cat, Mouse};
use cat_and_mouse::game::{Grid, Square};

/// The length, in plies, of the longest known forced win on boards with at most 8×8 cells.
const LONGEST_KNOWN_WIN_PLIES: u32 = 79;

/// Returns all rule mutants of problem 1728.
pub(crate) fn all_mutants() -> Vec<Mutant> {
    let mut list = MutantList::new(Some(Cat), GameRules::Grid);
    add_wrong_move_rules(&mut list);
    add_wrong_start_and_end_rules(&mut list);
    add_all_early_stopping_mutants(&mut list);
    missed_wins::add_board_mutants(&mut list);
    list.add_faulty_depth_first_searches(
        &[(Some(Cat), "a cat win"), (Some(Mouse), "a mouse win")],
        [10, 70, 128, 1000],
    );
    list.add_wrong_losing_move_counts();
    let sizes: [&[u16]; 2] = [&[32, 49, 56, 60, 63], &[8, 32, 50, 60, 63]];
    list.add_wrong_position_encodings("cells", sizes, |rules| &mut rules.common.encoding);
    add_heuristic_mutants(&mut list);
    list.with_equivalence_reasons(EQUIVALENT_MUTANTS, PROBABLY_EQUIVALENT_MUTANTS)
}

/// The names of the equivalent mutants, which answer every board correctly, each with a proof.
const EQUIVALENT_MUTANTS: &str = "
mouse: may not stay => if the mouse stays, the cat can stay as well, and nothing has changed, so the mouse never stays in a shortest win
mouse: stopped by the food => a mouse that could jump over the food can also land on it and win
cat: stopped by the food => a cat that could jump over the food can also land on it and win
both: stopped by the food => a player that could jump over the food can also land on it and win
cat: stopped by the other player => a cat that could jump over the mouse can also land on it and win
cat on the food ignored => a cat on the food can stay there until the move limit, and catches the mouse if the mouse comes
food checked before capture => the cat can meet the mouse on the food only by moving there, but then the mouse has already won
food checked before capture, after the cat's reply => the win is detected one ply late, but within the move limit, because mouse wins take an odd number of plies
mouse is safe after moving onto the cat => the cat can stay where it is and thereby catch the mouse
";

/// The names of the mutants that are probably equivalent to a correct solution, each with evidence
/// for this.
const PROBABLY_EQUIVALENT_MUTANTS: &[(&str, &str)] = &[
    ("stops after 2 · floor plies: cat wins", PLY_BOUND_EVIDENCE),
    (
        "stops after 2 · rows · cols plies: cat wins",
        PLY_BOUND_EVIDENCE,
    ),
];

/// The evidence that no forced win takes more than two plies per floor cell.
pub(crate) const PLY_BOUND_EVIDENCE: &str = "No forced win on any board up to 5×6 takes more than 880 ‰ of two \
    plies per floor cell (`crates/cat-and-mouse/tables/1728-5x6.json`), and no win in the suite \
    `extreme` more than 940 ‰.";

/// The class and the name of a mutant, and its mistake in the move rules of a player.
type MoveRuleMistake = (&'static str, &'static str, fn(&mut MoveRules));

/// The mistakes in the move rules of the mouse, of the cat, or of both players.
#[rustfmt::skip]
const MOVE_RULE_MISTAKES: [MoveRuleMistake; 23] = [
    ("stay", "may not stay", |rules| rules.must_move = true),
    ("stay", "must stay", |rules| rules.reach = MaxJumpRule::Just(0)),
    ("jump length", "jump -3", |rules| rules.reach = MaxJumpRule::More(-3)),
    ("jump length", "jump -2", |rules| rules.reach = MaxJumpRule::More(-2)),
    ("jump length", "jump -1", |rules| rules.reach = MaxJumpRule::More(-1)),
    ("jump length", "jump +1", |rules| rules.reach = MaxJumpRule::More(1)),
    ("jump length", "jump +2", |rules| rules.reach = MaxJumpRule::More(2)),
    ("jump length", "jump +3", |rules| rules.reach = MaxJumpRule::More(3)),
    ("jump length", "jump of 1", |rules| rules.reach = MaxJumpRule::Just(1)),
    ("jump length", "jump of any length", |rules| rules.reach = MaxJumpRule::Just(u16::MAX)),
    ("jump length", "only jumps of full length", |rules| rules.exact = true),
    ("walls", "jumps through walls", |rules| rules.through_walls = true),
    ("walls", "lands on walls", |rules| rules.on_walls = true),
    ("directions", "also jumps diagonally", |rules| rules.diagonal = true),
    ("directions", "never moves up", |rules| rules.without = Some(0)),
    ("directions", "never moves right", |rules| rules.without = Some(1)),
    ("directions", "never moves down", |rules| rules.without = Some(2)),
    ("directions", "never moves left", |rules| rules.without = Some(3)),
    ("directions", "jumps around corners", |rules| rules.turns = true),
    ("passing", "stopped by the other player", |rules| rules.blocked_by_other = true),
    ("passing", "stopped by the food", |rules| rules.stopped_by_food = true),
    ("edges", "wraps around the edge", |rules| rules.at_edge = BoardEdgeRule::Around),
    ("edges", "continues in the next row", |rules| rules.at_edge = BoardEdgeRule::NextRow),
];

/// Mistakes that restrict one player to greedy moves.
const GREEDY_MISTAKES: [MoveRuleMistake; 2] = [
    ("greedy", "always approaches the food", |rules| {
        rules.only_nearest = Some(GreedyGoal::Food);
    }),
    ("greedy", "always approaches the other player", |rules| {
        rules.only_nearest = Some(GreedyGoal::Other);
    }),
];

/// Adds mutants with wrong move rules.
fn add_wrong_move_rules(list: &mut MutantList<GridRules>) {
    for (mistakes, who) in [
        (&MOVE_RULE_MISTAKES[..], "mouse"),
        (&MOVE_RULE_MISTAKES, "cat"),
        (&MOVE_RULE_MISTAKES, "both"),
        (&GREEDY_MISTAKES, "mouse"),
        (&GREEDY_MISTAKES, "cat"),
    ] {
        for (class, mistake, change) in mistakes {
            list.add_rule_mutant(class, format!("{who}: {mistake}"), |rules| {
                if who != "cat" {
                    change(&mut rules.mouse);
                }
                if who != "mouse" {
                    change(&mut rules.cat);
                }
            });
        }
    }
    add_rule_mutants! { list:
        "jump length" "jump lengths swapped" => swapped_jumps = true;
        "edges" "rows and columns swapped" => swapped_edges = true;
    }
}

/// Adds mutants with wrong rules for the start or the end of the game.
fn add_wrong_start_and_end_rules(list: &mut MutantList<GridRules>) {
    for (is, name) in [
        (CatOnFoodRule::Ignored, "cat on the food ignored"),
        (CatOnFoodRule::Forbidden, "cat may not move onto the food"),
    ] {
        add_rule_mutants! { list:
            "ends" name => cat_on_food = is;
            "ends" format!("{name}, food checked before capture") =>
                cat_on_food = is, common.goal_before_capture = true;
            "ends" format!("{name}, cat moves first") => cat_on_food = is, common.cat_first = true;
        }
    }
    add_rule_mutants! { list:
        "ends" "food checked before capture" => common.goal_before_capture = true;
        "ends" "cat moves first" => common.cat_first = true;
        "ends" "mouse wins only if it is still on the food after the cat's reply" => common.late_goal = true;
        "ends" "food checked before capture, after the cat's reply" =>
            common.goal_before_capture = true, common.late_goal = true;
        "ends" "mouse is safe after moving onto the cat" => common.mouse_may_bump = true;
        "passing" "jumping over the other player counts as a capture" => capture_on_passing = true;
    }
    for (name, claim) in [("true", Mouse), ("false", Cat)] {
        let strategy = Strategy::Always(Some(claim));
        list.add_strategy_mutant("constant", format!("always {name}"), strategy);
    }
}

/// Adds mutants whose search stops too early.
fn add_all_early_stopping_mutants(list: &mut MutantList<GridRules>) {
    const HORIZON_FORMULAS: &[(&str, HorizonFormula)] = &[
        ("rows", |s| s.rows),
        ("rows + cols", |s| s.rows + s.cols),
        ("2 · rows", |s| 2 * s.rows),
        ("2 · (rows + cols)", |s| 2 * (s.rows + s.cols)),
        ("4 · rows", |s| 4 * s.rows),
        ("4 · (rows + cols)", |s| 4 * (s.rows + s.cols)),
        ("8 · rows", |s| 8 * s.rows),
        ("floor / 2", |s| s.floor / 2),
        ("floor", |s| s.floor),
        ("3 · floor / 2", |s| 3 * s.floor / 2),
        ("rows · cols / 2", |s| s.rows * s.cols / 2),
        ("rows · cols", |s| s.rows * s.cols),
        ("2 · floor", |s| 2 * s.floor),
        ("2 · rows · cols", |s| 2 * s.rows * s.cols),
    ];
    let (cat, mouse) = ((Some(Cat), "cat wins"), (Some(Mouse), "mouse wins"));
    list.add_early_stopping_mutants(1..LONGEST_KNOWN_WIN_PLIES, &[], cat);
    list.add_early_stopping_mutants((2..=60).step_by(2), &[], mouse);
    let name = "stops when a pass finds no new cat wins";
    list.add_early_stopping_mutant(name, Horizon::WhileGrows(Cat), Some(Cat));
    list.add_early_stopping_mutant(
        "undecided positions count as mouse wins",
        Horizon::Rule,
        Some(Mouse),
    );
    list.add_early_stopping_mutants([], HORIZON_FORMULAS, cat);
}

/// Adds mutants that use a rule of thumb instead of a search.
fn add_heuristic_mutants(list: &mut MutantList<GridRules>) {
    let heuristics: [(&str, Heuristic<Grid, bool>); 6] = [
        ("mouse wins unless the cat is nearer to the food", |grid| {
            mouse_leads_by(grid, 0)
        }),
        ("mouse wins if nearer to the food than the cat", |grid| {
            mouse_leads_by(grid, 1)
        }),
        ("mouse wins if at most one move behind the cat", |grid| {
            mouse_leads_by(grid, -1)
        }),
        ("mouse wins if it can reach the food", |grid| {
            mouse_leads_by(grid, i64::MIN)
        }),
        ("mouse wins unless cat is nearer, ignoring walls", |grid| {
            let mouse = distance_without_walls(grid, grid.mouse).div_ceil(grid.mouse_jump);
            mouse <= distance_without_walls(grid, grid.cat).div_ceil(grid.cat_jump)
        }),
        ("mouse wins if its jump is longer than the cat's", |grid| {
            grid.mouse_jump > grid.cat_jump
        }),
    ];
    for (name, heuristic) in heuristics {
        list.add("greedy", name, MutantKind::GridHeuristic(heuristic));
    }
}

/// Returns whether the mouse is at least `lead` moves nearer to the food than the cat. The
/// distances are computed as if the other player were not on the board.
fn mouse_leads_by(grid: &Grid, lead: i64) -> bool {
    let alone = |from: Square, jump| grid.distances(grid.food, jump)[from.index()].map(i64::from);
    let mouse = alone(grid.mouse, grid.mouse_jump);
    match (mouse, alone(grid.cat, grid.cat_jump)) {
        (Some(mouse), Some(cat)) => cat - mouse >= lead,
        (mouse, _) => mouse.is_some(),
    }
}

/// Returns the distance to the food in cells, ignoring walls.
fn distance_without_walls(grid: &Grid, from: Square) -> u16 {
    let (a, b) = (grid.row_and_col(from), grid.row_and_col(grid.food));
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
}
