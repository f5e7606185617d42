//! Wrong solutions of 913.

use super::common_bugs;
use super::graph_rules::{Edges, GraphRules, Stays};
use super::mutant::{Kind, Mutant};
use super::state_graph::Count;
use super::strategy::{Claim, Formula, Horizon, Strategy};
use cat_and_mouse::game::{CAT_START, Graph, HOLE, MOUSE_START, Node, Player};

/// Horizons are tried up to this many plies, the second longest forced win
/// known on graphs of contest size in whole tens.
const CAPS: u32 = 890;

const RIGHT: Strategy = Strategy::Forced {
    horizon: Horizon::Rule,
    open: Claim::Nobody,
    count: Count::All,
};

/// All of them.
pub(super) fn all() -> Vec<Mutant> {
    let mut list = List::new(GraphRules::RULE, RIGHT, Kind::Graph);
    moves(&mut list);
    ends(&mut list);
    horizons(&mut list);
    common_bugs(&mut list);
    guesses(&mut list);
    list.explained(EQUIVALENT, PROBABLY)
}

/// Mutants that no graph tells from a right solution, and why.
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

/// Mutants for which nobody has an argument, and what speaks for them.
const PROBABLY: &[(&str, &str)] = &[
    ("n² / 2 plies, then a draw", SQUARE),
    ("n² plies, then a draw", SQUARE),
];

const SQUARE: &str = "No forced end in the hall of fame takes more than 45 % of n² plies (`mousetrap \
                      hunt --problem 913`).";

type List = super::mutant::List<GraphRules>;

/// Somebody moves wrongly.
fn moves(list: &mut List) {
    for (stays, name) in [(Stays::AtWill, "may"), (Stays::Always, "must")] {
        list.mutate("stay", format!("mouse {name} stay"), |rules| {
            rules.mouse_stays = stays;
        });
        list.mutate("stay", format!("cat {name} stay"), |rules| {
            rules.cat_stays = stays;
        });
        list.mutate("stay", format!("both {name} stay"), |rules| {
            (rules.mouse_stays, rules.cat_stays) = (stays, stays);
        });
    }
    list.mutate("hole", "cat may enter the hole", |rules| {
        rules.cat_in_hole = true;
    });
    list.mutate(
        "hole",
        "cat may enter the hole, home before capture",
        |rules| {
            (rules.cat_in_hole, rules.hole_before_capture) = (true, true);
        },
    );
    list.mutate("hole", "cat may enter the hole and stay", |rules| {
        (rules.cat_in_hole, rules.cat_stays) = (true, Stays::AtWill);
    });
    list.mutate("hole", "hole counts in degrees", |rules| {
        rules.hole_counts = true;
    });
    for (edges, name) in [
        (Edges::NotFirst, "all but the first edge"),
        (Edges::NotLast, "all but the last edge"),
        (Edges::Upwards, "edges upwards only"),
        (Edges::Downwards, "edges downwards only"),
    ] {
        let class = "edges";
        list.mutate(class, format!("mouse sees {name}"), |rules| {
            rules.mouse_edges = edges;
        });
        list.mutate(class, format!("cat sees {name}"), |rules| {
            rules.cat_edges = edges;
        });
        list.mutate(class, format!("both see {name}"), |rules| {
            (rules.mouse_edges, rules.cat_edges) = (edges, edges);
        });
    }
    list.mutate("greedy", "cat runs straight to the mouse", |rules| {
        rules.cat_chases = true;
    });
    list.mutate("greedy", "cat runs straight to the hole", |rules| {
        rules.cat_guards = true;
    });
    list.mutate("greedy", "mouse runs straight home", |rules| {
        rules.mouse_runs = true;
    });
    list.mutate("greedy", "both run straight", |rules| {
        (rules.mouse_runs, rules.cat_chases) = (true, true);
    });
}

/// The game begins or ends wrongly.
fn ends(list: &mut List) {
    let class = "ends";
    list.mutate(class, "home before capture", |rules| {
        rules.hole_before_capture = true;
    });
    list.mutate(class, "cat moves first", |rules| rules.first = Player::Cat);
    list.mutate(class, "starts swapped", |rules| rules.swapped_starts = true);
    list.mutate(class, "starts swapped, cat moves first", |rules| {
        (rules.swapped_starts, rules.first) = (true, Player::Cat);
    });
    list.mutate(class, "mouse may land on the cat", |rules| {
        rules.mouse_may_bump = true;
    });
    list.mutate(class, "caught when beside", |rules| {
        rules.caught_when_beside = true;
    });
    list.mutate(class, "home after the cat's reply", |rules| {
        rules.late_hole = true;
    });
    for (claim, name) in [(Claim::Cat, "the cat's"), (Claim::Mouse, "the mouse's")] {
        let strategy = forced(Horizon::Rule, claim);
        list.read("draws", format!("draws are {name}"), strategy);
    }
    for (claim, name) in [(Claim::Nobody, "0"), (Claim::Mouse, "1"), (Claim::Cat, "2")] {
        list.read(
            "constant",
            format!("always {name}"),
            Strategy::Always(claim),
        );
    }
}

