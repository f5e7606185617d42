//! Computes the depths of the cat's wins on a board, because the grid solvers do not compute them.

use std::collections::BTreeMap;

use super::solved_game::{Position, SolvedGame};
use crate::game::{Player, Ply};

/// Maximum number of positions to analyse: all positions of the largest contest board.
const MAX_POSITIONS: usize = 2 * 64 * 64;

impl SolvedGame {
    /// Computes the depths of the cat's wins, so that the cat can win as fast as possible and a
    /// losing mouse can hold out as long as possible. The analysis works backwards from the
    /// reachable final positions. Does nothing for boards larger than the contest allows.
    pub(crate) fn compute_cat_win_depths(&mut self) {
        self.cat_depths = find_cat_win_depths(self).unwrap_or_default();
    }
}

/// Returns the depths of the cat's wins, or `None` if there are too many positions. Each round
/// finds the positions in which one move of the cat, or every move of the mouse, leads to a win.
fn find_cat_win_depths(game: &SolvedGame) -> Option<BTreeMap<Position, Ply>> {
    let mut all = vec![game.start()];
    let mut seen = BTreeMap::from([(game.start(), 0)]);
    let mut moves = Vec::new();
    let mut decided = Vec::new();
    while let Some(&here) = all.get(moves.len()) {
        let winner = game.winner(here);
        decided.push((winner == Some(Player::Cat)).then_some(Ply(0)));
        let ends = winner.map_or_else(|| game.moves(here), |_| Vec::new());
        let number = |next| {
            *seen.entry(next).or_insert_with(|| {
                all.push(next);
                all.len() - 1
            })
        };
        moves.push(ends.into_iter().map(number).collect::<Vec<_>>());
        if all.len() > MAX_POSITIONS {
            return None;
        }
    }
    for round in 1.. {
        let before = decided.clone();
        for (at, ends) in moves.iter().enumerate() {
            let lost = |&end: &usize| before[end].is_some();
            let over = match all[at].turn {
                Player::Cat => ends.iter().any(lost),
                Player::Mouse => !ends.is_empty() && ends.iter().all(lost),
            };
            if before[at].is_none() && over {
                decided[at] = Some(Ply(round));
            }
        }
        if before == decided {
            break;
        }
    }
    let found = all.into_iter().zip(decided);
    Some(found.filter_map(|(at, ply)| Some((at, ply?))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::grid;
    use crate::solve::best_line::{BestLine, EndReason};

    #[test]
    fn losing_mouse_delays_its_loss() {
        for (rows, mouse_jump, plies, end) in [
            ("M.C...F", 3, 8, EndReason::FoodTaken),
            ("M.C..#F", 1, 4, EndReason::Caught),
            ("M#C...F", 1, 8, EndReason::FoodTaken),
        ] {
            let mut game = SolvedGame::new(&grid(rows, 1, mouse_jump).into());
            game.compute_cat_win_depths();
            let line = BestLine::from_start(&game, 1000);
            assert_eq!((line.positions.len() - 1, line.end), (plies, end), "{rows}");
            let depth = game.outcome(game.start()).depth();
            assert_eq!(depth, Some(Ply(plies as u32)), "{rows}");
        }
    }
}
