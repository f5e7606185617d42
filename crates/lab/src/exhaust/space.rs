//! What can be exhausted, and in which pieces.

use std::fmt;
use std::str::FromStr;

use cat_and_mouse::problem::Problem;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// All instances of a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Space {
    /// Boards of so many rows and columns.
    Boards(u16, u16),
    /// Graphs of so many nodes.
    Graphs(usize),
}

/// A size of which not all instances can be looked at.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "\"{0}\" cannot be exhausted: boards, as in 4x5, have 3 to 36 cells in 1 to 8 rows and columns, \
     graphs, as in 9, have 3 to 12 nodes"
)]
pub struct NotASpace(String);

impl FromStr for Space {
    type Err = NotASpace;

    fn from_str(text: &str) -> Result<Self, NotASpace> {
        let number = |text: &str| text.parse::<u16>().ok();
        let sides = text.split_once('x');
        let sides = sides.and_then(|(rows, cols)| Some((number(rows)?, number(cols)?)));
        match (sides, number(text)) {
            (Some((rows @ 1..=8, cols @ 1..=8)), _) if (3..=36).contains(&(rows * cols)) => {
                Ok(Self::Boards(rows, cols))
            }
            (_, Some(nodes @ 3..=12)) => Ok(Self::Graphs(nodes.into())),
            _ => Err(NotASpace(text.to_owned())),
        }
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boards(rows, cols) => write!(f, "{rows}x{cols}"),
            Self::Graphs(nodes) => write!(f, "{nodes}"),
        }
    }
}

impl TryFrom<String> for Space {
    type Error = NotASpace;

    fn try_from(text: String) -> Result<Self, NotASpace> {
        text.parse()
    }
}

impl From<Space> for String {
    fn from(space: Space) -> Self {
        space.to_string()
    }
}

impl Space {
    /// The problem whose instances they are.
    #[must_use]
    pub const fn problem(self) -> Problem {
        match self {
            Self::Boards(..) => Problem::CatAndMouse2,
            Self::Graphs(_) => Problem::CatAndMouse,
        }
    }

    /// All of it, in words.
    #[must_use]
    pub fn all(self) -> String {
        match self {
            Self::Boards(..) => format!("all boards of {self}"),
            Self::Graphs(_) => format!("all graphs of {self} nodes"),
        }
    }

    /// The pieces of all of it, each of which takes some seconds at most.
    #[must_use]
    pub const fn pieces(self) -> u64 {
        match self {
            Self::Boards(rows, cols) => super::boards::pieces(rows, cols),
            Self::Graphs(0..=7) => 1,
            Self::Graphs(8) => 8,
            Self::Graphs(9) => 32,
            Self::Graphs(10) => 256,
            Self::Graphs(11) => 4096,
            Self::Graphs(_) => 1 << 19,
        }
    }
}
