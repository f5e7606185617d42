//! Wrong solutions of 913.

use super::arena::{Count, Side};
use super::graph_rules::{Edges, GraphRules};
use super::mutant::{Kind, Mutant};
use super::reading::{Claim, Formula, Horizon, Reading, Search};
use crate::game::{CAT_START, Graph, HOLE, MOUSE_START, Node};

/// Horizons are tried up to this many plies, the second longest forced win
/// known on graphs of contest size in whole tens.
const CAPS: u32 = 890;

const RULE: GraphRules = GraphRules::RULE;

const RIGHT: Reading = Reading::Forced {
    horizon: Horizon::Rule,
    open: Claim::Nobody,
    count: Count::All,
};

/// All of them.
pub(super) fn all() -> Vec<Mutant> {
    let mut list = List(Vec::new());
    moves(&mut list);
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
    list.0
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
];

struct List(Vec<Mutant>);

impl List {
    fn rule(&mut self, class: &'static str, name: impl Into<String>, rules: GraphRules) {
        self.add(class, name, Kind::Graph(rules, RIGHT));
    }

    fn reading(&mut self, class: &'static str, name: impl Into<String>, reading: Reading) {
        self.add(class, name, Kind::Graph(RULE, reading));
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

/// Somebody moves wrongly.
fn moves(list: &mut List) {
    for (name, rules) in [
        (
            "mouse may stay",
            GraphRules {
                mouse_stays: true,
                ..RULE
            },
        ),
        (
            "cat may stay",
            GraphRules {
                cat_stays: true,
                ..RULE
            },
        ),
        (
            "both may stay",
            GraphRules {
                mouse_stays: true,
                cat_stays: true,
                ..RULE
            },
        ),
    ] {
        list.rule("stay", name, rules);
    }
    for (name, rules) in [
        (
            "cat may enter the hole",
            GraphRules {
                cat_in_hole: true,
                ..RULE
            },
        ),
        (
            "cat may enter the hole, home before capture",
            GraphRules {
                cat_in_hole: true,
                hole_before_capture: true,
                ..RULE
            },
        ),
        (
            "cat may enter the hole and stay",
            GraphRules {
                cat_in_hole: true,
                cat_stays: true,
                ..RULE
            },
        ),
        (
            "hole counts in degrees",
            GraphRules {
                hole_counts: true,
                ..RULE
            },
        ),
    ] {
        list.rule("hole", name, rules);
    }
    for (edges, name) in [
        (Edges::NotFirst, "all but the first edge"),
        (Edges::NotLast, "all but the last edge"),
        (Edges::Upwards, "edges upwards only"),
        (Edges::Downwards, "edges downwards only"),
    ] {
        let class = "edges";
        list.rule(
            class,
            format!("mouse sees {name}"),
            GraphRules {
                mouse_edges: edges,
                ..RULE
            },
        );
        list.rule(
            class,
            format!("cat sees {name}"),
            GraphRules {
                cat_edges: edges,
                ..RULE
            },
        );
        let both = GraphRules {
            mouse_edges: edges,
            cat_edges: edges,
            ..RULE
        };
        list.rule(class, format!("both see {name}"), both);
    }
    for (name, rules) in [
        (
            "cat runs straight to the mouse",
            GraphRules {
                cat_chases: true,
                ..RULE
            },
        ),
        (
            "cat runs straight to the hole",
            GraphRules {
                cat_guards: true,
                ..RULE
            },
        ),
        (
            "mouse runs straight home",
            GraphRules {
                mouse_runs: true,
                ..RULE
            },
        ),
        (
            "both run straight",
            GraphRules {
                mouse_runs: true,
                cat_chases: true,
                ..RULE
            },
        ),
    ] {
        list.rule("greedy", name, rules);
    }
}

/// The game begins or ends wrongly.
fn ends(list: &mut List) {
    let class = "ends";
    list.rule(
        class,
        "home before capture",
        GraphRules {
            hole_before_capture: true,
            ..RULE
        },
    );
    for (name, rules) in [
        (
            "cat moves first",
            GraphRules {
                first: Side::Cat,
                ..RULE
            },
        ),
        (
            "starts swapped",
            GraphRules {
                swapped_starts: true,
                ..RULE
            },
        ),
        (
            "starts swapped, cat moves first",
            GraphRules {
                swapped_starts: true,
                first: Side::Cat,
                ..RULE
            },
        ),
        (
            "mouse may land on the cat",
            GraphRules {
                mouse_may_bump: true,
                ..RULE
            },
        ),
        (
            "caught when beside",
            GraphRules {
                caught_when_beside: true,
                ..RULE
            },
        ),
    ] {
        list.rule(class, name, rules);
    }
    list.rule(
        class,
        "home after the cat's reply",
        GraphRules {
            late_hole: true,
            ..RULE
        },
    );
    for (claim, name) in [(Claim::Cat, "the cat's"), (Claim::Mouse, "the mouse's")] {
        let reading = forced(Horizon::Rule, claim);
        list.reading("draws", format!("draws are {name}"), reading);
    }
    for (claim, name) in [(Claim::Nobody, "0"), (Claim::Mouse, "1"), (Claim::Cat, "2")] {
        list.reading("constant", format!("always {name}"), Reading::Always(claim));
    }
}

const fn forced(horizon: Horizon, open: Claim) -> Reading {
    Reading::Forced {
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
            let reading = forced(Horizon::Plies(plies), open);
            list.reading("horizon", format!("{plies} plies, then {name}"), reading);
        }
        let formulas: [(&str, Formula); 9] = [
            ("n", |s| s.rows),
            ("3n / 2", |s| 3 * s.rows / 2),
            ("2n", |s| 2 * s.rows),
            ("2n + 1", |s| 2 * s.rows + 1),
            ("3n", |s| 3 * s.rows),
            ("4n", |s| 4 * s.rows),
            ("6n", |s| 6 * s.rows),
            ("8n", |s| 8 * s.rows),
            ("10n", |s| 10 * s.rows),
        ];
        for (formula, horizon) in formulas {
            let reading = forced(Horizon::Formula(horizon), open);
            list.reading("horizon", format!("{formula} plies, then {name}"), reading);
        }
    }
}

/// Depth-first searches whose memory is at fault.
fn searches(list: &mut List) {
    for (cycle, name) in [
        (Claim::Nobody, "a draw"),
        (Claim::Cat, "the cat's"),
        (Claim::Mouse, "the mouse's"),
    ] {
        for forgets_mover in [false, true] {
            for reversed in [false, true] {
                for cap in [None, Some(20), Some(100), Some(200), Some(1000)] {
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
            open: Claim::Nobody,
            count,
        };
        list.reading("degrees", name, reading);
    }
}

/// Tables of positions that are too small for 50 nodes.
fn tables(list: &mut List) {
    for nodes in [32, 40, 48, 49] {
        let table = Some(nodes);
        let rules = GraphRules { table, ..RULE };
        list.rule("table", format!("nodes modulo {nodes}"), rules);
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
