//! Wrong solutions of 1728.

use super::arena::{Count, Side};
use super::grid_rules::{CatOnFood, Goal, GridRules, Legs};
use super::mutant::{Kind, Mutant};
use super::reading::{Claim, Formula, Horizon, Reading, Search};
use crate::game::{Grid, Square};

/// The longest forced win known on a board of contest size, in plies.
const RECORD: u32 = 79;

const RULE: GridRules = GridRules::RULE;

/// The right way to read off an answer.
const RIGHT: Reading = Reading::Forced {
    horizon: Horizon::Rule,
    open: Claim::Cat,
    count: Count::All,
};

/// All of them.
pub(super) fn all() -> Vec<Mutant> {
    let mut list = List(Vec::new());
    legs(
        &mut list,
        "mouse",
        |legs| GridRules {
            mouse: legs,
            ..RULE
        },
        RULE.mouse,
    );
    legs(
        &mut list,
        "cat",
        |legs| GridRules { cat: legs, ..RULE },
        RULE.cat,
    );
    both(&mut list);
    ends(&mut list);
    horizons(&mut list);
    searches(&mut list);
    counts(&mut list);
    tables(&mut list);
    guesses(&mut list);
    for (name, reason) in EQUIVALENT {
        let mutant = list.0.iter_mut().find(|mutant| mutant.name == *name);
        mutant.expect("reasons name mutants").equivalent = Some(reason);
    }
    for (name, evidence) in PROBABLY {
        let mutant = list.0.iter_mut().find(|mutant| mutant.name == *name);
        mutant.expect("evidence names mutants").evidence = Some(evidence);
    }
    list.0
}

/// Mutants that no board tells from a right solution, and why.
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

/// Mutants for which nobody has an argument, and what speaks for them.
const PROBABLY: &[(&str, &str)] = &[
    ("2 floor plies, then the cat", FLOOR),
    ("2 rows cols plies, then the cat", FLOOR),
];

const FLOOR: &str = "No forced win on any board up to 4×5 takes more than 821 ‰ of two plies per floor \
                     cell (`mousetrap hunt --exhaust 4x5`), and none found by a hunt for just \
                     that on boards of eight sizes up to 8×8 more than 937 ‰ (`mousetrap hunt \
                     --problem 1728 --goal density`).";

struct List(Vec<Mutant>);

impl List {
    fn rule(&mut self, class: &'static str, name: impl Into<String>, rules: GridRules) {
        self.add(class, name, Kind::Grid(rules, RIGHT));
    }

    fn reading(&mut self, class: &'static str, name: impl Into<String>, reading: Reading) {
        self.add(class, name, Kind::Grid(RULE, reading));
    }

    fn add(&mut self, class: &'static str, name: impl Into<String>, kind: Kind) {
        self.0.push(Mutant {
            name: name.into(),
            class,
            equivalent: None,
            evidence: None,
            kind,
        });
    }
}

/// One animal that moves wrongly.
fn legs(list: &mut List, who: &str, with: impl Fn(Legs) -> GridRules, rule: Legs) {
    let mut add =
        |class, name: String, legs| list.rule(class, format!("{who}: {name}"), with(legs));
    add(
        "stay",
        "may not stay".into(),
        Legs {
            stays: false,
            ..rule
        },
    );
    for longer in [-3, -2, -1, 1, 2, 3] {
        let name = format!("jump {longer:+}");
        add("jump length", name, Legs { longer, ..rule });
    }
    add(
        "jump length",
        "jump of any length".into(),
        Legs {
            longer: 1000,
            ..rule
        },
    );
    add(
        "jump length",
        "jump of 1".into(),
        Legs {
            longer: i16::MIN + 1,
            ..rule
        },
    );
    add(
        "jump length",
        "exactly the longest jump".into(),
        Legs {
            exact: true,
            ..rule
        },
    );
    add(
        "walls",
        "jumps through walls".into(),
        Legs {
            through_walls: true,
            ..rule
        },
    );
    add(
        "walls",
        "walls are floor".into(),
        Legs {
            on_walls: true,
            ..rule
        },
    );
    add(
        "directions",
        "diagonal jumps too".into(),
        Legs {
            diagonal: true,
            ..rule
        },
    );
    for (direction, name) in ["up", "right", "down", "left"].iter().enumerate() {
        let legs = Legs {
            without: Some(direction),
            ..rule
        };
        add("directions", format!("never {name}"), legs);
    }
    add(
        "passing",
        "stopped by the other".into(),
        Legs {
            blocked_by_other: true,
            ..rule
        },
    );
    add(
        "passing",
        "stopped by the food".into(),
        Legs {
            stopped_by_food: true,
            ..rule
        },
    );
    add(
        "edges",
        "wraps around".into(),
        Legs {
            wraps: true,
            ..rule
        },
    );
    add(
        "directions",
        "jumps around corners".into(),
        Legs {
            turns: true,
            ..rule
        },
    );
    for (goal, name) in [(Goal::Food, "the food"), (Goal::Other, "the other")] {
        let legs = Legs {
            only_nearest: Some(goal),
            ..rule
        };
        add("greedy", format!("runs straight to {name}"), legs);
    }
}

