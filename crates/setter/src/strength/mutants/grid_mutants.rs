//! The mutants of 1728, with proofs and evidence that some are equivalent.

use super::gaps;
use super::mutant::{Guess, Kind, List, Mutant, mutate};
use crate::strength::rules::grid_rules::{
    AtEdge, CatOnFood, GridRules, MouseGoal, MoveRules, Reach,
};
use crate::strength::rules::strategy::{Formula, Horizon, Strategy};
use cat_and_mouse::game::Player::{Cat, Mouse};
use cat_and_mouse::game::{Grid, Square};

/// The longest known forced win on a board of contest size, in plies.
const RECORD: u32 = 79;

/// Returns all mutants of 1728.
pub(crate) fn all() -> Vec<Mutant> {
    let mut list = List::new(Some(Cat), Kind::Grid);
    moves(&mut list);
    ends(&mut list);
    horizons(&mut list);
    gaps::of_boards(&mut list);
    list.searches(
        &[(Some(Cat), "the cat's"), (Some(Mouse), "the mouse's")],
        [10, 70, 128, 1000],
    );
    list.counts();
    let sizes: [&[u16]; 2] = [&[32, 49, 56, 60, 63], &[8, 32, 50, 60, 63]];
    list.encodings("cells", sizes, |rules| &mut rules.encoding);
    guesses(&mut list);
    list.explained(EQUIVALENT, PROBABLY)
}

/// Mutants that reply correctly to every board, with the proof.
const EQUIVALENT: &[(&str, &str)] = &[
    (
        "mouse: may not stay",
        "where the mouse stays, the cat may stay too and nothing has changed, so a shortest win \
         holds no stay",
    ),
    (
        "mouse: stopped by the food",
        "a mouse that can jump over the food can land on it and win",
    ),
    (
        "cat: stopped by the food",
        "a cat that can jump over the food can land on it and win",
    ),
    (
        "both: stopped by the food",
        "who can jump over the food can land on it and win",
    ),
    (
        "cat: stopped by the other",
        "a cat that can jump over the mouse can land on it and win",
    ),
    (
        "cat on the food ignored",
        "a cat on the food may stay there until the moves are used up, and catches whoever comes",
    ),
    (
        "food before capture",
        "both hold only where the cat has moved onto the mouse on the food, and the mouse that \
         came there first has won already",
    ),
    (
        "food before capture, and the cat may still reply",
        "the win is only noticed a ply later, and never on ply 1001, since wins have odd depth",
    ),
    (
        "mouse may land on the cat",
        "the cat it has landed on may stay, and has caught it then",
    ),
];

/// Mutants that are probably equivalent, with the evidence.
const PROBABLY: &[(&str, &str)] = &[
    ("2 floor plies, then the cat", FLOOR),
    ("2 rows cols plies, then the cat", FLOOR),
];

pub(crate) const FLOOR: &str = "No forced win on any board up to 5×6 takes more than 880 ‰ of two \
    plies per floor cell (`crates/cat-and-mouse/tables/1728-5x6.json`), and no win in the suite \
    `extreme` more than 940 ‰.";

/// Sets the move rules of the mouse, the cat, or both.
type Give = fn(&mut GridRules, MoveRules);

/// Adds mutants with wrong moves.
fn moves(list: &mut List<GridRules>) {
    let whose: [(_, Give); 3] = [
        ("mouse", |rules, moves| rules.mouse = moves),
        ("cat", |rules, moves| rules.cat = moves),
        ("both", |rules, moves| {
            (rules.mouse, rules.cat) = (moves, moves);
        }),
    ];
    for (who, give) in whose {
        wrong_moves(&mut Animals { list, who, give });
    }
    for (who, give) in &whose[..2] {
        let animal = &mut Animals {
            list,
            who,
            give: *give,
        };
        mutate! { animal:
            "greedy" "runs straight to the food" => only_nearest = Some(MouseGoal::Food);
            "greedy" "runs straight to the other" => only_nearest = Some(MouseGoal::Other);
        }
    }
    mutate! { list:
        "jump length" "jumps swapped" => swapped_jumps = true;
        "edges" "rows and columns swapped" => swapped_edges = true;
    }
}

/// The list of mutants, for mistakes of the mouse, the cat, or both.
struct Animals<'a> {
    list: &'a mut List<GridRules>,
    who: &'a str,
    give: Give,
}

impl Animals<'_> {
    fn mutate(
        &mut self,
        class: &'static str,
        name: impl AsRef<str>,
        change: impl FnOnce(&mut MoveRules),
    ) {
        let mut moves = MoveRules::default();
        change(&mut moves);
        let name = format!("{}: {}", self.who, name.as_ref());
        self.list
            .mutate(class, name, |rules| (self.give)(rules, moves));
    }
}

