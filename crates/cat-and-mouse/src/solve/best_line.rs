//! An optimally played game, move by move.

use std::collections::BTreeSet;

use super::solved_game::{Position, SolvedGame};
use crate::game::Player;

/// An optimally played game: the winner wins as soon as possible, and the loser holds out for as
/// long as possible. Among equally good moves, a player chooses the one that leaves the opponent
/// the fewest good replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestLine {
    /// The positions of the game, from the starting position on.
    pub positions: Vec<Position>,
    /// Why the game ended.
    pub end: EndReason,
}

/// Why a [`BestLine`] ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The mouse reaches the food or the hole.
    GoalReached,
    /// The cat reaches the mouse.
    Caught,
    /// The cat reaches the food.
    FoodTaken,
    /// The last position has occurred before.
    Repeats,
    /// The game has reached the maximum number of plies.
    LimitReached,
}

impl BestLine {
    /// Plays the game optimally from its start, for at most `limit` plies.
    pub fn from_start(game: &SolvedGame, limit: usize) -> Self {
        let mut here = game.start();
        let mut positions = vec![here];
        let mut seen = BTreeSet::new();
        let end = loop {
            match game.winner(here) {
                Some(Player::Mouse) => break EndReason::GoalReached,
                Some(Player::Cat) if here.mouse == here.cat => break EndReason::Caught,
                Some(Player::Cat) => break EndReason::FoodTaken,
                None => {}
            }
            if !seen.insert(here) {
                break EndReason::Repeats;
            }
            if positions.len() > limit {
                break EndReason::LimitReached;
            }
            here = best_move(game, here);
            positions.push(here);
        };
        Self { positions, end }
    }
}

/// Returns the first of the best moves in a position in which the game is not over. A move that
/// wins immediately comes first, and a move that loses immediately comes last.
fn best_move(game: &SolvedGame, from: Position) -> Position {
    game.best_moves(from)
        .into_iter()
        .min_by_key(|&to| match game.winner(to) {
            Some(winner) if winner == from.turn => 0,
            Some(_) => usize::MAX,
            None => game.best_moves(to).len(),
        })
        .expect("a player can always move while the game lasts")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Bounds, Graph, Grid};

    fn best_line_of_grid(input: &str, limit: usize) -> BestLine {
        let grid = Grid::parse(input, Bounds::Contest).unwrap();
        BestLine::from_start(&SolvedGame::of_grid(&grid), limit)
    }

    fn best_line_of_graph(input: &str) -> BestLine {
        let graph = Graph::parse(input, Bounds::Contest).unwrap();
        BestLine::from_start(&SolvedGame::of_graph(&graph), 100)
    }

    #[test]
    fn best_line_of_a_winner_has_as_many_plies_as_the_depth() {
        for input in [
            "[\"####F\",\"#C...\",\"M....\"]\n1\n2",
            "[\".M...\",\"..#..\",\"#..#.\",\"C#.#.\",\"...#F\"]\n3\n1",
        ] {
            let board = Grid::parse(input, Bounds::Contest).unwrap();
            let depth = crate::solve::grid::solve(&board).depth().unwrap();
            let line = best_line_of_grid(input, 1000);
            assert_eq!(line.end, EndReason::GoalReached);
            assert_eq!(line.positions.len() as u32, depth.0 + 1, "{input}");
        }
        let line = best_line_of_graph("[[1,3],[0],[3],[0,2]]");
        assert_eq!(
            (line.positions.len(), line.end),
            (2, EndReason::GoalReached)
        );
    }

    #[test]
    fn best_line_of_a_drawn_game_ends_with_a_repetition() {
        let line = best_line_of_graph("[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]");
        assert_eq!(line.end, EndReason::Repeats);
    }

    #[test]
    fn losing_mouse_never_reaches_its_goal() {
        for (input, plies, end) in [
            // The mouse is trapped: it can only wait or move onto the cat.
            ("[\"M#CF\"]\n1\n1", 2, EndReason::FoodTaken),
            ("[\"CM#F\"]\n1\n1", 2, EndReason::Caught),
            ("[\"M.C...F\"]\n1\n3", 2, EndReason::Caught),
            (
                "[\"C...#\",\"...#F\",\"....#\",\"M....\"]\n2\n5",
                2,
                EndReason::Repeats,
            ),
        ] {
            let line = best_line_of_grid(input, 1000);
            assert_eq!(
                (line.positions.len() - 1, line.end),
                (plies, end),
                "{input}"
            );
        }
    }

    #[test]
    fn best_line_stops_at_the_ply_limit() {
        let strip = "[\"C#M....F\"]\n1\n1";
        let line = best_line_of_grid(strip, 3);
        assert_eq!(
            (line.positions.len(), line.end),
            (4, EndReason::LimitReached)
        );
        assert_eq!(best_line_of_grid(strip, 9).end, EndReason::GoalReached);
    }
}
