//! Renders an explanation as text for a terminal.

use std::fmt::Write;

use super::{Claim, ExplainedMove, Explanation, Fortress};
use crate::game::Player;
use crate::solve::best_line::EndReason;
use crate::solve::solved_game::Position;
use crate::{Instance, Layout};

/// Renders the explanation as sentences and drawings, in lines of at most `width` characters. If
/// `claims` contains a submission's answers, the text also states which of them are wrong.
pub fn render(
    instance: &Instance,
    explanation: &Explanation,
    claims: &[Claim],
    width: usize,
) -> String {
    let mut text = format!(
        "{}\n{}\n",
        instance.draw(),
        instance.describe(explanation.outcome)
    );
    if let Some(depth) = explanation.too_late {
        let _ = writeln!(
            text,
            "Without the move limit, the mouse would reach the food on ply {depth}."
        );
    }
    text.push('\n');
    let layout = instance.layout();
    if layout.is_board {
        write_boards(&mut text, &layout, explanation, claims, width);
    } else {
        write_moves(&mut text, instance, explanation, claims);
    }
    let _ = writeln!(text, "{}", describe_ending(explanation));
    for fortress in &explanation.fortresses {
        text.push('\n');
        write_fortress(&mut text, instance, &layout, fortress);
    }
    if !claims.is_empty() {
        let _ = write!(text, "\n{}\n", summarize_claims(claims));
    }
    text
}

fn describe_ending(explanation: &Explanation) -> &'static str {
    match explanation.end {
        EndReason::LimitReached if explanation.too_late.is_some() => {
            "No more plies are allowed, so the cat wins."
        }
        EndReason::GoalReached => "The mouse has reached its goal.",
        EndReason::Caught => "The cat has caught the mouse.",
        EndReason::FoodTaken => "The cat has reached the food.",
        EndReason::Repeats => {
            "This position has occurred before, so the game can go on like this forever."
        }
        EndReason::LimitReached => "The rest of the game is not shown.",
    }
}

/// Draws the board after each move, several boards side by side.
fn write_boards(
    text: &mut String,
    layout: &Layout,
    explanation: &Explanation,
    claims: &[Claim],
    width: usize,
) {
    let drawn: Vec<Vec<String>> = explanation
        .moves
        .iter()
        .map(|played| {
            let mut lines = vec![move_caption(played), move_remark(played, claims)];
            lines.extend(
                draw_board(layout, played.to, Some(played))
                    .lines()
                    .map(str::to_owned),
            );
            lines
        })
        .collect();
    let wide = |lines: &Vec<String>| lines.iter().map(|line| line.chars().count()).max();
    let column = drawn.iter().filter_map(wide).max().unwrap_or(1) + 3;
    for row in drawn.chunks((width / column).max(1)) {
        for line in 0..row[0].len() {
            let mut joined = String::new();
            for lines in row {
                let _ = write!(joined, "{:<column$}", lines[line]);
            }
            let _ = writeln!(text, "{}", joined.trim_end());
        }
        text.push('\n');
    }
}

/// Returns a caption such as `ply 3, mouse`.
fn move_caption(played: &ExplainedMove) -> String {
    format!("ply {}, {}", played.ply, played.mover.name())
}

/// Returns a remark such as `only move, 8 left`: how many moves are equally good, and how many
/// plies are left.
fn move_remark(played: &ExplainedMove, claims: &[Claim]) -> String {
    let choice = match (played.best_moves, played.legal_moves) {
        (_, 1) => "forced".to_owned(),
        (1, _) => "only move".to_owned(),
        (best, moves) if best == moves => "any move".to_owned(),
        (best, moves) => format!("{best} of {moves}"),
    };
    let left = match played.plies_left {
        Some(left) if left.0 > 0 => format!(", {left} left"),
        _ => String::new(),
    };
    let claim = claims.iter().find(|claim| claim.ply == played.ply);
    let claim = claim.map_or_else(String::new, |claim| {
        format!("; says {}", claim.claim.unwrap_or("nothing"))
    });
    format!("{choice}{left}{claim}")
}