/// Adds all wrong moves of a player.
fn wrong_moves(animals: &mut Animals<'_>) {
    mutate! { animals:
        "stay" "may not stay" => restless = true;
        "stay" "must stay" => reach = Reach::Just(0);
    }
    for more in [-3, -2, -1, 1, 2, 3] {
        mutate! { animals: "jump length" format!("jump {more:+}") => reach = Reach::More(more); }
    }
    mutate! { animals:
        "jump length" "jump of 1" => reach = Reach::Just(1);
        "jump length" "jump of any length" => reach = Reach::Just(u16::MAX);
        "jump length" "exactly the longest jump" => exact = true;
        "walls" "jumps through walls" => through_walls = true;
        "walls" "walls are floor" => on_walls = true;
        "directions" "diagonal jumps too" => diagonal = true;
        "directions" "never up" => without = Some(0);
        "directions" "never right" => without = Some(1);
        "directions" "never down" => without = Some(2);
        "directions" "never left" => without = Some(3);
        "directions" "jumps around corners" => turns = true;
        "passing" "stopped by the other" => blocked_by_other = true;
        "passing" "stopped by the food" => stopped_by_food = true;
        "edges" "wraps around" => at_edge = AtEdge::Around;
        "edges" "runs on in the next row" => at_edge = AtEdge::NextRow;
    }
}

/// Adds mutants in which the game begins or ends wrongly.
fn ends(list: &mut List<GridRules>) {
    for (is, name) in [
        (CatOnFood::Ignored, "cat on the food ignored"),
        (CatOnFood::Forbidden, "cat may not enter the food"),
    ] {
        mutate! { list:
            "ends" name => cat_on_food = is;
            "ends" format!("{name}, food before capture") =>
                cat_on_food = is, food_before_capture = true;
            "ends" format!("{name}, cat moves first") => cat_on_food = is, cat_first = true;
        }
    }
    mutate! { list:
        "ends" "food before capture" => food_before_capture = true;
        "ends" "cat moves first" => cat_first = true;
        "ends" "the cat may still reply to the food" => late_food = true;
        "ends" "food before capture, and the cat may still reply" =>
            food_before_capture = true, late_food = true;
        "ends" "mouse may land on the cat" => mouse_may_bump = true;
        "passing" "met when jumped over" => capture_on_passing = true;
    }
    for (name, claim) in [("true", Mouse), ("false", Cat)] {
        let strategy = Strategy::Always(Some(claim));
        list.read("constant", format!("always {name}"), strategy);
    }
}

/// Adds mutants whose search stops too early.
fn horizons(list: &mut List<GridRules>) {
    const FORMULAS: &[(&str, Formula)] = &[
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
    let (cat, mouse) = ((Some(Cat), "the cat"), (Some(Mouse), "the mouse"));
    list.stops(1..RECORD, &[], cat);
    list.stops((2..=60).step_by(2), &[], mouse);
    let name = "until the cat's wins no longer grow";
    list.stop(name, Horizon::WhileGrows(Cat), Some(Cat));
    list.stop("open is the mouse's", Horizon::Rule, Some(Mouse));
    list.stops([], FORMULAS, cat);
}

/// Adds mutants that reply by rule of thumb.
fn guesses(list: &mut List<GridRules>) {
    let guesses: [(&str, Guess<Grid, bool>); 6] = [
        ("mouse nearer or level", |grid| lead(grid, 0)),
        ("mouse nearer", |grid| lead(grid, 1)),
        ("mouse at most one behind", |grid| lead(grid, -1)),
        ("the food can be reached", |grid| lead(grid, i64::MIN)),
        ("nearer as the crow flies", |grid| {
            let mouse = beeline(grid, grid.mouse).div_ceil(grid.mouse_jump);
            mouse <= beeline(grid, grid.cat).div_ceil(grid.cat_jump)
        }),
        ("the longer jump wins", |grid| {
            grid.mouse_jump > grid.cat_jump
        }),
    ];
    for (name, guess) in guesses {
        list.add("greedy", name, Kind::GridGuess(guess));
    }
}

/// Returns whether the mouse needs at least `lead` moves fewer to the food than the cat, if
/// each is alone on the board.
fn lead(grid: &Grid, lead: i64) -> bool {
    let alone = |from: Square, jump| grid.distances(grid.food, jump)[from.index()].map(i64::from);
    let mouse = alone(grid.mouse, grid.mouse_jump);
    match (mouse, alone(grid.cat, grid.cat_jump)) {
        (Some(mouse), Some(cat)) => cat - mouse >= lead,
        (mouse, _) => mouse.is_some(),
    }
}

/// Returns the distance to the food in cells, ignoring walls.
fn beeline(grid: &Grid, from: Square) -> u16 {
    let (a, b) = (grid.position(from), grid.position(grid.food));
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
}
