//! The line of best play in a game, move by move.

use std::collections::BTreeSet;

use super::play::{Play, Position};
use crate::game::Player;

/// A game in which both players play their best: the winner hurries and the loser delays. Among
/// equally good moves, a player chooses the one that leaves the opponent the fewest good replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The positions of the game, beginning with the start.
    pub positions: Vec<Position>,
    /// Why the line ends.
    pub end: LineEnd,
}

/// The reason why a [`Line`] ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The mouse reaches the food or the hole.
    Home,
    /// The cat reaches the mouse.
    Caught,
    /// The cat reaches the food.
    FoodTaken,
    /// The last position has occurred before.
    Repeats,
    /// The line has reached its maximum length.
    Long,
}

impl Line {
    /// Plays the game from the start, for at most `limit` plies.
    pub fn follow(play: &Play, limit: usize) -> Self {
        let mut here = play.start();
        let mut positions = vec![here];
        let mut seen = BTreeSet::new();
        let end = loop {
            match play.winner(here) {
                Some(Player::Mouse) => break LineEnd::Home,
                Some(Player::Cat) if here.mouse == here.cat => break LineEnd::Caught,
                Some(Player::Cat) => break LineEnd::FoodTaken,
                None => {}
            }
            if !seen.insert(here) {
                break LineEnd::Repeats;
            }
            if positions.len() > limit {
                break LineEnd::Long;
            }
            here = best_move(play, here);
            positions.push(here);
        };
        Self { positions, end }
    }
}

/// Returns the first of the best moves in a position in which the game is not over. A move that
/// ends the game with a win is best of all; a move that ends it with a loss comes last.
fn best_move(play: &Play, from: Position) -> Position {
    play.best_moves(from)
        .into_iter()
        .min_by_key(|&to| match play.winner(to) {
            Some(winner) if winner == from.turn => 0,
            Some(_) => usize::MAX,
            None => play.best_moves(to).len(),
        })
        .expect("a player can always move while the game lasts")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Bounds, Graph, Grid};

    fn grid(input: &str, limit: usize) -> Line {
        let grid = Grid::parse(input, Bounds::Contest).unwrap();
        Line::follow(&Play::of_grid(&grid), limit)
    }

    fn graph(input: &str) -> Line {
        let graph = Graph::parse(input, Bounds::Contest).unwrap();
        Line::follow(&Play::of_graph(&graph), 100)
    }

    #[test]
    fn length_of_a_winning_line_is_the_depth() {
        for input in [
            "[\"####F\",\"#C...\",\"M....\"]\n1\n2",
            "[\".M...\",\"..#..\",\"#..#.\",\"C#.#.\",\"...#F\"]\n3\n1",
        ] {
            let board = Grid::parse(input, Bounds::Contest).unwrap();
            let depth = crate::solve::grid::solve(&board).depth().unwrap();
            let line = grid(input, 1000);
            assert_eq!(line.end, LineEnd::Home);
            assert_eq!(line.positions.len() as u32, depth.0 + 1, "{input}");
        }
        let line = graph("[[1,3],[0],[3],[0,2]]");
        assert_eq!((line.positions.len(), line.end), (2, LineEnd::Home));
    }

    #[test]
    fn drawn_line_repeats() {
        let line = graph("[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]");
        assert_eq!(line.end, LineEnd::Repeats);
    }

    #[test]
    fn lost_mouse_never_reaches_its_goal() {
        for (input, plies, end) in [
            // The mouse is trapped: it can only wait or move onto the cat.
            ("[\"M#CF\"]\n1\n1", 2, LineEnd::FoodTaken),
            ("[\"CM#F\"]\n1\n1", 2, LineEnd::Caught),
            ("[\"M.C...F\"]\n1\n3", 2, LineEnd::Caught),
            (
                "[\"C...#\",\"...#F\",\"....#\",\"M....\"]\n2\n5",
                2,
                LineEnd::Repeats,
            ),
        ] {
            let line = grid(input, 1000);
            assert_eq!(
                (line.positions.len() - 1, line.end),
                (plies, end),
                "{input}"
            );
        }
    }

    #[test]
    fn line_stops_at_its_limit() {
        let strip = "[\"C#M....F\"]\n1\n1";
        let line = grid(strip, 3);
        assert_eq!((line.positions.len(), line.end), (4, LineEnd::Long));
        assert_eq!(grid(strip, 9).end, LineEnd::Home);
    }
}