/// Draws the board in a position. The piece that has moved is in brackets, and a dot marks the cell
/// that it came from.
fn draw_board(layout: &Layout, at: Position, moved: Option<&ExplainedMove>) -> String {
    let cols = layout.places.iter().filter(|place| place.1 == 0.0).count();
    let rows = layout.places.len() / cols;
    let moved = moved.map(|played| match played.mover {
        Player::Mouse => (played.from.mouse, played.to.mouse),
        Player::Cat => (played.from.cat, played.to.cat),
    });
    let mut drawn = format!("┌{}┐\n", "─".repeat(2 * cols + 1));
    for row in 0..rows {
        let mut line = String::from("│");
        let mut closing = false;
        for col in 0..cols {
            let place = (row * cols + col) as u16;
            let opening = moved.is_some_and(|(_, to)| to == place);
            line.push(match (opening, closing) {
                (true, _) => '[',
                (_, true) => ']',
                _ => ' ',
            });
            closing = opening;
            line.push(if place == at.cat {
                'C'
            } else if place == at.mouse {
                'M'
            } else if place == layout.goal {
                'F'
            } else if moved.is_some_and(|(from, _)| from == place) {
                '•'
            } else if layout.walls.contains(&place) {
                '#'
            } else {
                '.'
            });
        }
        line.push(if closing { ']' } else { ' ' });
        let _ = writeln!(drawn, "{line}│");
    }
    let _ = writeln!(drawn, "└{}┘", "─".repeat(2 * cols + 1));
    drawn
}

/// Writes the moves of a game on a graph, one per line.
fn write_moves(
    text: &mut String,
    instance: &Instance,
    explanation: &Explanation,
    claims: &[Claim],
) {
    for played in &explanation.moves {
        let (from, to, other) = match played.mover {
            Player::Mouse => (played.from.mouse, played.to.mouse, ("cat", played.to.cat)),
            Player::Cat => (played.from.cat, played.to.cat, ("mouse", played.to.mouse)),
        };
        let _ = writeln!(
            text,
            "{:>4}  {:<5}  {} → {:<8}  {:<5} on {:<8}  {}",
            played.ply,
            played.mover.name(),
            from,
            instance.place_name(to),
            other.0,
            instance.place_name(other.1),
            move_remark(played, claims)
        );
    }
}

fn write_fortress(text: &mut String, instance: &Instance, layout: &Layout, fortress: &Fortress) {
    let defender = fortress.defender.name();
    let other = fortress.defender.opponent().name();
    let (here, again) = match fortress.positions.len() {
        1 => ("this position".to_owned(), "it"),
        many => (format!("these {many} positions"), "one of them"),
    };
    let _ = writeln!(
        text,
        "The {defender} is safe. For each move of the {other} in {here}, the {defender} has a reply\n\
         that wins or leads to {again} again."
    );
    let cat = fortress.places_of(Player::Cat);
    let mouse = fortress.places_of(Player::Mouse);
    if layout.is_board {
        let cols = layout.places.iter().filter(|place| place.1 == 0.0).count();
        let all: Vec<u16> = (0..layout.places.len() as u16).collect();
        for row in all.chunks(cols) {
            let cells = row.iter().map(|place| {
                if layout.walls.contains(place) {
                    " #"
                } else if *place == layout.goal {
                    " F"
                } else {
                    match (cat.contains(place), mouse.contains(place)) {
                        (true, true) => " *",
                        (true, false) => " c",
                        (false, true) => " m",
                        (false, false) => " .",
                    }
                }
            });
            let _ = writeln!(text, "  {}", cells.collect::<String>());
        }
        let _ = writeln!(
            text,
            "  c: cells where the cat can be, m: where the mouse can be, *: where either can be"
        );
    } else {
        for (player, places) in [("cat", cat), ("mouse", mouse)] {
            let places: Vec<String> = places.iter().map(|&at| instance.place_name(at)).collect();
            let _ = writeln!(text, "  {player:<5} on {}", places.join(", "));
        }
    }
}

/// States which of a submission's answers are wrong.
fn summarize_claims(claims: &[Claim]) -> String {
    let Some(first) = claims.first() else {
        return String::new();
    };
    let claimed = first.claim.unwrap_or("nothing");
    if first.is_correct() {
        return format!("The submission answers {claimed}, which is right.");
    }
    match claims.iter().position(Claim::is_correct) {
        Some(place) => format!(
            "The submission answers {claimed}, which is wrong. After {right} plies of best play, which does \
             not change\nthe result, it answers {truth}, which is right. So the submission's \
             mistake is between ply {wrong} and ply {right}.",
            right = claims[place].ply,
            truth = claims[place].truth,
            wrong = claims[place - 1].ply,
        ),
        None if claims.iter().all(|claim| claim.claim.is_none()) => {
            "The submission gives no answer.".to_owned()
        }
        None if claims.len() == 1 => format!("The submission answers {claimed}, which is wrong."),
        None => format!(
            "The submission answers {claimed}, which is wrong. Its answers for all {} positions of this \
             game about which it\nwas asked, up to ply {}, are wrong as well.",
            claims.len(),
            claims.last().map_or(0, |claim| claim.ply)
        ),
    }
}