const fn forced(horizon: Horizon, open: Claim) -> Strategy {
    Strategy::Forced {
        horizon,
        open,
        count: Count::All,
    }
}

/// Searches that stop too early.
fn horizons(list: &mut List) {
    const OPEN: [(Claim, &str); 3] = [
        (Claim::Nobody, "a draw"),
        (Claim::Cat, "the cat"),
        (Claim::Mouse, "the mouse"),
    ];
    for (open, name) in OPEN {
        for plies in 1..=CAPS {
            let strategy = forced(Horizon::Plies(plies), open);
            list.read("horizon", format!("{plies} plies, then {name}"), strategy);
        }
        let formulas: [(&str, Formula); 14] = [
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
        for (formula, horizon) in formulas {
            let strategy = forced(Horizon::Formula(horizon), open);
            list.read("horizon", format!("{formula} plies, then {name}"), strategy);
        }
        let strategy = forced(Horizon::SignedByte, open);
        list.read(
            "horizon",
            format!("plies in a signed byte, then {name}"),
            strategy,
        );
    }
    for (side, whose) in [(Player::Mouse, "the mouse's"), (Player::Cat, "the cat's")] {
        let strategy = forced(Horizon::WhileGrows(side), Claim::Nobody);
        list.read(
            "horizon",
            format!("until {whose} wins no longer grow"),
            strategy,
        );
    }
}

/// What solutions of either problem get wrong: memory, degrees, tables.
fn common_bugs(list: &mut List) {
    let cycles = [
        (Claim::Nobody, "a draw"),
        (Claim::Cat, "the cat's"),
        (Claim::Mouse, "the mouse's"),
    ];
    for (name, strategy) in common_bugs::searches(&cycles, [20, 100, 200, 1000]) {
        list.read("memory", name, strategy);
    }
    for (name, strategy) in common_bugs::counts(Claim::Nobody) {
        list.read("degrees", name, strategy);
    }
    for (name, encoding) in common_bugs::encodings("nodes", &[32, 40, 48, 49], &[10, 32, 40, 48]) {
        list.mutate("table", name, |rules| rules.encoding = encoding);
    }
}

/// Answers by rule of thumb.
fn guesses(list: &mut List) {
    let class = "greedy";
    list.add(
        class,
        "mouse nearer the hole",
        Kind::GraphGuess(|graph| race(graph, 1)),
    );
    list.add(
        class,
        "mouse nearer or level",
        Kind::GraphGuess(|graph| race(graph, 0)),
    );
    let reaches: fn(&Graph) -> Claim = |graph| match way(graph, MOUSE_START, HOLE) {
        Some(_) => Claim::Mouse,
        None => Claim::Nobody,
    };
    list.add(class, "the hole can be reached", Kind::GraphGuess(reaches));
}

/// The mouse if it is at least `lead` moves nearer to the hole than the cat,
/// else the cat if it can come to the mouse.
fn race(graph: &Graph, lead: i64) -> Claim {
    let mouse = way(graph, MOUSE_START, HOLE);
    let cat = way(graph, CAT_START, HOLE);
    match (mouse, cat) {
        (Some(_), None) => Claim::Mouse,
        (Some(mouse), Some(cat)) if cat - mouse >= lead => Claim::Mouse,
        _ if way(graph, CAT_START, MOUSE_START).is_some() => Claim::Cat,
        _ => Claim::Nobody,
    }
}

/// Edges on the shortest way.
fn way(graph: &Graph, from: Node, to: Node) -> Option<i64> {
    let mut far: Vec<Option<i64>> = vec![None; graph.nodes()];
    far[usize::from(from)] = Some(0);
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&node) = queue.get(next) {
        next += 1;
        for &beside in graph.neighbours(node) {
            if far[usize::from(beside)].is_none() {
                far[usize::from(beside)] = far[usize::from(node)].map(|edges| edges + 1);
                queue.push(beside);
            }
        }
    }
    far[usize::from(to)]
}
