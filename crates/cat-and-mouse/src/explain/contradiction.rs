//! Finds a position in which the wrong answers of a submission contradict each other.

use std::fmt::Write;

use serde::Serialize;

use super::text::draw_board;
use crate::game::{Outcome, Player, Ply};
use crate::solve::play::{Play, Position};
use crate::{Game, Instance};

/// Maximum number of positions that a submission is asked to solve.
const MAX_QUESTIONS: usize = 500;

/// A position for which the submission's answer is wrong, although it does not follow from wrong
/// answers for later positions. One player, the refuter, can play so that all answers one move of
/// each player later are right about the refuter's chances. So the submission has computed a wrong
/// value from right ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// The cells or nodes of mouse and cat in the game that leads to the position, the start first.
    pub line: Vec<(u16, u16)>,
    /// The submission's answer for the position.
    pub claim: &'static str,
    /// The number of positions, one move of each player later, that the submission was asked to
    /// solve. In all other such positions the game is over.
    pub asked: usize,
    /// The player whose chances the answer denies.
    #[serde(skip)]
    refuter: Player,
    /// The refuter's best move, if the refuter is to move.
    #[serde(skip)]
    best_move: Option<u16>,
}

impl Contradiction {
    /// Plays a game through positions with wrong answers. The refuter plays its best moves. The
    /// other player plays the most stubborn move after which the answer is still wrong, until there
    /// is no such move. Returns `None` if the submission's answers are right, if they stay wrong
    /// for ever, or if the move limit decides the case.
    ///
    /// # Errors
    /// Returns the errors of `ask`, which returns the submission's reply, or `None` if the reply is
    /// not valid.
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
            let Some(refuter) = find_refuter(instance, claim, play.outcome(at)) else {
                return Ok(None);
            };
            let is_draw = instance.game() == Game::CatAndMouse && claim == "0";
            let (best_move, next) = positions_two_plies_later(play, at, refuter);
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
                let win = instance.reply(win_of(refuter));
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
                    best_move,
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
            text.push_str(&draw_board(&picture, Position { turn, mouse, cat }, None));
        }
        let moves = match self.best_move {
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

const fn win_of(player: Player) -> Outcome {
    match player {
        Player::Mouse => Outcome::Mouse { depth: Ply(1) },
        Player::Cat => Outcome::Cat { depth: None },
    }
}

/// Returns the player who can force a better result than a wrong claim says.
fn find_refuter(instance: &Instance, claim: &str, truth: Outcome) -> Option<Player> {
    match truth {
        _ if instance.reply(truth) == claim => None,
        Outcome::Cat { .. } => Some(Player::Cat),
        Outcome::Draw if instance.reply(win_of(Player::Mouse)) == claim => Some(Player::Cat),
        Outcome::Draw | Outcome::Mouse { .. } => Some(Player::Mouse),
    }
}

/// Returns the positions that can follow a position with the mouse to move, if the refuter plays
/// its best move. Each is a pair: the position after the mouse's move, and the position after the
/// cat's reply. The other player's most stubborn move comes first. If the refuter is the mouse, its
/// move is also returned.
fn positions_two_plies_later(
    play: &Play,
    at: Position,
    refuter: Player,
) -> (Option<u16>, Vec<(Position, Position)>) {
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

    /// Finds the contradiction in the answers of a submission that computes them by `answer`.
    fn find_contradiction(
        case: &str,
        answer: impl Fn(&Instance) -> &'static str,
    ) -> Option<Contradiction> {
        let game = Game::recognise(case).unwrap();
        let instance = game.parse(case, Bounds::Contest).unwrap();
        Contradiction::find(&instance, |it| Ok::<_, Infallible>(Some(answer(it)))).unwrap()
    }

    fn correct_reply(it: &Instance) -> &'static str {
        it.reply(it.solve())
    }

    const MOUSE_WINS_CASE: &str = "1 7 1 1\nC.M...F\n";
    const DRAWN_CASE: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";

    #[test]
    fn short_search_contradicts_itself_at_its_horizon() {
        let short = |it: &Instance| match it.solve() {
            Outcome::Mouse { depth } if depth.0 > 3 => "false",
            outcome => it.reply(outcome),
        };
        let found = find_contradiction(MOUSE_WINS_CASE, short).unwrap();
        // After two plies, a win on ply 7 is a win on ply 5.
        assert_eq!(found.line.len(), 3, "{found:?}");
        assert_eq!((found.claim, found.best_move), ("false", Some(4)));
        assert!(found.asked > 0);
    }

    #[test]
    fn constant_answer_contradicts_the_end_of_the_game() {
        let found = find_contradiction(MOUSE_WINS_CASE, |_| "false").unwrap();
        assert_eq!((found.line.len(), found.asked), (7, 0), "{found:?}");
    }

    #[test]
    fn right_and_consistently_wrong_answers_have_no_contradiction() {
        assert_eq!(find_contradiction(MOUSE_WINS_CASE, correct_reply), None);
        // The cat can wait for ever, and so can both in a draw.
        assert_eq!(find_contradiction("1 7 1 3\nM.C...F\n", |_| "true"), None);
        assert_eq!(find_contradiction(DRAWN_CASE, |_| "1"), None);
    }

    #[test]
    fn wrong_answer_for_the_start_alone_is_found_there() {
        for wrong in ["1", "2"] {
            let answer = |it: &Instance| {
                let is_start = it.leetcode().trim() == DRAWN_CASE;
                if is_start { wrong } else { correct_reply(it) }
            };
            let found = find_contradiction(DRAWN_CASE, answer).unwrap();
            assert_eq!(found.line, [(1, 2)]);
            assert!(found.asked > 0);
        }
    }
}
