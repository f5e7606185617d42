//! What makes an instance extreme.

use crate::strength::effort;
use cat_and_mouse::{Game, Instance};

/// Counts the work of an algorithm on an instance.
pub(super) type Work = fn(&Instance) -> u32;

mousetrap_util::choices! {
    /// What makes an instance extreme.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Goal {
        /// The longest forced win of the mouse, in plies
        MouseWin = "mouse-win",
        /// 913: the longest forced win of the cat, in plies
        CatWin = "cat-win",
        /// 913: the most positions that nobody can win
        Draws = "draws",
        /// 1728: the most moves of the mouse beyond those it would need without a
        /// cat
        Detour = "detour",
        /// 1728: the plies of a forced win in thousandths of twice the floor
        /// cells, a horizon that no known board is beyond
        Density = "density",
        /// The most steps of a topological sort of the positions
        QueueSteps = "queue-steps",
        /// The most calls of a search that remembers results by position and ply
        SearchCalls = "search-calls",
        /// The deepest recursion of a depth-first search
        Recursion = "recursion",
    }
}

impl Goal {
    /// Returns whether instances of this game can have the goal.
    pub const fn is_of(self, game: Game) -> bool {
        match self {
            Self::MouseWin | Self::QueueSteps | Self::SearchCalls | Self::Recursion => true,
            Self::Detour | Self::Density => matches!(game, Game::CatAndMouse2),
            Self::CatWin | Self::Draws => matches!(game, Game::CatAndMouse),
        }
    }

    /// The work that counts; none if the goal is not the work of an algorithm.
    pub(super) fn work(self) -> Option<Work> {
        match self {
            Self::QueueSteps => Some(effort::queue_steps),
            Self::SearchCalls => Some(effort::search_calls),
            Self::Recursion => Some(effort::recursion),
            _ => None,
        }
    }
}
