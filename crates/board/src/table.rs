//! The value of every position, as the script keeps it.

use cat_and_mouse::Instance;
use cat_and_mouse::game::{Outcome, Player};
use cat_and_mouse::solve::play::{Play, Position};

/// The values of all positions: those with the mouse to move first, within them
/// by mouse, then by cat. A win of the mouse in `d` plies is `d + 1`, one of the
/// cat `-(d + 1)`; a value is 0 where nobody forces an end, and where no game gets.
///
/// They are told as runs of differences: each value less the one before it,
/// followed by how often that comes.
pub fn table(instance: &Instance) -> Vec<i32> {
    let play = instance.play();
    let picture = instance.picture();
    let mut holds_mouse = vec![true; instance.size()];
    for &wall in &picture.walls {
        holds_mouse[usize::from(wall)] = false;
    }
    let mut holds_cat = holds_mouse.clone();
    if !picture.cells {
        // The cat is never in the hole.
        holds_cat[usize::from(picture.home)] = false;
    }
    let all = || 0..holds_cat.len() as u16;
    let mut runs: Vec<i32> = Vec::new();
    let mut before = 0;
    for turn in [Player::Mouse, Player::Cat] {
        for mouse in all() {
            for cat in all() {
                let at = Position { turn, mouse, cat };
                let exists = holds_mouse[usize::from(mouse)] && holds_cat[usize::from(cat)];
                let value = if exists { value(&play, at) } else { 0 };
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

/// The values that [`table`] tells.
pub fn unpack(runs: &[i32]) -> Vec<i32> {
    let mut values = Vec::new();
    let mut value = 0;
    for run in runs.chunks_exact(2) {
        for _ in 0..run[1] {
            value += run[0];
            values.push(value);
        }
    }
    values
}

fn value(play: &Play, at: Position) -> i32 {
    let cat_to_move = Position {
        turn: Player::Cat,
        ..at
    };
    if play.moves(cat_to_move).is_empty() {
        return 0;
    }
    let outcome = match play.winner(at) {
        Some(Player::Mouse) => return 1,
        Some(Player::Cat) => return -1,
        None => play.outcome(at),
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

    fn of(input: &str) -> Vec<i32> {
        let problem = Game::recognise(input).unwrap();
        table(&problem.parse(input, Bounds::Extended).unwrap())
    }

    #[test]
    fn values_are_told_by_place_and_turn() {
        // Mouse, floor, food, wall, cat: nobody can stop the mouse.
        let values = unpack(&of("1 5 1 1\nM.F#C\n"));
        assert_eq!(values.len(), 50);
        let at = |turn: usize, mouse: usize, cat: usize| values[(turn * 5 + mouse) * 5 + cat];
        assert_eq!(at(0, 0, 4), 4, "the mouse is there on ply 3");
        assert_eq!(at(1, 1, 4), 3);
        assert_eq!(at(0, 2, 4), 1, "it is there");
        assert_eq!(at(0, 1, 1), -1, "it is caught");
        assert_eq!(at(1, 0, 2), -1, "the cat has the food");
        assert_eq!(at(0, 3, 4), 0, "nobody is on a wall");
    }

    #[test]
    fn a_graph_tells_what_either_side_forces() {
        let values = unpack(&of("[[1,3],[0],[3],[0,2]]"));
        let at = |turn: usize, mouse: usize, cat: usize| values[(turn * 4 + mouse) * 4 + cat];
        assert_eq!(at(0, 1, 2), 2, "the mouse is home on ply 1");
        assert_eq!(at(1, 3, 2), -2, "the cat has it on ply 1");
        assert_eq!(at(0, 2, 0), 0, "the cat is never in the hole");
    }
}
