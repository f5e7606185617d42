//! Where a submission that answers wrongly contradicts itself.

use std::fmt::Write;

use serde::Serialize;

use super::text::board;
use crate::Instance;
use crate::game::{Outcome, Player, Ply};
use crate::solve::play::{Play, Position};

/// Questions after which the search is given up.
const MOST: usize = 500;

/// A position with a wrong answer, from which a player whom that answer denies can
/// play so that all positions a move of each later, whatever the other does, have
/// answers that deny it in turn. A wrong value made of right ones: what is wrong
/// happens there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// Mouse and cat in the game that leads there, the start first.
    pub line: Vec<(u16, u16)>,
    /// What it says there.
    pub claim: &'static str,
    /// The positions a move of each later that it was asked about; in the others
    /// the game is over.
    pub asked: usize,
    /// Who can play so.
    #[serde(skip)]
    refuter: Player,
    /// Where the refuter goes, if it is to move.
    #[serde(skip)]
    goes: Option<u16>,
}

impl Contradiction {
    /// Follows wrong answers, best play of who is denied against the other's most
    /// stubborn moves that are answered wrongly as well, until there are none. A
    /// submission that is right, or wrong for ever, has no such position, nor has
    /// a case that is decided by its move limit.
    ///
    /// # Errors
    /// Those of `ask`, which gives a submission's reply, if it is one.
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
        let mut left = MOST;
        while let Some(claim) = instance.at(at).map(|it| ask(&it)).transpose()?.flatten() {
            let Some(refuter) = refuter(instance, claim, play.outcome(at)) else {
                return Ok(None);
            };
            let (goes, next) = replies(play, at, refuter);
            let mut wrong = None;
            let mut asked = 0;
            for (between, after) in next {
                let Some(it) = instance.at(after) else {
                    continue;
                };
                left -= 1;
                let Some(said) = ask(&it)?.filter(|_| left > 0) else {
                    return Ok(None);
                };
                asked += 1;
                let win = instance.reply(win(refuter));
                let denied = said == win || (said != claim && !is_draw(instance, claim));
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

    /// In words, with the position.
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

fn is_draw(instance: &Instance, claim: &str) -> bool {
    ![Player::Mouse, Player::Cat]
        .map(|player| instance.reply(win(player)))
        .contains(&claim)
}

/// The player whom a wrong claim denies what it can force.
fn refuter(instance: &Instance, claim: &str, truth: Outcome) -> Option<Player> {
    let says = |player| instance.reply(win(player)) == claim;
    match truth {
        _ if instance.reply(truth) == claim => None,
        Outcome::Mouse { .. } => Some(Player::Mouse),
        Outcome::Cat { .. } => Some(Player::Cat),
        Outcome::Draw => Some(if says(Player::Mouse) {
            Player::Cat
        } else {
            Player::Mouse
        }),
    }
}

/// What can come of a position with the mouse to move in a move of each, if the
/// refuter plays at its best: the cat's turn and the mouse's, the most stubborn
/// play of the other first. Also where the refuter goes, if it is the mouse.
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
    use crate::Game;
    use crate::game::Bounds;

    /// What becomes of a submission that answers as `answer` does.
    fn found(case: &str, answer: fn(&Instance) -> &'static str) -> Option<Contradiction> {
        let instance = Game::recognise(case)
            .unwrap()
            .parse(case, Bounds::Contest)
            .unwrap();
        Contradiction::find(&instance, |it| Ok::<_, Infallible>(Some(answer(it)))).unwrap()
    }

    fn truth(it: &Instance) -> &'static str {
        it.reply(it.solve())
    }

    const STRIP: &str = "1 7 1 1\nC.M...F\n";

    #[test]
    fn a_search_that_ends_too_soon_breaks_where_it_ends() {
        let short = |it: &Instance| match it.solve() {
            Outcome::Mouse { depth } if depth.0 > 3 => "false",
            outcome => it.reply(outcome),
        };
        let found = found(STRIP, short).unwrap();
        assert_eq!(
            found.line.len(),
            3,
            "a win on ply 7 is one on ply 5 after two: {found:?}"
        );
        assert_eq!((found.claim, found.goes), ("false", Some(4)));
        assert!(found.asked > 0);
    }

    #[test]
    fn who_always_says_the_same_does_not_see_the_end() {
        let found = found(STRIP, |_| "false").unwrap();
        assert_eq!((found.line.len(), found.asked), (7, 0), "{found:?}");
    }

    #[test]
    fn who_is_right_or_wrong_for_ever_does_not_contradict_itself() {
        assert_eq!(found(STRIP, truth), None);
        assert_eq!(
            found("1 7 1 3\nM.C...F\n", |_| "true"),
            None,
            "the cat can wait"
        );
        let draw = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
        assert_eq!(found(draw, |_| "1"), None, "a draw goes on for ever");
    }

    #[test]
    fn a_wrong_start_alone_contradicts_all_after_it() {
        let draw = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
        for wrong in ["1", "2"] {
            let instance = Game::recognise(draw)
                .unwrap()
                .parse(draw, Bounds::Contest)
                .unwrap();
            let start = instance.text();
            let answer = |it: &Instance| {
                Ok::<_, Infallible>(Some(if it.text() == start { wrong } else { truth(it) }))
            };
            let found = Contradiction::find(&instance, answer).unwrap().unwrap();
            assert_eq!(found.line, [(1, 2)]);
            assert!(found.asked > 0, "{}", found.text(&instance));
        }
    }
}