/// Both animals move wrongly in the same way.
fn both(list: &mut List) {
    let mut add = |class, name: &str, legs: Legs| {
        let rules = GridRules {
            mouse: legs,
            cat: legs,
            ..RULE
        };
        list.rule(class, format!("both: {name}"), rules);
    };
    let rule = RULE.mouse;
    add(
        "stay",
        "may not stay",
        Legs {
            stays: false,
            ..rule
        },
    );
    add("jump length", "jump -1", Legs { longer: -1, ..rule });
    add("jump length", "jump +1", Legs { longer: 1, ..rule });
    add(
        "jump length",
        "jump of 1",
        Legs {
            longer: i16::MIN + 1,
            ..rule
        },
    );
    add(
        "jump length",
        "exactly the longest jump",
        Legs {
            exact: true,
            ..rule
        },
    );
    add(
        "walls",
        "jump through walls",
        Legs {
            through_walls: true,
            ..rule
        },
    );
    add(
        "walls",
        "walls are floor",
        Legs {
            on_walls: true,
            ..rule
        },
    );
    add(
        "directions",
        "diagonal jumps too",
        Legs {
            diagonal: true,
            ..rule
        },
    );
    add(
        "directions",
        "jump around corners",
        Legs {
            turns: true,
            ..rule
        },
    );
    add(
        "passing",
        "stopped by each other",
        Legs {
            blocked_by_other: true,
            ..rule
        },
    );
    add(
        "passing",
        "stopped by the food",
        Legs {
            stopped_by_food: true,
            ..rule
        },
    );
    add(
        "edges",
        "wrap around",
        Legs {
            wraps: true,
            ..rule
        },
    );
    for (direction, name) in ["up", "right", "down", "left"].iter().enumerate() {
        let legs = Legs {
            without: Some(direction),
            ..rule
        };
        add("directions", &format!("never {name}"), legs);
    }
    list.rule(
        "jump length",
        "jumps swapped",
        GridRules {
            swapped_jumps: true,
            ..RULE
        },
    );
    list.rule(
        "edges",
        "rows and columns swapped",
        GridRules {
            swapped_edges: true,
            ..RULE
        },
    );
}

/// The game ends wrongly.
fn ends(list: &mut List) {
    let class = "ends";
    for (cat_on_food, name) in [
        (CatOnFood::Ignored, "cat on the food ignored"),
        (CatOnFood::Forbidden, "cat may not enter the food"),
    ] {
        list.rule(
            class,
            name,
            GridRules {
                cat_on_food,
                ..RULE
            },
        );
        for (more, rules) in [
            (
                "food before capture",
                GridRules {
                    food_before_capture: true,
                    ..RULE
                },
            ),
            (
                "cat moves first",
                GridRules {
                    first: Side::Cat,
                    ..RULE
                },
            ),
        ] {
            list.rule(
                class,
                format!("{name}, {more}"),
                GridRules {
                    cat_on_food,
                    ..rules
                },
            );
        }
    }
    list.rule(
        class,
        "food before capture",
        GridRules {
            food_before_capture: true,
            ..RULE
        },
    );
    list.rule(
        class,
        "cat moves first",
        GridRules {
            first: Side::Cat,
            ..RULE
        },
    );
    list.rule(
        class,
        "the cat may still reply to the food",
        GridRules {
            late_food: true,
            ..RULE
        },
    );
    list.rule(
        class,
        "food before capture, and the cat may still reply",
        GridRules {
            food_before_capture: true,
            late_food: true,
            ..RULE
        },
    );
    list.rule(
        class,
        "mouse may land on the cat",
        GridRules {
            mouse_may_bump: true,
            ..RULE
        },
    );
    list.rule(
        "passing",
        "met when jumped over",
        GridRules {
            capture_on_passing: true,
            ..RULE
        },
    );
    for (name, claim) in [("true", Claim::Mouse), ("false", Claim::Cat)] {
        list.reading("constant", format!("always {name}"), Reading::Always(claim));
    }
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
        list.reading("horizon", format!("{plies} plies, then the cat"), reading);
    }
    for plies in (2..=60).step_by(2) {
        let reading = forced(Horizon::Plies(plies), Claim::Mouse);
        list.reading("horizon", format!("{plies} plies, then the mouse"), reading);
    }
    list.reading(
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
        list.reading("horizon", format!("{name} plies, then the cat"), reading);
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
                    list.reading("memory", name, Reading::Search(search));
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
        list.reading("degrees", name, reading);
    }
}

