//! The same game asked in another way: neighbours in another order, nodes with
//! other names, a board that is turned. Answer and depth stay as they are; a
//! solution whose answer does not is wrong.

use std::fmt;

use serde::Deserialize;

use crate::game::{CAT_START, Graph, Grid, Node};
use crate::{Game, Instance};

/// A way to ask the same again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Of a graph: the neighbours of each node in the opposite order.
    Reversed,
    /// Of a graph: the first neighbour of each node comes last.
    Rotated,
    /// Of a graph: the nodes from 3 on named backwards, neighbours ascending.
    Renamed,
    /// Of a board: a quarter turn to the right.
    Turned,
    /// Of a board: half a turn.
    HalfTurned,
    /// Of a board: a quarter turn to the left.
    TurnedBack,
    /// Of a board: left and right exchanged.
    Mirrored,
    /// Of a board: rows and columns exchanged.
    Transposed,
}

impl Variant {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Reversed,
        Self::Rotated,
        Self::Renamed,
        Self::Turned,
        Self::HalfTurned,
        Self::TurnedBack,
        Self::Mirrored,
        Self::Transposed,
    ];

    /// Those that the instances of a problem have.
    #[must_use]
    pub const fn of_problem(problem: Game) -> &'static [Self] {
        let (graphs, boards) = Self::ALL.split_at(3);
        match problem {
            Game::CatAndMouse => graphs,
            Game::CatAndMouse2 => boards,
        }
    }

    /// As files and the names of cases have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reversed => "reversed",
            Self::Rotated => "rotated",
            Self::Renamed => "renamed",
            Self::Turned => "turned",
            Self::HalfTurned => "half-turned",
            Self::TurnedBack => "turned-back",
            Self::Mirrored => "mirrored",
            Self::Transposed => "transposed",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Instance {
    /// The same game in another form; none if the problem has no such variant.
    #[must_use]
    pub fn variant(&self, variant: Variant) -> Option<Self> {
        if !Variant::of_problem(self.game()).contains(&variant) {
            return None;
        }
        Some(match self {
            Self::Graph(graph) => graph_variant(graph, variant).into(),
            Self::Grid(grid) => grid_variant(grid, variant).into(),
        })
    }
}

fn graph_variant(graph: &Graph, variant: Variant) -> Graph {
    if variant == Variant::Renamed {
        let nodes = graph.nodes() as Node;
        let name = |node| match node {
            0..=CAT_START => node,
            _ => nodes + CAT_START - node,
        };
        return graph.relabelled(&(0..nodes).map(name).collect::<Vec<_>>());
    }
    let mut graph = graph.clone();
    for list in &mut graph.adjacency {
        match variant {
            Variant::Rotated => list.rotate_left(1),
            _ => list.reverse(),
        }
    }
    graph
}

fn grid_variant(grid: &Grid, variant: Variant) -> Grid {
    let turned = |grid: &Grid| grid.flipped().transposed();
    match variant {
        Variant::Transposed => grid.transposed(),
        Variant::Mirrored => turned(&grid.transposed()),
        Variant::HalfTurned => turned(&turned(grid)),
        Variant::TurnedBack => grid.transposed().flipped(),
        _ => turned(grid),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Bounds;

    #[test]
    fn each_variant_is_what_it_is_called() {
        let forms = |problem: Game, input: &str| -> Vec<String> {
            let instance = problem.parse(input, Bounds::Contest).unwrap();
            let form = |variant: &Variant| {
                let other = instance.variant(*variant).unwrap();
                assert_eq!(other.canonical(), instance.canonical(), "{variant}");
                other.leetcode().trim().replace('\n', " ")
            };
            let variants = Variant::of_problem(problem).iter();
            assert!(
                Variant::ALL
                    .iter()
                    .all(|one| instance.variant(*one).is_some()
                        == Variant::of_problem(problem).contains(one))
            );
            variants.map(form).collect()
        };
        assert_eq!(
            forms(Game::CatAndMouse, "[[1,3,4],[0,4],[3],[0,2],[0,1]]"),
            [
                "[[4,3,1],[4,0],[3],[2,0],[1,0]]",
                "[[3,4,1],[4,0],[3],[2,0],[1,0]]",
                "[[1,3,4],[0,3],[4],[0,1],[0,2]]",
            ]
        );
        assert_eq!(
            forms(Game::CatAndMouse2, "[\"MC.\",\"#.F\"]\n1\n2"),
            [
                "[\"#M\",\".C\",\"F.\"] 1 2",
                "[\"F.#\",\".CM\"] 1 2",
                "[\".F\",\"C.\",\"M#\"] 1 2",
                "[\".CM\",\"F.#\"] 1 2",
                "[\"M#\",\"C.\",\".F\"] 1 2",
            ]
        );
    }
}
