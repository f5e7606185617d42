//! A piece of all graphs: those of a residue class, with each choice of hole,
//! mouse and cat.
//!
//! A graph of `n` nodes without names stands for `n! / s` graphs with names, if
//! it has `s` symmetries. Of these `(n − 3)! / s` have hole, mouse and cat on
//! three nodes that are given, so this is what a start counts. Where it is not
//! a whole number, several starts stand for the same.

use std::sync::atomic::{AtomicBool, Ordering};

use cat_and_mouse::game::{Bounds, Graph, Node, Player};
use cat_and_mouse::solve::graph::small::{Census, Longest, symmetries};
use cat_and_mouse::solve::graph::words::{Words, bits};

use super::geng::{self, GengError};
use super::space::Space;
use super::table::{Extreme, Kind, Tally, TallyRow};

/// The one row of a table of graphs.
const ALL: &str = "all";

/// All graphs of a residue class, and what is extreme where it is no less than
/// what is known. None if it was told to stop.
pub(super) fn piece(
    nodes: usize,
    number: u64,
    known: &Tally,
    stop: &AtomicBool,
) -> Result<Option<Tally>, GengError> {
    let known = known.rows.get(ALL);
    let most = |kind| known.map_or(0, |row| row.most(kind));
    let mut piece = Piece::new(nodes, number, [most(Kind::MouseWin), most(Kind::CatWin)]);
    let part = (number, Space::Graphs(nodes).pieces());
    let whole = geng::graphs(nodes, part, |around| {
        piece.graph(around);
        !stop.load(Ordering::Relaxed)
    })?;
    Ok(whole.then(|| piece.found()))
}

pub(super) struct Piece {
    number: u64,
    /// Ways to name the nodes but hole, mouse and cat.
    names: u64,
    /// The longest wins known, of mouse and cat.
    most: [u32; 2],
    classes: u64,
    nodes: u64,
    row: TallyRow,
}

impl Piece {
    pub(super) fn new(nodes: usize, number: u64, most: [u32; 2]) -> Self {
        let nodes = nodes as u64;
        Self {
            number,
            names: (1..=nodes - 3).product(),
            most,
            classes: 0,
            nodes,
            row: TallyRow::default(),
        }
    }

    pub(super) fn found(self) -> Tally {
        Tally {
            classes: self.classes,
            solved: self.classes * self.nodes,
            rows: [(ALL.to_owned(), self.row)].into(),
        }
    }

    pub(super) fn graph(&mut self, around: &[u16]) {
        let census = Census::of(around);
        let symmetries = symmetries(around);
        let labelled = |starts: u64| starts * self.names / symmetries;
        self.classes += 1;
        let (won, lost) = (labelled(census.won), labelled(census.lost));
        self.row.won += won;
        self.row.lost += lost;
        self.row.drawn += labelled(census.starts) - won - lost;
        for (number, (kind, winner, longest)) in [
            (Kind::MouseWin, Player::Mouse, census.mouse),
            (Kind::CatWin, Player::Cat, census.cat),
        ]
        .into_iter()
        .enumerate()
        {
            if longest.plies > 0 && longest.plies >= self.most[number] {
                let is_more = longest.plies > self.row.most(kind);
                let input = is_more.then(|| input(around, winner, longest));
                self.most[number] = longest.plies;
                let extreme = Extreme {
                    most: longest.plies,
                    instances: Some(labelled(longest.starts)),
                    input: input.unwrap_or_default(),
                    first: self.number,
                    certificate: None,
                };
                self.row.take(kind, extreme);
            }
        }
    }
}

/// A longest win on a graph, as the solver for larger graphs finds it.
fn input(around: &[u16], winner: Player, longest: Longest) -> String {
    let nodes = around.len();
    for hole in 0..nodes {
        let renamed = renamed(around, &[hole]);
        let words: Vec<u64> = renamed.iter().map(|&word| word.into()).collect();
        let found = Words::from_neighbours(&words).longest(winner);
        let Some((plies, (mouse, cat))) = found else {
            continue;
        };
        if plies.0 == longest.plies {
            return graph(&self::renamed(&renamed, &[0, mouse.into(), cat.into()]));
        }
    }
    unreachable!("both solvers agree on {around:?}")
}

/// The same graph with these nodes first.
fn renamed(around: &[u16], first: &[usize]) -> Vec<u16> {
    let rest = (0..around.len()).filter(|node| !first.contains(node));
    let order: Vec<usize> = first.iter().copied().chain(rest).collect();
    let name = |node: usize| {
        order
            .iter()
            .position(|&other| other == node)
            .expect("all are there")
    };
    let beside = |&node: &usize| bits(around[node].into()).fold(0, |all, to| all | 1 << name(to));
    order.iter().map(beside).collect()
}

fn graph(around: &[u16]) -> String {
    let edges = (0..).zip(around).flat_map(|(from, &beside)| {
        let to = bits(beside.into()).map(|to| to as Node);
        to.filter(move |&to| from < to).map(move |to| (from, to))
    });
    let graph = Graph::from_edges(around.len(), &edges.collect::<Vec<_>>(), Bounds::Contest);
    graph.expect("the cat can leave its start").text()
}
