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
    use crate::game::tests::grid;
    use crate::game::{Bounds, Graph, Ply};

    #[test]
    fn best_line_on_a_board_has_the_expected_length_and_end() {
        let chase = ".M.../..#../#..#./C#.#./...#F";
        let fortress = "C...#/...#F/....#/M....";
        let strip = "C#M....F";
        for (rows, jumps, limit, plies, end) in [
            ("####F/#C.../M....", [1, 2], 1000, 5, EndReason::GoalReached),
            (chase, [3, 1], 1000, 13, EndReason::GoalReached),
            // The mouse is trapped: it can only wait or move onto the cat.
            ("M#CF", [1, 1], 1000, 2, EndReason::FoodTaken),
            ("CM#F", [1, 1], 1000, 2, EndReason::Caught),
            ("M.C...F", [1, 3], 1000, 2, EndReason::Caught),
            (fortress, [2, 5], 1000, 2, EndReason::Repeats),
            (strip, [1, 1], 3, 3, EndReason::LimitReached),
            (strip, [1, 1], 9, 9, EndReason::GoalReached),
        ] {
            let game = SolvedGame::new(&grid(rows, jumps[0], jumps[1]).into());
            let line = BestLine::from_start(&game, limit);
            assert_eq!((line.positions.len() - 1, line.end), (plies, end), "{rows}");
        }
    }

    #[test]
    fn losing_mouse_delays_its_loss() {
        for (rows, mouse_jump, plies, end) in [
            ("M.C...F", 3, 8, EndReason::FoodTaken),
            ("M.C..#F", 1, 4, EndReason::Caught),
            ("M#C...F", 1, 8, EndReason::FoodTaken),
        ] {
            let game = SolvedGame::with_wins_of_both(&grid(rows, 1, mouse_jump).into());
            let line = BestLine::from_start(&game, 1000);
            assert_eq!((line.positions.len() - 1, line.end), (plies, end), "{rows}");
            let depth = game.start_outcome().depth();
            assert_eq!(depth, Some(Ply(plies as u32)), "{rows}");
        }
    }

    #[test]
    fn best_line_on_a_graph_reaches_the_hole_or_repeats() {
        let draw = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
        for (graph, end) in [
            ("[[1,3],[0],[3],[0,2]]", EndReason::GoalReached),
            (draw, EndReason::Repeats),
        ] {
            let graph = Graph::parse(graph, Bounds::Contest).unwrap();
            let line = BestLine::from_start(&SolvedGame::new(&graph.into()), 100);
            assert_eq!(line.end, end);
            assert!(end == EndReason::Repeats || line.positions.len() == 2);
        }
    }
}
