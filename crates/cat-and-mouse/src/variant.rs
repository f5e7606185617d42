//! Variants of an instance: reordered neighbours, renumbered nodes, rotated and reflected boards.
//! Variants have the same answer and depth, so a solution that answers them differently is wrong.

use mousetrap_util::Choice as _;
use serde::Deserialize;

use crate::game::{CAT_START, Graph, Grid, Node};
use crate::{Game, Instance};

mousetrap_util::choices! {
    /// A change to an instance that does not change its answer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Variant {
        /// A graph with the neighbours of each node in reverse order
        Reversed = "reversed",
        /// A graph in which the first neighbour of each node is moved to the end of its list
        Rotated = "rotated",
        /// A graph with nodes 3 and higher numbered in reverse order, and with sorted neighbours
        Renamed = "renamed",
        /// A board rotated clockwise by 90°
        Turned = "turned",
        /// A board rotated by 180°
        HalfTurned = "half-turned",
        /// A board rotated anticlockwise by 90°
        TurnedBack = "turned-back",
        /// A board reflected from left to right
        Mirrored = "mirrored",
        /// A transposed board
        Transposed = "transposed",
    }
}

impl Variant {
    /// Returns the variants that exist for the instances of a game.
    pub fn for_game(game: Game) -> &'static [Self] {
        let (graphs, boards) = Self::ALL.split_at(3);
        match game {
            Game::CatAndMouse => graphs,
            Game::CatAndMouse2 => boards,
        }
    }
}

impl Instance {
    /// Returns a variant of this instance, or `None` if its game has no such variant.
    pub fn variant(&self, variant: Variant) -> Option<Self> {
        if !Variant::for_game(self.game()).contains(&variant) {
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
        return graph.renumbered(&(0..nodes).map(name).collect::<Vec<_>>());
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
    let turned = |grid: &Grid| grid.flipped_vertically().transposed();
    match variant {
        Variant::Transposed => grid.transposed(),
        Variant::Mirrored => turned(&grid.transposed()),
        Variant::HalfTurned => turned(&turned(grid)),
        Variant::TurnedBack => grid.transposed().flipped_vertically(),
        _ => turned(grid),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Bounds;

    #[test]
    fn each_variant_makes_the_change_that_its_name_describes() {
        let forms = |problem: Game, input: &str| -> Vec<String> {
            let instance = problem.parse(input, Bounds::Contest).unwrap();
            let form = |variant: &Variant| {
                let other = instance.variant(*variant).unwrap();
                let canonical = other.canonical_text();
                assert_eq!(canonical, instance.canonical_text(), "{variant}");
                other.leetcode_text().trim().replace('\n', " ")
            };
            for &one in Variant::ALL {
                let is_listed = Variant::for_game(problem).contains(&one);
                assert_eq!(instance.variant(one).is_some(), is_listed, "{one}");
            }
            Variant::for_game(problem).iter().map(form).collect()
        };
        let graphs = "[[4,3,1],[4,0],[3],[2,0],[1,0]] [[3,4,1],[4,0],[3],[2,0],[1,0]] \
                      [[1,3,4],[0,3],[4],[0,1],[0,2]]";
        let found = forms(Game::CatAndMouse, "[[1,3,4],[0,4],[3],[0,2],[0,1]]");
        assert_eq!(found.join(" "), graphs);
        let boards = r##"["#M",".C","F."] 1 2, ["F.#",".CM"] 1 2, [".F","C.","M#"] 1 2, [".CM","F.#"] 1 2, ["M#","C.",".F"] 1 2"##;
        let found = forms(Game::CatAndMouse2, "[\"MC.\",\"#.F\"]\n1\n2");
        assert_eq!(found.join(", "), boards);
    }
}
