//! `mousetrap explain --play`: a person against perfect play.

use std::io::{BufRead, Write};

use crate::failure::{Failure, Status};
use crate::out::{self, Output};
use cat_and_mouse::explain::board;
use cat_and_mouse::game::{Outcome, Player};
use cat_and_mouse::problem::Instance;
use cat_and_mouse::solve::hunt::Hunt;
use cat_and_mouse::solve::line::best_move;
use cat_and_mouse::solve::play::{Play, Position};

/// The side that the person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Side {
    /// The mouse, which moves first.
    Mouse,
    /// The cat.
    Cat,
}

const HELP: &str = "a number moves there; u takes back, h is a hint, b draws again, q ends";

/// Plays on standard input and output.
pub(crate) fn run(instance: &Instance, side: Side) -> Result<Status, Failure> {
    let play = instance.play();
    let mut game = Game {
        instance,
        play: Hunt::new(play.as_ref()),
        me: match side {
            Side::Mouse => Player::Mouse,
            Side::Cat => Player::Cat,
        },
        positions: Vec::new(),
    };
    let input = std::io::stdin().lock();
    // A reader of the output that has gone away ends the game.
    match game.run(input, &mut Output) {
        Err(error) if out::works() => Err(Failure::usage(error)),
        _ => Ok(Status::Expected),
    }
}

/// A game in progress.
struct Game<'a> {
    instance: &'a Instance,
    play: Hunt<'a>,
    me: Player,
    /// Positions so far, the start first.
    positions: Vec<Position>,
}

impl Game<'_> {
    fn run(&mut self, mut input: impl BufRead, out: &mut impl Write) -> std::io::Result<()> {
        self.positions = vec![self.play.start()];
        writeln!(out, "{}", self.instance.draw())?;
        writeln!(out, "You are the {}. {HELP}.", name(self.me))?;
        while let Some(&at) = self.positions.last() {
            if let Some(winner) = self.play.winner(at) {
                self.show(out)?;
                let plies = self.positions.len() - 1;
                writeln!(out, "The {} wins on ply {plies}.", name(winner))?;
                return Ok(());
            }
            if at.turn != self.me {
                self.positions.push(best_move(&self.play, at));
                continue;
            }
            self.show(out)?;
            let moves = self.play.moves(at);
            for (number, to) in (1..).zip(&moves) {
                let place = self.place(*to);
                let stays = if place == self.place(at) {
                    " (stay)"
                } else {
                    ""
                };
                writeln!(out, "  {number:>2}  {}{stays}", self.instance.place(place))?;
            }
            if !self.turn(&moves, &mut input, out)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// One move of the person, or something else that was typed; false at the
    /// end.
    fn turn(
        &mut self,
        moves: &[Position],
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> std::io::Result<bool> {
        loop {
            write!(out, "your move: ")?;
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                writeln!(out)?;
                return Ok(false);
            }
            match line.trim() {
                "q" => return Ok(false),
                "b" => return Ok(true),
                "u" => {
                    if self.positions.len() < 3 {
                        writeln!(out, "there is nothing to take back")?;
                        continue;
                    }
                    self.positions.truncate(self.positions.len() - 2);
                    return Ok(true);
                }
                "h" => self.hint(moves, out)?,
                typed => {
                    let number = typed.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
                    if let Some(to) = number.and_then(|number| moves.get(number)) {
                        self.positions.push(*to);
                        return Ok(true);
                    }
                    writeln!(out, "{HELP}")?;
                }
            }
        }
    }

    /// The best moves and what they lead to.
    fn hint(&self, moves: &[Position], out: &mut impl Write) -> std::io::Result<()> {
        let Some(&at) = self.positions.last() else {
            return Ok(());
        };
        let best = self.play.best_moves(at);
        let numbers = (1..).zip(moves).filter(|(_, to)| best.contains(to));
        let numbers: Vec<String> = numbers
            .map(|(number, _): (usize, _)| number.to_string())
            .collect();
        let hope = match self.play.outcome(at) {
            Outcome::Mouse { depth } => format!("the mouse wins; plies left: {depth}"),
            Outcome::Cat { depth: Some(depth) } => format!("the cat wins; plies left: {depth}"),
            Outcome::Cat { depth: None } => "the cat is safe for ever".to_owned(),
            Outcome::Draw => "a draw".to_owned(),
        };
        writeln!(out, "best: {} ({hope})", numbers.join(" or "))
    }

    /// Where the person's animal is.
    const fn place(&self, position: Position) -> u16 {
        match self.me {
            Player::Mouse => position.mouse,
            Player::Cat => position.cat,
        }
    }

    fn show(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Some(&at) = self.positions.last() else {
            return Ok(());
        };
        let picture = self.instance.picture();
        if picture.cells {
            write!(out, "\n{}", board(&picture, at, None))
        } else {
            writeln!(
                out,
                "\nmouse on {}, cat on {}",
                self.instance.place(at.mouse),
                self.instance.place(at.cat)
            )
        }
    }
}

const fn name(player: Player) -> &'static str {
    match player {
        Player::Mouse => "mouse",
        Player::Cat => "cat",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cat_and_mouse::game::Bounds;
    use cat_and_mouse::problem::Problem;

    fn play(problem: &str, input: &str, me: Player, typed: &str) -> String {
        let instance = Problem::by_id(problem)
            .unwrap()
            .parse(input, Bounds::Contest)
            .unwrap();
        let play = instance.play();
        let mut game = Game {
            instance: &instance,
            play: Hunt::new(play.as_ref()),
            me,
            positions: Vec::new(),
        };
        let mut out = Vec::new();
        game.run(typed.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_mouse_that_follows_the_hints_wins() {
        let shown = play("913", "[[1,3],[0],[3],[0,2]]", Player::Mouse, "h\n1\n");
        assert!(
            shown.contains("best: 1 (the mouse wins; plies left: 1)"),
            "{shown}"
        );
        assert!(shown.ends_with("The mouse wins on ply 1.\n"), "{shown}");
    }

    #[test]
    fn moves_are_taken_back_and_nonsense_is_explained() {
        let board = "[\"C...#\",\"...#F\",\"M...#\"]\n1\n1";
        let shown = play("1728", board, Player::Mouse, "x\n99\nu\n1\nu\nq\n");
        assert_eq!(shown.matches(HELP).count(), 3, "{shown}");
        assert!(shown.contains("there is nothing to take back"), "{shown}");
        assert_eq!(shown.matches("your move: ").count(), 6, "{shown}");
        assert!(
            shown.matches("│ C . . . # │\n│ . . . # F │\n│ M").count() >= 3,
            "{shown}"
        );
    }

    #[test]
    fn the_game_ends_with_the_input() {
        let board = "[\"M...C\",\"....F\"]\n1\n1";
        assert!(play("1728", board, Player::Cat, "").ends_with("your move: \n"));
    }
}
