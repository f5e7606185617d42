//! The targets of a hunt: every combination of goal, size and jumps.

use std::fmt;
use std::str::FromStr;

use cat_and_mouse::Game;
use mousetrap_setter::hunt::{Goal, Target};

use super::Arguments;
use crate::cli::failure::Failure;

/// The size of boards, such as `8x8`, or of graphs, such as `50`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Size {
    Board(u16, u16),
    Graph(usize),
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(rows, cols) => write!(f, "{rows}x{cols}"),
            Self::Graph(nodes) => write!(f, "{nodes}"),
        }
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| {
            part.parse::<u16>().map_err(|_| {
                "a size is rows and columns of boards, as in 8x8, or nodes of graphs, as in 50"
                    .to_owned()
            })
        };
        Ok(match text.split_once('x') {
            Some((rows, cols)) => Self::Board(number(rows)?, number(cols)?),
            None => Self::Graph(number(text)?.into()),
        })
    }
}

/// Returns the targets that the arguments name.
pub(super) fn targets(arguments: &Arguments) -> Result<Vec<Target>, Failure> {
    let game = arguments.problem;
    let boards = game == Game::CatAndMouse2;
    for (option, jumps) in [
        ("--cat-jump", &arguments.cat_jump),
        ("--mouse-jump", &arguments.mouse_jump),
    ] {
        if !boards && !jumps.is_empty() {
            return Err(Failure::usage(format!(
                "{option} cannot be used with problem {}: jumps are of boards, problem 1728",
                game.id()
            )));
        }
    }
    let (goals, size) = if boards {
        (vec![Goal::MouseWin], Size::Board(8, 8))
    } else {
        (vec![Goal::MouseWin, Goal::CatWin], Size::Graph(50))
    };
    let cat_jumps = given_or(&arguments.cat_jump, vec![1]);
    let mouse_jumps = given_or(&arguments.mouse_jump, vec![1]);
    let mut targets = Vec::new();
    for goal in given_or(&arguments.goal, goals) {
        if !goal.is_of(game) {
            return Err(Failure::usage(format!(
                "problem {} has no goal {goal}; see `mousetrap hunt --help`",
                game.id()
            )));
        }
        for size in given_or(&arguments.size, vec![size]) {
            match (size, boards) {
                (Size::Board(rows @ 1..=8, cols @ 1..=8), true) => {
                    for &cat in &cat_jumps {
                        targets.extend(mouse_jumps.iter().map(|&mouse| Target::Boards {
                            goal,
                            size: (rows, cols),
                            jumps: (cat, mouse),
                        }));
                    }
                }
                (Size::Graph(nodes @ 4..=50), false) => {
                    targets.push(Target::Graphs { goal, nodes });
                }
                (size, boards) => {
                    let range = if boards {
                        "boards to hunt have 1x1 to 8x8 cells"
                    } else {
                        "graphs to hunt have 4 to 50 nodes"
                    };
                    return Err(Failure::usage(format!(
                        "--size {size}: {range}, for problem {}",
                        game.id()
                    )));
                }
            }
        }
    }
    Ok(targets)
}

/// Returns the values of an option, or the default if there are none.
fn given_or<T: Clone>(given: &[T], default: Vec<T>) -> Vec<T> {
    if given.is_empty() {
        default
    } else {
        given.to_vec()
    }
}
