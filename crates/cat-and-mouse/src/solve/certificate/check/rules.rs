//! The rules of both games. This implementation serves only the checker.

use crate::game::{Graph, Grid, Player};

/// The cells or nodes of mouse and cat.
pub(super) type Places = (u16, u16);

/// The rules of a game, on places: the cells of a board or the nodes of a graph.
pub(super) trait Rules {
    /// Returns the number of cells or nodes.
    fn place_count(&self) -> usize;
    /// Returns the goal of the mouse.
    fn goal(&self) -> u16;
    /// Returns whether mouse and cat can stand at these places.
    fn are_valid_places(&self, place: Places) -> bool;
    /// Calls `visit` with the target of each legal move of the player `turn` from a place.
    fn moves(&self, turn: Player, from: u16, visit: impl FnMut(u16));

    /// Returns the winner, if the game is over. On a graph the cat never reaches the goal.
    fn winner(&self, (mouse, cat): Places) -> Option<Player> {
        if mouse == cat || cat == self.goal() {
            Some(Player::Cat)
        } else {
            (mouse == self.goal()).then_some(Player::Mouse)
        }
    }
}

pub(super) struct GridRules<'a> {
    pub(super) grid: &'a Grid,
}

impl Rules for GridRules<'_> {
    fn place_count(&self) -> usize {
        self.grid.walls.len()
    }

    fn goal(&self) -> u16 {
        self.grid.food.0
    }

    fn are_valid_places(&self, (mouse, cat): Places) -> bool {
        let floor = |cell: u16| self.grid.walls.get(usize::from(cell)) == Some(&false);
        floor(mouse) && floor(cat)
    }

    fn moves(&self, turn: Player, from: u16, mut visit: impl FnMut(u16)) {
        let Grid {
            rows, cols, walls, ..
        } = self.grid;
        let jump = match turn {
            Player::Mouse => self.grid.mouse_jump,
            Player::Cat => self.grid.cat_jump,
        };
        let (row, col) = (from / cols, from % cols);
        // The number of cells to the edge, and the step from cell to cell.
        let directions = [
            (row, cols.wrapping_neg()),
            (rows - 1 - row, *cols),
            (col, 1_u16.wrapping_neg()),
            (cols - 1 - col, 1),
        ];
        visit(from);
        for (room, step) in directions {
            let mut to = from;
            for _ in 0..room.min(jump) {
                to = to.wrapping_add(step);
                if walls[usize::from(to)] {
                    break;
                }
                visit(to);
            }
        }
    }
}

pub(super) struct GraphRules<'a> {
    pub(super) graph: &'a Graph,
}

impl Rules for GraphRules<'_> {
    fn place_count(&self) -> usize {
        self.graph.adjacency.len()
    }

    fn goal(&self) -> u16 {
        0
    }

    fn are_valid_places(&self, (mouse, cat): Places) -> bool {
        let nodes = self.graph.adjacency.len();
        usize::from(mouse) < nodes && usize::from(cat) < nodes && cat != 0
    }

    fn moves(&self, turn: Player, from: u16, visit: impl FnMut(u16)) {
        let ends = self.graph.adjacency[usize::from(from)].iter().copied();
        ends.filter(|&to| turn == Player::Mouse || to != 0)
            .for_each(visit);
    }
}
