//! Compares the solvers for graphs with a flat queue, on random graphs of all densities, sparse
//! graphs and deep games.

use std::time::Duration;

use cat_and_mouse::game::{Bounds, Graph, Outcome, Player};
use cat_and_mouse::solve::graph::bitset_solver::BitsetSolver;
use cat_and_mouse::solve::solved_game::{Position, SolvedGame};

use crate::measure::{Form, compare as compare_forms};

/// The name of each set, and its graphs in the `LeetCode` format, one per line.
const SETS: [(&str, &str); 3] = [
    ("random", include_str!("../graphs/random.txt")),
    ("sparse", include_str!("../graphs/sparse.txt")),
    ("deep", include_str!("../graphs/deep.txt")),
];

/// The baseline: an optimised queue solver for graphs up to 64 nodes, with flat arrays of small
/// types and reused buffers.
struct FlatQueue {
    /// The winner of each position, by turn, mouse and cat.
    winners: Box<[Winner; 1 << 13]>,
    depths: Box<[u16; 1 << 13]>,
    open: Box<[u8; 1 << 13]>,
    queue: Vec<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Winner {
    None,
    Mouse,
    Cat,
}

const CAT_TURN: usize = 1 << 12;

impl FlatQueue {
    fn new() -> Self {
        Self {
            winners: Box::new([Winner::None; 1 << 13]),
            depths: Box::new([0; 1 << 13]),
            open: Box::new([0; 1 << 13]),
            queue: Vec::with_capacity(1 << 13),
        }
    }

    fn solve(&mut self, graph: &Graph) {
        let nodes = graph.nodes();
        self.queue.clear();
        for mouse in 0..nodes {
            let degree = graph.adjacency[mouse].len() as u8;
            for cat in 1..nodes {
                let around = &graph.adjacency[cat];
                let state = mouse << 6 | cat;
                self.open[state] = degree;
                self.open[CAT_TURN | state] = around.len() as u8 - u8::from(around.contains(&0));
                let winner = match mouse {
                    0 => Winner::Mouse,
                    _ if mouse == cat => Winner::Cat,
                    _ => Winner::None,
                };
                for state in [state, CAT_TURN | state] {
                    self.winners[state] = winner;
                    self.depths[state] = 0;
                    if winner != Winner::None {
                        self.queue.push(state as u16);
                    }
                }
            }
        }
        let mut next = 0;
        while let Some(&state) = self.queue.get(next) {
            next += 1;
            let state = usize::from(state) & ((1 << 13) - 1);
            let (winner, later) = (self.winners[state], self.depths[state] + 1);
            let (mouse, cat) = (state >> 6 & 63, state & 63);
            // The animal that moved last is not the animal whose turn it is.
            let (before, turn, own) = if state >= CAT_TURN {
                (&graph.adjacency[mouse], 0, Winner::Mouse)
            } else {
                (&graph.adjacency[cat], CAT_TURN, Winner::Cat)
            };
            for &from in before {
                let from = usize::from(from) & 63;
                let place = if turn == 0 {
                    from << 6 | cat
                } else if from == 0 {
                    continue;
                } else {
                    CAT_TURN | mouse << 6 | from
                };
                if self.winners[place] == Winner::None {
                    self.open[place] -= 1;
                    if winner == own || self.open[place] == 0 {
                        self.winners[place] = winner;
                        self.depths[place] = later;
                        self.queue.push(place as u16);
                    }
                }
            }
        }
    }
}

pub(crate) fn compare() {
    for (name, text) in SETS {
        let graphs: Vec<Graph> = text
            .lines()
            .map(|line| Graph::parse(line, Bounds::Extended).expect("a legal graph"))
            .collect();
        check(&graphs);
        let mut queue = FlatQueue::new();
        let mut forms = vec![
            Form {
                name: "flat queue",
                run: Box::new(|| {
                    graphs.iter().fold(0, |sum, graph| {
                        queue.solve(graph);
                        sum + u64::from(queue.depths[64 + 2])
                    })
                }),
            },
            Form {
                name: "queue of the library",
                run: Box::new(|| {
                    let won = |graph: &&Graph| {
                        let game = SolvedGame::new(&Graph::clone(graph).into());
                        game.start_outcome() != Outcome::Draw
                    };
                    graphs.iter().filter(won).count() as u64
                }),
            },
            Form {
                name: "words, who wins",
                run: Box::new(|| {
                    graphs.iter().fold(0, |sum, graph| {
                        let words = BitsetSolver::new(graph).expect("few nodes");
                        let (mouse, cat) = words.solve();
                        sum + mouse.mouse_to_move[2] + cat.mouse_to_move[2]
                    })
                }),
            },
            Form {
                name: "words, the start's depth",
                run: Box::new(|| {
                    let start = |graph: &Graph| {
                        BitsetSolver::new(graph).expect("few nodes").start_outcome()
                    };
                    let depth = |graph| start(graph).depth().map_or(0, |depth| depth.0);
                    graphs.iter().map(|graph| u64::from(depth(graph))).sum()
                }),
            },
        ];
        let title = format!("913, {name}, {} graphs, all positions", graphs.len());
        compare_forms(&title, graphs.len(), Duration::from_secs(2), &mut forms);
    }
}

/// Checks that all solvers compute the same values.
fn check(graphs: &[Graph]) {
    let mut queue = FlatQueue::new();
    for graph in graphs {
        queue.solve(graph);
        let solved = SolvedGame::new(&graph.clone().into());
        for mouse in 0..graph.nodes() {
            for cat in (1..graph.nodes()).filter(|&cat| graph.is_allowed_for_cat(cat as u16)) {
                for (turn, half) in [(Player::Mouse, 0), (Player::Cat, CAT_TURN)] {
                    let state = half | mouse << 6 | cat;
                    let (mouse, cat) = (mouse as u16, cat as u16);
                    let expect = solved.outcome(Position { turn, mouse, cat });
                    let found = match queue.winners[state] {
                        Winner::None => "draw",
                        Winner::Mouse => "mouse",
                        Winner::Cat => "cat",
                    };
                    let expected = match expect {
                        Outcome::Mouse { .. } => "mouse",
                        Outcome::Cat { .. } => "cat",
                        Outcome::Draw => "draw",
                    };
                    assert_eq!(found, expected, "{mouse} {cat} {}", graph.leetcode_text());
                    if let Some(depth) = expect.depth() {
                        assert_eq!(u32::from(queue.depths[state]), depth.0);
                    }
                }
            }
        }
    }
}
