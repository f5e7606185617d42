//! Finds a position in which the wrong answers of a submission contradict each other.

use std::fmt::Write;

use serde::Serialize;

use super::text::board;
use crate::game::{Outcome, Player, Ply};
use crate::solve::play::{Play, Position};
use crate::{Game, Instance};

/// Maximum number of positions about which a submission is asked.
const MAX_QUESTIONS: usize = 500;

/// A position with a wrong answer that follows from no wrong answer later. A player, the
/// refuter, can play so that the answers for all positions one move of each player later are
/// right about that player. So the submission has computed a wrong value from right ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// The positions of mouse and cat in the game that leads there, the start first.
    pub line: Vec<(u16, u16)>,
    /// The answer of the submission there.
    pub claim: &'static str,
    /// The number of positions one move of each player later about which it was asked. In all
    /// others the game is over.
    pub asked: usize,
    /// The player whose chances the answer denies.
    #[serde(skip)]
    refuter: Player,
    /// The best move of the refuter, if it is to move.
    #[serde(skip)]
    goes: Option<u16>,
}

impl Contradiction {
    /// Follows wrong answers: the refuter plays its best moves, and the other player the most
    /// stubborn moves after which the answer is wrong, too, until there is none. Returns `None`
    /// for a right submission, for one whose answers are wrong for ever, and for a case that is
    /// decided by its move limit.
    ///
    /// # Errors
    /// The errors of `ask`, which returns the reply of the submission, if it is a valid one.
    pub fn find<E>(
        instance: &Instance,
        mut ask: impl FnMut(&Instance) -> Result<Option<&'static str>, E>,
    ) -> Result<Option<Self>, E> {
        let play = &instance.play();
        let reply = |at| instance.reply(play.outcome(at));
        let mut at = play.start();
        if instance.reply(instance.solve()) != reply(at) {
            return Ok(None);
        }
        let mut line = vec![at];
        let mut left = MAX_QUESTIONS;
        while let Some(claim) = instance.at(at).map(|it| ask(&it)).transpose()?.flatten() {
            let Some(refuter) = refuter(instance, claim, play.outcome(at)) else {
                return Ok(None);
            };
            let is_draw = instance.game() == Game::CatAndMouse && claim == "0";
            let (goes, next) = replies(play, at, refuter);
            let mut wrong = None;
            let mut asked = 0;
            for (between, after) in next {
                let Some(it) = instance.at(after) else {
                    continue;
                };
                left -= 1;
                let Some(reply) = ask(&it)?.filter(|_| left > 0) else {
                    return Ok(None);
                };
                asked += 1;
                let win = instance.reply(win(refuter));
                let denied = reply == win || (reply != claim && !is_draw);
                if !denied {
                    wrong = Some((between, after));
                    break;
                }
            }
            let Some((between, after)) = wrong else {
                return Ok(Some(Self {
                    line: line.iter().map(|at| (at.mouse, at.cat)).collect(),
                    claim,
                    asked,
                    refuter,
                    goes,
                }));
            };
            if line.contains(&after) {
                return Ok(None);
            }
            line.extend([between, after]);
            at = after;
        }
        Ok(None)
    }

    /// Describes the contradiction, with the position.
    pub fn text(&self, instance: &Instance) -> String {
        let (mouse, cat) = *self.line.last().expect("a line has a start");
        let picture = instance.picture();
        let place = |place| instance.place(place);
        let mut text = format!(
            "After {} plies, with the mouse on {} and the cat on {}, the submission answers {}.\n",
            self.line.len() - 1,
            place(mouse),
            place(cat),
            self.claim
        );
        if picture.cells {
            let turn = Player::Mouse;
            text.push_str(&board(&picture, Position { turn, mouse, cat }, None));
        }
        let moves = match self.goes {
            Some(to) => format!("the mouse's move to {} and any reply of the cat", place(to)),
            None => "any move of the mouse and the cat's best reply".to_owned(),
        };
        let _ = match self.asked {
            0 => writeln!(text, "But after {moves}, or earlier, the game is over."),
            asked => writeln!(
                text,
                "After {moves}, it gives another answer, in {}. So its answers contradict each other.",
                match asked {
                    1 => "the only position that is possible then".to_owned(),
                    all => format!("all {all} positions that are possible then"),
                }
            ),
        };
        text
    }
}