/// Tables of positions that are too small for 8×8.
fn tables(list: &mut List) {
    for cells in [32, 49, 56, 60, 63] {
        let table = Some(cells);
        let rules = GridRules { table, ..RULE };
        list.rule("table", format!("cells modulo {cells}"), rules);
    }
}

/// Answers by rule of thumb.
fn guesses(list: &mut List) {
    let class = "greedy";
    list.add(
        class,
        "mouse nearer or level",
        Kind::GridGuess(|grid| lead(grid, 0)),
    );
    list.add(class, "mouse nearer", Kind::GridGuess(|grid| lead(grid, 1)));
    list.add(
        class,
        "mouse at most one behind",
        Kind::GridGuess(|grid| lead(grid, -1)),
    );
    list.add(
        class,
        "the food can be reached",
        Kind::GridGuess(|grid| lead(grid, i64::MIN)),
    );
    let beeline: fn(&Grid) -> Claim = |grid| {
        let (mouse, cat) = (beeline(grid, grid.mouse), beeline(grid, grid.cat));
        let moves = |cells: u32, jump: u16| cells.div_ceil(jump.into());
        let wins = moves(mouse, grid.mouse_jump) <= moves(cat, grid.cat_jump);
        if wins { Claim::Mouse } else { Claim::Cat }
    };
    list.add(class, "nearer as the crow flies", Kind::GridGuess(beeline));
    let longer: fn(&Grid) -> Claim = |grid| {
        if grid.mouse_jump > grid.cat_jump {
            Claim::Mouse
        } else {
            Claim::Cat
        }
    };
    list.add(class, "the longer jump wins", Kind::GridGuess(longer));
}

/// The mouse, if it needs at least `lead` moves fewer to the food than the
/// cat, each alone on the board.
fn lead(grid: &Grid, lead: i64) -> Claim {
    let mouse = alone(grid, grid.mouse, grid.mouse_jump);
    let cat = alone(grid, grid.cat, grid.cat_jump);
    match (mouse, cat) {
        (Some(_), None) => Claim::Mouse,
        (Some(mouse), Some(cat)) if cat.saturating_sub(mouse) >= lead => Claim::Mouse,
        _ => Claim::Cat,
    }
}

/// Moves to the food of an animal alone on the board.
fn alone(grid: &Grid, from: Square, jump: u16) -> Option<i64> {
    let mut moves = vec![None; grid.walls.len()];
    moves[usize::from(from.0)] = Some(0);
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        let so_far: Option<i64> = moves[usize::from(cell.0)];
        if cell == grid.food {
            return so_far;
        }
        for to in grid.moves(cell, jump) {
            if moves[usize::from(to.0)].is_none() {
                moves[usize::from(to.0)] = so_far.map(|moves| moves + 1);
                queue.push(to);
            }
        }
    }
    None
}

/// Cells to the food without regard to walls.
fn beeline(grid: &Grid, from: Square) -> u32 {
    let place = |square: Square| (square.0 / grid.cols, square.0 % grid.cols);
    let (a, b) = (place(from), place(grid.food));
    u32::from(a.0.abs_diff(b.0)) + u32::from(a.1.abs_diff(b.1))
}
