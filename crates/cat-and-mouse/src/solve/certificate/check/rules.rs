//! The rules of both games, implemented independently of the solvers.

use crate::game::{Graph, Grid, Player};

/// The places of the mouse and the cat. A place is a cell of a board or a node of a graph.
pub(super) type PlacePair = (u16, u16);

/// The rules of one of the two games. A place is a cell of a board or a node of a graph.
pub(super) trait Rules {
    /// Returns the number of places.
    fn place_count(&self) -> usize;
    /// Returns the place that the mouse must reach: the food or the hole.
    fn goal(&self) -> u16;
    /// Returns whether the mouse and the cat can occupy these places.
    fn are_valid_places(&self, places: PlacePair) -> bool;
    /// Calls `visit` with each place to which `player` can move from the place `from`.
    fn for_each_move(&self, player: Player, from: u16, visit: impl FnMut(u16));

    /// Returns the winner, or `None` if the game is not over. On a graph, the cat cannot reach the
    /// goal.
    fn winner(&self, (mouse, cat): PlacePair) -> Option<Player> {
        if mouse == cat || cat == self.goal() {
            Some(Player::Cat)
        } else {
            (mouse == self.goal()).then_some(Player::Mouse)
        }
    }
}

impl Rules for Grid {
    fn place_count(&self) -> usize {
        self.walls.len()
    }

    fn goal(&self) -> u16 {
        self.food.0
    }

    fn are_valid_places(&self, (mouse, cat): PlacePair) -> bool {
        let floor = |cell: u16| self.walls.get(usize::from(cell)) == Some(&false);
        floor(mouse) && floor(cat)
    }

    fn for_each_move(&self, player: Player, from: u16, mut visit: impl FnMut(u16)) {
        let Self {
            rows, cols, walls, ..
        } = self;
        let jump = match player {
            Player::Mouse => self.mouse_jump,
            Player::Cat => self.cat_jump,
        };
        let (row, col) = (from / cols, from % cols);
        // For each direction, the number of cells up to the edge, and the difference between the
        // numbers of neighbouring cells.
        let directions = [
            (row, cols.wrapping_neg()),
            (rows - 1 - row, *cols),
            (col, 1_u16.wrapping_neg()),
            (cols - 1 - col, 1),
        ];
        visit(from);
        for (cells_to_edge, step) in directions {
            let mut to = from;
            for _ in 0..cells_to_edge.min(jump) {
                to = to.wrapping_add(step);
                if walls[usize::from(to)] {
                    break;
                }
                visit(to);
            }
        }
    }
}

impl Rules for Graph {
    fn place_count(&self) -> usize {
        self.adjacency.len()
    }

    fn goal(&self) -> u16 {
        0
    }

    fn are_valid_places(&self, (mouse, cat): PlacePair) -> bool {
        let nodes = self.adjacency.len();
        usize::from(mouse) < nodes && usize::from(cat) < nodes && cat != 0
    }

    fn for_each_move(&self, player: Player, from: u16, visit: impl FnMut(u16)) {
        let ends = self.adjacency[usize::from(from)].iter().copied();
        ends.filter(|&to| player == Player::Mouse || to != 0)
            .for_each(visit);
    }
}