const fn win(player: Player) -> Outcome {
    match player {
        Player::Mouse => Outcome::Mouse { depth: Ply(1) },
        Player::Cat => Outcome::Cat { depth: None },
    }
}

/// Returns the player who can force a better result than a wrong claim says.
fn refuter(instance: &Instance, claim: &str, truth: Outcome) -> Option<Player> {
    match truth {
        _ if instance.reply(truth) == claim => None,
        Outcome::Cat { .. } => Some(Player::Cat),
        Outcome::Draw if instance.reply(win(Player::Mouse)) == claim => Some(Player::Cat),
        Outcome::Draw | Outcome::Mouse { .. } => Some(Player::Mouse),
    }
}

/// Returns the positions after a move of each player from a position with the mouse to move, if
/// the refuter plays its best move: pairs of the cat's turn and the mouse's turn, the most
/// stubborn move of the other player first. Also returns the move of the refuter, if it is the
/// mouse.
fn replies(play: &Play, at: Position, refuter: Player) -> (Option<u16>, Vec<(Position, Position)>) {
    let ranked = |at| play.ranked_moves(at).into_iter().map(|(to, _)| to);
    if refuter == Player::Mouse {
        let Some(between) = ranked(at).next() else {
            return (None, Vec::new());
        };
        let all = ranked(between).map(|after| (between, after));
        return (Some(between.mouse), all.collect());
    }
    let all = ranked(at).filter_map(|between| Some((between, ranked(between).next()?)));
    (None, all.collect())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::game::Bounds;

    /// The contradiction of a submission with these answers.
    fn found(case: &str, answer: impl Fn(&Instance) -> &'static str) -> Option<Contradiction> {
        let game = Game::recognise(case).unwrap();
        let instance = game.parse(case, Bounds::Contest).unwrap();
        Contradiction::find(&instance, |it| Ok::<_, Infallible>(Some(answer(it)))).unwrap()
    }

    fn truth(it: &Instance) -> &'static str {
        it.reply(it.solve())
    }

    const STRIP: &str = "1 7 1 1\nC.M...F\n";
    const DRAW: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";

    #[test]
    fn short_search_contradicts_itself_at_its_horizon() {
        let short = |it: &Instance| match it.solve() {
            Outcome::Mouse { depth } if depth.0 > 3 => "false",
            outcome => it.reply(outcome),
        };
        let found = found(STRIP, short).unwrap();
        // A win on ply 7 is one on ply 5 after two plies.
        assert_eq!(found.line.len(), 3, "{found:?}");
        assert_eq!((found.claim, found.goes), ("false", Some(4)));
        assert!(found.asked > 0);
    }

    #[test]
    fn constant_answer_contradicts_the_end_of_the_game() {
        let found = found(STRIP, |_| "false").unwrap();
        assert_eq!((found.line.len(), found.asked), (7, 0), "{found:?}");
    }

    #[test]
    fn right_and_consistently_wrong_answers_have_no_contradiction() {
        assert_eq!(found(STRIP, truth), None);
        // The cat can wait for ever, and so can both in a draw.
        assert_eq!(found("1 7 1 3\nM.C...F\n", |_| "true"), None);
        assert_eq!(found(DRAW, |_| "1"), None);
    }

    #[test]
    fn wrong_answer_for_the_start_alone_is_found_there() {
        for wrong in ["1", "2"] {
            let answer = |it: &Instance| {
                let is_start = it.leetcode().trim() == DRAW;
                if is_start { wrong } else { truth(it) }
            };
            let found = found(DRAW, answer).unwrap();
            assert_eq!(found.line, [(1, 2)]);
            assert!(found.asked > 0);
        }
    }
}
