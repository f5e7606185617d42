//! `LeetCode` 1728 as a [`Problem`].

use std::fmt::Write;

use super::{Instance, Picture, Problem};
use crate::game::{
    Bounds, DEFAULT_MAX_PLIES, Draw, GameError, Grid, Outcome, Player, Square, header_items,
};
use crate::solve;
use crate::solve::certificate::{Certificate, Refusal, check_grid};
use crate::solve::play::{GridPlay, Play, Position};

/// Cat and Mouse II: a grid with walls and jumps.
#[derive(Debug)]
pub struct CatAndMouse2;

impl Problem for CatAndMouse2 {
    fn id(&self) -> &'static str {
        "1728"
    }

    fn title(&self) -> &'static str {
        "Cat and Mouse II"
    }

    fn entry_points(&self) -> &'static [&'static str] {
        &["canMouseWin", "CanMouseWin", "can_mouse_win"]
    }

    fn replies(&self) -> &'static [&'static str] {
        &["true", "false"]
    }

    fn recognises(&self, input: &str) -> bool {
        match header_items(input) {
            Some(items) => items > 1,
            None => input.contains(['"', '\'', '#', '.']),
        }
    }

    fn parse(&self, input: &str, bounds: Bounds) -> Result<Box<dyn Instance>, GameError> {
        Ok(Box::new(Grid::parse(input, bounds)?))
    }
}

impl Instance for Grid {
    fn problem(&self) -> &'static dyn Problem {
        &CatAndMouse2
    }

    fn text(&self) -> String {
        self.text()
    }

    fn leetcode(&self) -> String {
        self.leetcode()
    }

    fn canonical(&self) -> String {
        self.canonical()
    }

    /// The board in a frame, with its jumps below.
    fn draw(&self) -> String {
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

    fn solve(&self) -> Outcome {
        solve::grid::solve(self)
    }

    fn describe(&self, outcome: Outcome) -> String {
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

    fn with_max_plies(&self, plies: u32) -> Option<Box<dyn Instance>> {
        Some(Box::new(Self {
            max_plies: plies,
            ..self.clone()
        }))
    }

    fn max_plies(&self) -> Option<u32> {
        Some(self.max_plies)
    }

    fn size(&self) -> usize {
        self.cells()
    }

    fn cloned(&self) -> Box<dyn Instance> {
        Box::new(self.clone())
    }

    fn simpler(&self) -> Vec<Box<dyn Instance>> {
        let boards = self.simpler().into_iter();
        boards.map(|board| Box::new(board) as _).collect()
    }

    fn varied(&self, draw: Draw<'_>) -> Box<dyn Instance> {
        Box::new(self.varied(draw))
    }

    fn at(&self, position: Position) -> Option<Box<dyn Instance>> {
        let (mouse, cat) = (Square(position.mouse), Square(position.cat));
        let over = mouse == cat || mouse == self.food || cat == self.food;
        (position.turn == Player::Mouse && !over).then(|| {
            Box::new(Self {
                cat,
                mouse,
                ..self.clone()
            }) as _
        })
    }

    /// `row 2, column 5`, counted from 1.
    fn place(&self, place: u16) -> String {
        let (row, col) = self.position(Square(place));
        format!("row {}, column {}", row + 1, col + 1)
    }

    fn picture(&self) -> Picture {
        let places = self.squares().map(|square| {
            let (row, col) = self.position(square);
            (f64::from(col), f64::from(row))
        });
        let walls = self.squares().filter(|&square| self.is_wall(square));
        Picture {
            cells: true,
            places: places.collect(),
            walls: walls.map(|square| square.0).collect(),
            links: Vec::new(),
            home: self.food.0,
        }
    }

    fn play(&self) -> Box<dyn Play> {
        Box::new(GridPlay::new(self))
    }

    fn certify(&self) -> Certificate {
        Certificate::of("1728", &GridPlay::new(self), Some(self.max_plies))
    }

    fn check(&self, certificate: &Certificate) -> Result<(), Refusal> {
        check_grid(self, certificate)
    }

    fn reply(&self, outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::Mouse { .. } => "true",
            Outcome::Cat { .. } | Outcome::Draw => "false",
        }
    }
}
