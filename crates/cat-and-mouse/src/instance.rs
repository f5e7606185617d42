//! A common interface to both games: other crates use the games through [`Game`] and [`Instance`].
//!
//! These types are enums rather than traits: generators, solvers and explanations differ by game,
//! and with enums the compiler checks that each of them handles both games.

mod text;

use std::fmt;
use std::sync::{Arc, LazyLock};

use mousetrap_model::{Checker, Problem};

use crate::game::{
    Bounds, Graph, Grid, HOLE, InstanceError, Outcome, Player, RandomSource, Square,
    count_header_items,
};
use crate::solve;
use crate::solve::certificate::{Certificate, Rejection, check_graph, check_grid};
use crate::solve::solved_game::{Position, SolvedGame};

/// The two games, in the order in which users see them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Game {
    /// `LeetCode` 913: an undirected graph with a hole.
    CatAndMouse,
    /// `LeetCode` 1728, Cat and Mouse II: a grid with walls and jumps.
    CatAndMouse2,
}

/// The problems of both games, in the order of [`Game::ALL`].
static PROBLEMS: LazyLock<[Arc<Problem>; 2]> = LazyLock::new(|| {
    Game::ALL.map(|game| {
        let (title, signature) = match game {
            Game::CatAndMouse => ("Cat and Mouse", "int catMouseGame(int[][] graph)"),
            Game::CatAndMouse2 => (
                "Cat and Mouse II",
                "boolean canMouseWin(string[] grid, int catJump, int mouseJump)",
            ),
        };
        let replies = game.replies().iter();
        Arc::new(Problem {
            id: game.id().to_owned(),
            title: title.to_owned(),
            signature: signature.parse().expect("a valid signature"),
            checker: Checker::Exact,
            replies: replies.map(ToString::to_string).collect(),
            game: Some(game.id().to_owned()),
        })
    })
});

impl Game {
    /// Both games.
    pub const ALL: [Self; 2] = [Self::CatAndMouse, Self::CatAndMouse2];

    /// Returns the problems of both games.
    pub fn problems() -> &'static [Arc<Problem>] {
        &*PROBLEMS
    }

    /// Returns the problem of this game.
    pub fn problem(self) -> &'static Arc<Problem> {
        &PROBLEMS[self as usize]
    }

    /// Returns the game of a problem, or `None` if the problem is not a built-in game.
    pub fn from_problem(problem: &Problem) -> Option<Self> {
        Self::by_id(problem.game.as_deref()?)
    }

    /// Returns the game with this id.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.id() == id)
    }

    /// Guesses from the syntax of an instance which game it belongs to.
    pub fn guess_from_syntax(input: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|game| game.matches_syntax(input))
    }

    /// Returns the number of the game's problem on `LeetCode`, such as `1728`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::CatAndMouse => "913",
            Self::CatAndMouse2 => "1728",
        }
    }

    /// Returns the replies that a submission may give, in canonical spelling.
    pub const fn replies(self) -> &'static [&'static str] {
        match self {
            Self::CatAndMouse => &["0", "1", "2"],
            Self::CatAndMouse2 => &["true", "false"],
        }
    }

    /// Returns whether a text looks like an instance of this game, legal or not, judging by its
    /// first line or argument.
    pub fn matches_syntax(self, input: &str) -> bool {
        let is_board = match count_header_items(input) {
            Some(items) => items > 1,
            None => input.contains(['"', '\'', '#', '.']),
        };
        match self {
            Self::CatAndMouse => !is_board && count_header_items(input) != Some(0),
            Self::CatAndMouse2 => is_board,
        }
    }

    /// Reads one instance, in the text form that programs read from standard input or in the
    /// `LeetCode` form.
    ///
    /// # Errors
    /// Returns the line and the broken rule.
    pub fn parse(self, input: &str, bounds: Bounds) -> Result<Instance, InstanceError> {
        Ok(match self {
            Self::CatAndMouse => Graph::parse(input, bounds)?.into(),
            Self::CatAndMouse2 => Grid::parse(input, bounds)?.into(),
        })
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// A valid instance of one of the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instance {
    /// An instance of [`Game::CatAndMouse`].
    Graph(Graph),
    /// An instance of [`Game::CatAndMouse2`].
    Grid(Grid),
}

impl From<Graph> for Instance {
    fn from(graph: Graph) -> Self {
        Self::Graph(graph)
    }
}

impl From<Grid> for Instance {
    fn from(grid: Grid) -> Self {
        Self::Grid(grid)
    }
}

/// Evaluates `$value` with `$game` bound to the [`Graph`] or the [`Grid`] of an instance.
macro_rules! either {
    ($instance:expr, $game:ident => $value:expr) => {
        match $instance {
            Instance::Graph($game) => $value,
            Instance::Grid($game) => $value,
        }
    };
}

impl Instance {
    /// Returns the game of this instance.
    pub const fn game(&self) -> Game {
        match self {
            Self::Graph(_) => Game::CatAndMouse,
            Self::Grid(_) => Game::CatAndMouse2,
        }
    }

