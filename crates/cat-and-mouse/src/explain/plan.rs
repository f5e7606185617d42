//! A game of best play, with the value of every move.

use serde::Serialize;

use super::Fortress;
use crate::Instance;
use crate::game::{Outcome, Player, Ply};
use crate::solve::line::{Line, LineEnd};
use crate::solve::play::{Play, Position};

/// Maximum number of plies shown of a game without a forced end.
const MAX_SHOWN_PLIES: usize = 2000;

/// A move in a game of best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the move, from 1.
    pub ply: usize,
    /// The player who moves.
    pub mover: Player,
    /// The position before the move.
    pub from: Position,
    /// The position after the move.
    pub to: Position,
    /// The number of legal moves.
    pub moves: usize,
    /// The number of moves that are as good as this one.
    pub best: usize,
    /// The number of plies from this move to the forced end, if there is one.
    pub left: Option<Ply>,
}

/// A submission's answer for one position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// The number of plies before the position.
    pub ply: usize,
    /// The submission's reply, if it is valid.
    pub claim: Option<&'static str>,
    /// The right reply.
    pub truth: &'static str,
}

/// An explanation of an answer: a game of best play and the plans of players who never lose.
#[derive(Debug)]
pub struct Explanation {
    /// The value of the game, with its move limit.
    pub outcome: Outcome,
    /// The moves of best play, until the game is over, repeats a position, or reaches the move
    /// limit.
    pub steps: Vec<Step>,
    /// Why the game of best play ended.
    pub end: LineEnd,
    /// The ply on which the mouse would win without the move limit, if the move limit decides the
    /// game.
    pub too_late: Option<Ply>,
    /// The plans of the players who never lose: the cat on a board that it wins, both players in a
    /// draw.
    pub fortresses: Vec<Fortress>,
}

impl Explanation {
    /// Explains an instance.
    pub fn new(instance: &Instance) -> Self {
        let mut play = instance.play();
        let outcome = instance.solve();
        let value = play.outcome(play.start());
        let too_late = match (outcome, value) {
            (Outcome::Cat { .. }, Outcome::Mouse { depth }) => Some(depth),
            _ => None,
        };
        play.compute_cat_depths();
        let limit = match (too_late, instance.max_plies()) {
            (Some(_), Some(plies)) => plies as usize,
            _ => MAX_SHOWN_PLIES.max(value.depth().map_or(0, |d| d.0 as usize)),
        };
        let line = Line::follow(&play, limit);
        let keepers: &[Player] = match value {
            Outcome::Cat { depth: None } => &[Player::Cat],
            Outcome::Draw => &[Player::Mouse, Player::Cat],
            _ => &[],
        };
        let fortresses = keepers.iter();
        let fortresses = fortresses.filter_map(|&keeper| Fortress::new(&play, keeper));
        Self {
            outcome,
            steps: steps_of(&play, &line),
            end: line.end,
            too_late,
            fortresses: fortresses.collect(),
        }
    }

    /// Returns the positions of the game with the mouse to move, as instances that a submission can
    /// solve, with the number of plies before each.
    pub fn mouse_positions(&self, instance: &Instance) -> Vec<(usize, Instance)> {
        let from = self.steps.iter().map(|step| (step.ply - 1, step.from));
        from.filter_map(|(ply, position)| Some((ply, instance.at(position)?)))
            .collect()
    }
}

impl Claim {
    /// Returns whether the answer is right.
    pub(super) fn is_right(&self) -> bool {
        self.claim == Some(self.truth)
    }
}

fn steps_of(play: &Play, line: &Line) -> Vec<Step> {
    let moves = line.positions.windows(2).zip(1..);
    moves
        .map(|(pair, ply)| {
            let (from, to) = (pair[0], pair[1]);
            Step {
                ply,
                mover: from.turn,
                from,
                to,
                moves: play.moves(from).len(),
                best: play.best_moves(from).len(),
                left: match play.winner(to) {
                    Some(_) => Some(Ply(0)),
                    None => play.outcome(to).depth(),
                },
            }
        })
        .collect()
}
