//! How soon the cat of a board can force its win, which its solver does not say.

use std::collections::BTreeMap;

use super::play::{Play, Position};
use crate::game::{Outcome, Player, Ply};

/// Positions of a board of contest size; larger games are played without.
const MOST: usize = 2 * 64 * 64;

/// A game in which a lost mouse holds out for as long as it can, and the cat
/// hurries: the values of another, with how soon the cat forces an end.
pub(crate) struct Hunt<'a> {
    play: &'a dyn Play,
    plies: BTreeMap<Position, Ply>,
}

impl<'a> Hunt<'a> {
    /// Looks backwards from the ends that a game from the start can reach.
    pub(crate) fn new(play: &'a dyn Play) -> Self {
        let plies = forced(play).unwrap_or_default();
        Self { play, plies }
    }
}

/// Round by round: the cat needs one way, the mouse has none but such.
fn forced(play: &dyn Play) -> Option<BTreeMap<Position, Ply>> {
    let mut all = vec![play.start()];
    let mut seen = BTreeMap::from([(play.start(), 0)]);
    let mut moves = Vec::new();
    let mut decided = Vec::new();
    while let Some(&here) = all.get(moves.len()) {
        let winner = play.winner(here);
        decided.push((winner == Some(Player::Cat)).then_some(Ply(0)));
        let ends = winner.map_or_else(|| play.moves(here), |_| Vec::new());
        let number = |next| {
            *seen.entry(next).or_insert_with(|| {
                all.push(next);
                all.len() - 1
            })
        };
        moves.push(ends.into_iter().map(number).collect::<Vec<_>>());
        if all.len() > MOST {
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

impl Play for Hunt<'_> {
    fn start(&self) -> Position {
        self.play.start()
    }

    fn moves(&self, position: Position) -> Vec<Position> {
        self.play.moves(position)
    }

    fn winner(&self, position: Position) -> Option<Player> {
        self.play.winner(position)
    }

    fn outcome(&self, position: Position) -> Outcome {
        match self.play.outcome(position) {
            Outcome::Cat { depth: None } => Outcome::Cat {
                depth: self.plies.get(&position).copied(),
            },
            outcome => outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Bounds, Grid};
    use crate::solve::line::{Line, LineEnd};
    use crate::solve::play::GridPlay;

    #[test]
    fn a_lost_mouse_holds_out() {
        for (input, plies, end) in [
            ("[\"M.C...F\"]\n1\n3", 8, LineEnd::FoodTaken),
            ("[\"M.C..#F\"]\n1\n1", 4, LineEnd::Caught),
            ("[\"M#C...F\"]\n1\n1", 8, LineEnd::FoodTaken),
        ] {
            let play = GridPlay::new(&Grid::parse(input, Bounds::Contest).unwrap());
            let hunt = Hunt::new(&play);
            let line = Line::follow(&hunt, 1000);
            assert_eq!(
                (line.positions.len() - 1, line.end),
                (plies, end),
                "{input}"
            );
            let depth = hunt.outcome(hunt.start()).depth();
            assert_eq!(depth, Some(Ply(plies as u32)), "{input}");
        }
    }
}
