//! Texts and drawings of boards, for [`Instance`](super::Instance).

use std::fmt::Write;

use super::Layout;
use crate::game::{DEFAULT_MAX_PLIES, Grid, Outcome, Square};

impl Grid {
    /// Draws the board in a frame, with the maximum jumps below the frame.
    pub(super) fn draw(&self) -> String {
        let rule = "─".repeat(2 * usize::from(self.cols) + 1);
        let mut drawn = format!("┌{rule}┐\n");
        for row in self.row_strings() {
            drawn.push('│');
            for cell in row.chars() {
                drawn.push(' ');
                drawn.push(cell);
            }
            drawn.push_str(" │\n");
        }
        let _ = write!(
            drawn,
            "└{rule}┘\ncat jumps up to {}, mouse up to {}\n",
            self.cat_jump, self.mouse_jump
        );
        if self.max_plies != DEFAULT_MAX_PLIES {
            let _ = writeln!(drawn, "the cat wins after {} plies", self.max_plies);
        }
        drawn
    }

    pub(super) fn describe(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Mouse { depth } => format!(
                "true: the mouse wins. It reaches the food on ply {depth}, its move number {}, \
                 when it hurries and the cat delays.",
                depth.0.div_ceil(2)
            ),
            Outcome::Cat { .. } | Outcome::Draw => format!(
                "false: the cat wins. The mouse cannot force its way to the food within {} plies.",
                self.max_plies
            ),
        }
    }

    /// Returns the board with the players on these cells, or `None` if the game would be over.
    pub(super) fn with_players_at(&self, mouse: u16, cat: u16) -> Option<Self> {
        let (mouse, cat) = (Square(mouse), Square(cat));
        let over = mouse == cat || mouse == self.food || cat == self.food;
        (!over).then(|| Self {
            cat,
            mouse,
            ..self.clone()
        })
    }

    /// Returns the name of a cell, such as `row 2, column 5`, counted from 1.
    pub(super) fn place_name(&self, place: u16) -> String {
        let (row, col) = self.row_and_col(Square(place));
        format!("row {}, column {}", row + 1, col + 1)
    }

    pub(super) fn layout(&self) -> Layout {
        let places = self.squares().map(|square| {
            let (row, col) = self.row_and_col(square);
            (f64::from(col), f64::from(row))
        });
        let walls = self.squares().filter(|&square| self.is_wall(square));
        Layout {
            is_board: true,
            places: places.collect(),
            walls: walls.map(|square| square.0).collect(),
            links: Vec::new(),
            goal: self.food.0,
        }
    }
}