    /// Returns the text form, which a program reads from its standard input.
    pub fn text(&self) -> String {
        either!(self, game => game.text())
    }

    /// Returns the `LeetCode` form: one JSON argument per line.
    pub fn leetcode_text(&self) -> String {
        either!(self, game => game.leetcode_text())
    }

    /// Returns a text that is the same for all equivalent instances: rotated or reflected boards,
    /// and graphs with reordered neighbours. Graphs that differ only in the numbering of their
    /// nodes have the same text, unless the search for a canonical numbering takes too long.
    pub fn canonical_text(&self) -> String {
        match self {
            Self::Graph(graph) => graph.canonical_form().text(),
            Self::Grid(grid) => grid.canonical_text(),
        }
    }

    /// Solves the game from its start and returns the outcome.
    pub fn solve(&self) -> Outcome {
        match self {
            Self::Graph(graph) => solve::graph::solve(graph),
            Self::Grid(grid) => solve::grid::solve(grid),
        }
    }

    /// Returns the instance with another move limit, or `None` for a graph, which has no limit.
    pub fn with_max_plies(&self, plies: u32) -> Option<Self> {
        match self {
            Self::Graph(_) => None,
            Self::Grid(grid) => Some(Self::Grid(Grid {
                max_plies: plies,
                ..grid.clone()
            })),
        }
    }

    /// Returns the move limit in plies, which is not part of the text, or `None` for a graph,
    /// which has no limit.
    pub const fn max_plies(&self) -> Option<u32> {
        match self {
            Self::Graph(_) => None,
            Self::Grid(grid) => Some(grid.max_plies),
        }
    }

    /// Returns the number of cells or nodes.
    pub fn size(&self) -> usize {
        match self {
            Self::Graph(graph) => graph.nodes(),
            Self::Grid(grid) => grid.cells(),
        }
    }

    /// Returns the cells or nodes to which a player on `from` can move, in a fixed order. Returns
    /// no places if the player cannot be on `from`.
    pub(crate) fn moves(&self, player: Player, from: u16) -> Vec<u16> {
        let grid = match self {
            Self::Graph(graph) if player == Player::Mouse => {
                return graph.neighbours(from).to_vec();
            }
            Self::Graph(graph) => return graph.cat_moves(from).collect(),
            Self::Grid(grid) if grid.is_wall(Square(from)) => return Vec::new(),
            Self::Grid(grid) => grid,
        };
        let jump = match player {
            Player::Mouse => grid.mouse_jump,
            Player::Cat => grid.cat_jump,
        };
        grid.moves(Square(from), jump).map(|to| to.0).collect()
    }

    /// Returns the player who has won if the players are on these cells or nodes, or `None` if the
    /// game is not over.
    pub(crate) fn winner(&self, mouse: u16, cat: u16) -> Option<Player> {
        let (goal, cat_wins) = match self {
            Self::Graph(_) => (HOLE, mouse == cat),
            Self::Grid(grid) => (grid.food.0, mouse == cat || cat == grid.food.0),
        };
        if cat_wins {
            return Some(Player::Cat);
        }
        (mouse == goal).then_some(Player::Mouse)
    }

    /// Returns every instance that is one simplification away, with the biggest simplifications
    /// first. Every sequence of simplifications is finite.
    pub fn simplifications(&self) -> Vec<Self> {
        either!(self, game => game.simplifications().into_iter().map(Self::from).collect())
    }

    /// Returns the instance with a small random change, or an unchanged copy if the change would
    /// break a rule.
    #[must_use]
    pub fn random_variation(&self, random: RandomSource<'_>) -> Self {
        either!(self, game => game.random_variation(random).into())
    }

    /// Returns the instance whose starting position is `position`, or `None` if the cat is to move
    /// or the game is over.
    pub fn starting_at(&self, position: Position) -> Option<Self> {
        let Position { turn, mouse, cat } = position;
        if turn == Player::Cat {
            return None;
        }
        either!(self, game => game.with_players_at(mouse, cat).map(Self::from))
    }

    /// Solves the game and returns the outcome with a proof, which [`Instance::check_certificate`]
    /// accepts.
    pub fn build_certificate(&self) -> Certificate {
        Certificate::from_solved_game(&SolvedGame::new(self))
    }

    /// Checks a certificate without solving the instance.
    ///
    /// # Errors
    /// Returns the reason for rejecting the certificate.
    pub fn check_certificate(&self, certificate: &Certificate) -> Result<(), Rejection> {
        match self {
            Self::Graph(graph) => check_graph(graph, certificate),
            Self::Grid(grid) => check_grid(grid, certificate),
        }
    }

    /// Returns the canonical reply for an outcome of this instance.
    pub const fn reply(&self, outcome: Outcome) -> &'static str {
        match (self, outcome) {
            (Self::Graph(_), Outcome::Draw) => "0",
            (Self::Graph(_), Outcome::Mouse { .. }) => "1",
            (Self::Graph(_), Outcome::Cat { .. }) => "2",
            (Self::Grid(_), Outcome::Mouse { .. }) => "true",
            (Self::Grid(_), Outcome::Cat { .. } | Outcome::Draw) => "false",
        }
    }
}
