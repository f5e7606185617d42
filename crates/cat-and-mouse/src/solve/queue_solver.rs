//! Retrograde analysis with a queue: a simple reference solver for instances of any size.

use crate::Instance;
use crate::game::{Outcome, Player, Ply};

/// The forced wins of one or both players, for every position of an instance.
#[derive(Clone, Debug)]
pub struct WinTable {
    places: usize,
    /// The value of each position. The mouse is to move in the first half of the table, and the cat
    /// in the second half. Within each half, the index is `mouse * places + cat`. The value of a
    /// win is [`FIRST_WIN`] plus twice the depth, and 1 more if the cat wins.
    values: Vec<u32>,
}

/// The value of a position in which no win is known.
const NO_WIN: u32 = 0;
/// The value of a position in which the game is over, but the winner is not among the players whose
/// wins are computed.
const OTHER_WIN: u32 = 1;
/// The value of a position in which the game is over and the mouse has won.
const FIRST_WIN: u32 = 2;

impl WinTable {
    /// Finds all positions in which one of `winners` forces a win. Disregards the starting position
    /// and the move limit.
    ///
    /// Works backwards from the positions in which the game is over. The player to move wins if one
    /// move leads to a position that this player wins, and loses if all moves lead to positions
    /// that the opponent wins. To detect such losses, the losing moves from each position are
    /// counted. The queue returns positions in ascending order of depth, so the first depth that is
    /// found is the correct one.
    pub fn new(instance: &Instance, winners: &[Player]) -> Self {
        let places = instance.size();
        let half = places * places;
        let moves = Player::ALL.map(|player| Moves::new(instance, player));
        let mut values = vec![NO_WIN; 2 * half];
        let mut queue: Vec<u32> = Vec::with_capacity(2 * half);
        for (mouse, cat) in (0..places).flat_map(|mouse| (0..places).map(move |cat| (mouse, cat))) {
            let Some(winner) = instance.winner(mouse as u16, cat as u16) else {
                continue;
            };
            if moves[0].targets_from(mouse).is_empty() || moves[1].targets_from(cat).is_empty() {
                continue;
            }
            for state in [mouse * places + cat, half + mouse * places + cat] {
                values[state] = OTHER_WIN;
                if winners.contains(&winner) {
                    values[state] = FIRST_WIN + winner as u32;
                    queue.push(state as u32);
                }
            }
        }
        // The number of moves from each position that are known to lose.
        let mut losing_moves = vec![0_u16; 2 * half];
        let mut next = 0;
        while let Some(&state) = queue.get(next) {
            next += 1;
            let (state, value) = (state as usize, values[state as usize]);
            let (mouse, cat) = (state % half / places, state % places);
            // The player who has just moved, the player's place, and the index of the position
            // without this place. Every move can be reversed, so the player can have come from
            // exactly the places to which the player could move.
            let (mover, place, rest, step) = if state >= half {
                (Player::Mouse, mouse, cat, places)
            } else {
                (Player::Cat, cat, half + mouse * places, 1)
            };
            let moves = &moves[mover as usize];
            let is_win = value % 2 == mover as u32;
            for &from in moves.targets_from(place) {
                let before = rest + usize::from(from) * step;
                if values[before] != NO_WIN {
                    continue;
                }
                if !is_win {
                    losing_moves[before] += 1;
                    if usize::from(losing_moves[before]) < moves.targets_from(from.into()).len() {
                        continue;
                    }
                }
                values[before] = value + 2;
                queue.push(before as u32);
            }
        }
        Self { places, values }
    }

    /// Returns the forced win from a position, or `None` if none was found or the position is
    /// impossible.
    pub fn forced_win(&self, turn: Player, mouse: u16, cat: u16) -> Option<Outcome> {
        let row = turn as usize * self.places + usize::from(mouse);
        let value = self.values[row * self.places + usize::from(cat)];
        let depth = Ply(value.checked_sub(FIRST_WIN)? / 2);
        Some(match value % 2 {
            0 => Outcome::Mouse { depth },
            _ => Outcome::Cat { depth: Some(depth) },
        })
    }
}

/// The places to which a player can move from each place, concatenated in one list.
struct Moves {
    ends: Vec<u32>,
    to: Vec<u16>,
}

impl Moves {
    fn new(instance: &Instance, player: Player) -> Self {
        let (mut ends, mut to) = (Vec::new(), Vec::new());
        for from in 0..instance.size() as u16 {
            to.extend(instance.moves(player, from));
            ends.push(to.len() as u32);
        }
        Self { ends, to }
    }

    fn targets_from(&self, place: usize) -> &[u16] {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.to[start as usize..self.ends[place] as usize]
    }
}
