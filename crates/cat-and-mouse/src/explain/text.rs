//! Renders an explanation as text for a terminal.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{Claim, ExplainedMove, Explanation};
use crate::Instance;
use crate::game::Grid;
use crate::solve::best_line::EndReason;
use crate::solve::certificate::{Defence, DefenceEntry};

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
    match instance {
        Instance::Grid(grid) => write_boards(&mut text, grid, explanation, claims, width),
        Instance::Graph(_) => write_moves(&mut text, instance, explanation, claims),
    }
    let _ = writeln!(text, "{}", describe_ending(explanation));
    for defence in &explanation.defences {
        text.push('\n');
        write_defence(&mut text, instance, defence);
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
    grid: &Grid,
    explanation: &Explanation,
    claims: &[Claim],
    width: usize,
) {
    let draw = |played: &ExplainedMove| {
        let mut lines = vec![caption_of_move(played), remark_about_move(played, claims)];
        lines.extend(draw_board(grid, played));
        lines
    };
    let drawn: Vec<Vec<String>> = explanation.moves.iter().map(draw).collect();
    let widths = drawn.iter().flatten().map(|line| line.chars().count());
    let column = widths.max().unwrap_or(1) + 3;
    for row in drawn.chunks((width / column).max(1)) {
        for line in 0..row[0].len() {
            let joined = row.iter().map(|lines| format!("{:<column$}", lines[line]));
            let _ = writeln!(text, "{}", joined.collect::<String>().trim_end());
        }
        text.push('\n');
    }
}

/// Returns a caption such as `ply 3, mouse`.
fn caption_of_move(played: &ExplainedMove) -> String {
    format!("ply {}, {}", played.ply, played.from.turn.name())
}

/// Returns a remark such as `only move, 8 left`: how many moves are equally good, and how many
/// plies are left.
fn remark_about_move(played: &ExplainedMove, claims: &[Claim]) -> String {
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

/// Returns the lines of a drawing of the board after a move. The piece that has moved is in
/// brackets, and a dot marks the cell that it came from.
fn draw_board(grid: &Grid, played: &ExplainedMove) -> Vec<String> {
    let places = [played.from, played.to];
    let [from, to] = places.map(|position| position.place_of(played.from.turn));
    let frame = "─".repeat(2 * usize::from(grid.cols) + 1);
    let mut lines = vec![format!("┌{frame}┐")];
    for row in 0..grid.rows {
        let (mut line, mut before) = (String::from("│"), ' ');
        for col in 0..grid.cols {
            let square = grid.square(row, col);
            let is_moved = square.0 == to;
            line.push(if is_moved { '[' } else { before });
            line.push(match square.0 {
                place if place == played.to.cat => 'C',
                place if place == played.to.mouse => 'M',
                _ if square == grid.food => 'F',
                place if place == from => '•',
                _ if grid.is_wall(square) => '#',
                _ => '.',
            });
            before = if is_moved { ']' } else { ' ' };
        }
        lines.push(format!("{line}{before}│"));
    }
    lines.push(format!("└{frame}┘"));
    lines
}

/// Writes the moves of a game on a graph, one per line.
fn write_moves(
    text: &mut String,
    instance: &Instance,
    explanation: &Explanation,
    claims: &[Claim],
) {
    for played in &explanation.moves {
        let mover = played.from.turn;
        let other = mover.opponent();
        let _ = writeln!(
            text,
            "{:>4}  {:<5}  {} → {:<8}  {:<5} on {:<8}  {}",
            played.ply,
            mover.name(),
            played.from.place_of(mover),
            instance.place_name(played.to.place_of(mover)),
            other.name(),
            instance.place_name(played.to.place_of(other)),
            remark_about_move(played, claims)
        );
    }
}

/// Describes a strategy with which a player never loses.
fn write_defence(text: &mut String, instance: &Instance, defence: &Defence) {
    let (defender, other) = (defence.player.name(), defence.player.opponent().name());
    let (here, again) = match defence.entries.len() {
        1 => ("this position".to_owned(), "it"),
        many => (format!("these {many} positions"), "one of them"),
    };
    let _ = writeln!(
        text,
        "The {defender} is safe. For each move of the {other} in {here}, the {defender} has a reply\n\
         that wins or leads to {again} again."
    );
    let places = |of: fn(&DefenceEntry) -> u16| -> BTreeSet<u16> {
        defence.entries.iter().map(of).collect()
    };
    let (cat, mouse) = (places(|entry| entry.cat), places(|entry| entry.mouse));
    let Instance::Grid(grid) = instance else {
        for (player, places) in [("cat", cat), ("mouse", mouse)] {
            let places: Vec<String> = places.iter().map(|&at| instance.place_name(at)).collect();
            let _ = writeln!(text, "  {player:<5} on {}", places.join(", "));
        }
        return;
    };
    for row in 0..grid.rows {
        let cells = (0..grid.cols).map(|col| {
            let square = grid.square(row, col);
            match (cat.contains(&square.0), mouse.contains(&square.0)) {
                _ if grid.is_wall(square) => " #",
                _ if square == grid.food => " F",
                (true, true) => " *",
                (true, false) => " c",
                (false, true) => " m",
                (false, false) => " .",
            }
        });
        let _ = writeln!(text, "  {}", cells.collect::<String>());
    }
    let _ = writeln!(
        text,
        "  c: cells where the cat can be, m: where the mouse can be, *: where either can be"
    );
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
