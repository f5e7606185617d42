//! Encodes the values of all positions in the compressed form that the script reads.

use cat_and_mouse::Instance;
use cat_and_mouse::game::{Outcome, Player};
use cat_and_mouse::solve::solved_game::{Position, SolvedGame};

/// Returns the values of all positions, sorted by the player to move (the mouse first), then by the
/// mouse's place, then by the cat's place. The value of a mouse win in `d` plies is `d + 1`, and
/// the value of a cat win is `-(d + 1)`. The value of a draw or of an impossible position is 0.
///
/// The values are run-length encoded differences: each value minus the one before it, followed by
/// the number of repetitions.
pub fn encode_values(instance: &Instance) -> Vec<i32> {
    let game = SolvedGame::new(instance);
    let all = || 0..instance.size() as u16;
    let mut runs: Vec<i32> = Vec::new();
    let mut before = 0;
    for turn in [Player::Mouse, Player::Cat] {
        for mouse in all() {
            for cat in all() {
                let value = encode_value(&game, Position { turn, mouse, cat });
                let step = value - before;
                match runs.as_mut_slice() {
                    [.., last, count] if *last == step => *count += 1,
                    _ => runs.extend([step, 1]),
                }
                before = value;
            }
        }
    }
    runs
}

fn encode_value(game: &SolvedGame, at: Position) -> i32 {
    let is_possible = |turn| !game.moves(Position { turn, ..at }).is_empty();
    if !Player::ALL.into_iter().all(is_possible) {
        return 0;
    }
    let outcome = match game.winner(at) {
        Some(Player::Mouse) => return 1,
        Some(Player::Cat) => return -1,
        None => game.outcome(at),
    };
    let depth = outcome.depth().map_or(0, |depth| depth.0 as i32 + 1);
    if matches!(outcome, Outcome::Cat { .. }) {
        -depth
    } else {
        depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cat_and_mouse::Game;
    use cat_and_mouse::game::Bounds;

    /// Returns the decoded values of an instance.
    fn decoded_values(input: &str) -> Vec<i32> {
        let game = Game::guess_from_syntax(input).unwrap();
        let runs = encode_values(&game.parse(input, Bounds::Extended).unwrap());
        let differences = runs
            .chunks_exact(2)
            .flat_map(|run| (0..run[1]).map(|_| run[0]));
        let mut value = 0;
        let values = differences.map(|difference| {
            value += difference;
            value
        });
        values.collect()
    }

    #[test]
    fn board_values_are_ordered_by_turn_mouse_and_cat() {
        // Mouse, floor, food, wall, cat: nobody can stop the mouse.
        let values = decoded_values("1 5 1 1\nM.F#C\n");
        assert_eq!(values.len(), 50);
        let at = |turn: usize, mouse: usize, cat: usize| values[(turn * 5 + mouse) * 5 + cat];
        assert_eq!(at(0, 0, 4), 4, "the mouse arrives on ply 3");
        assert_eq!(at(1, 1, 4), 3);
        assert_eq!(at(0, 2, 4), 1, "the mouse is on the food");
        assert_eq!(at(0, 1, 1), -1, "the mouse is caught");
        assert_eq!(at(1, 0, 2), -1, "the cat is on the food");
        assert_eq!(at(0, 3, 4), 0, "no player can be on a wall");
    }

    #[test]
    fn graph_values_are_ordered_by_turn_mouse_and_cat() {
        let values = decoded_values("[[1,3],[0],[3],[0,2]]");
        let at = |turn: usize, mouse: usize, cat: usize| values[(turn * 4 + mouse) * 4 + cat];
        assert_eq!(at(0, 1, 2), 2, "the mouse reaches the hole on ply 1");
        assert_eq!(at(1, 3, 2), -2, "the cat catches the mouse on ply 1");
        assert_eq!(at(0, 2, 0), 0, "the cat is never in the hole");
    }
}
