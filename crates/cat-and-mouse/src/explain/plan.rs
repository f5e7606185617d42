//! A game of best play with what every move is worth.

use serde::Serialize;

use super::Fortress;
use crate::Instance;
use crate::game::{Outcome, Player, Ply};
use crate::solve::line::{Line, LineEnd};
use crate::solve::play::{Play, Position};

/// Plies of a game that nobody wins that are shown at most.
const LONGEST: usize = 2000;

/// A move of a game of best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the move, from 1 on.
    pub ply: usize,
    /// Who moves.
    pub mover: Player,
    /// From here.
    pub from: Position,
    /// To there.
    pub to: Position,
    /// Moves there were.
    pub moves: usize,
    /// Moves that are as good as the one made.
    pub best: usize,
    /// Plies to the forced end after the move, where one is forced.
    pub left: Option<Ply>,
}

/// What a submission says of a position on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// Moves made before.
    pub ply: usize,
    /// Its reply, if it gave one of the problem's.
    pub claim: Option<&'static str>,
    /// The right reply.
    pub truth: &'static str,
}

/// The proof of an answer as play.
#[derive(Debug)]
pub struct Explanation {
    /// The value of the game, the move limit included.
    pub outcome: Outcome,
    /// Both sides at their best, until the game is over, by its plies too, or repeats.
    pub steps: Vec<Step>,
    /// How that ends.
    pub end: LineEnd,
    /// The mouse would win on this ply if the game went on for so long.
    pub too_late: Option<Ply>,
    /// Who is safe for ever, and how; the cat on a board, both in a draw.
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
        play.hurry_cat();
        let limit = match (too_late, instance.max_plies()) {
            (Some(_), Some(plies)) => plies as usize,
            _ => LONGEST.max(value.depth().map_or(0, |d| d.0 as usize)),
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
            steps: steps(&play, &line),
            end: line.end,
            too_late,
            fortresses: fortresses.collect(),
        }
    }

    /// The positions with the mouse to move, before the game is over, with the
    /// moves made before each: what a submission can be asked about.
    pub fn askable(&self, instance: &Instance) -> Vec<(usize, Instance)> {
        let from = self.steps.iter().map(|step| (step.ply - 1, step.from));
        from.filter_map(|(ply, position)| Some((ply, instance.at(position)?)))
            .collect()
    }
}

impl Claim {
    /// Whether it is right.
    pub(super) fn is_right(&self) -> bool {
        self.claim == Some(self.truth)
    }
}

fn steps(play: &Play, line: &Line) -> Vec<Step> {
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
