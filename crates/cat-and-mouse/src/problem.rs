//! A problem as one value: everything that the rest of the program knows
//! about a game goes through [`Problem`] and [`Instance`], so that a third
//! game is a new file and a row in [`PROBLEMS`].

mod graph;
mod grid;

use std::any::Any;
use std::fmt::Debug;

use crate::game::{Bounds, Draw, GameError, Outcome};
use crate::solve::certificate::{Certificate, Refusal};
use crate::solve::play::{Play, Position};

pub use graph::CatAndMouse;
pub use grid::CatAndMouse2;

/// One of the games that submissions are judged on.
pub trait Problem: Sync + Debug {
    /// The number under which the public knows it: `"1728"`.
    fn id(&self) -> &'static str;

    /// The public title.
    fn title(&self) -> &'static str;

    /// Names under which the languages know its entry point, such as
    /// `canMouseWin`, `can_mouse_win` and `CanMouseWin`.
    fn entry_points(&self) -> &'static [&'static str];

    /// The replies a submission may give, in canonical spelling.
    fn replies(&self) -> &'static [&'static str];

    /// Whether a text, by its first line or argument, is meant as an instance
    /// of this problem, be it legal or not.
    fn recognises(&self, input: &str) -> bool;

    /// Reads one instance in the stdin text form or the `LeetCode` form.
    ///
    /// # Errors
    /// Names the line and the broken rule.
    fn parse(&self, input: &str, bounds: Bounds) -> Result<Box<dyn Instance>, GameError>;
}

/// An instance on a plane, for drawings. Places are the cells of a board, row
/// by row, or the nodes of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Whether places are square cells side by side; else they are apart.
    pub cells: bool,
    /// The middle of each place, in units of a cell.
    pub places: Vec<(f64, f64)>,
    /// Places that nobody can enter.
    pub walls: Vec<u16>,
    /// Lines between places.
    pub links: Vec<(u16, u16)>,
    /// Where the mouse wants to go.
    pub home: u16,
}

/// One instance of a problem, already valid.
pub trait Instance: Any + Debug + Send + Sync {
    /// The problem it belongs to.
    fn problem(&self) -> &'static dyn Problem;

    /// The stdin text form, ending in a newline; what a submission is sent.
    fn text(&self) -> String;

    /// The `LeetCode` form: one JSON argument per line.
    fn leetcode(&self) -> String;

    /// The same string for all instances that differ only by a symmetry of
    /// the game (rotations and reflections; the order of neighbours and, as
    /// far as is cheap, the names of nodes).
    fn canonical(&self) -> String;

    /// The instance drawn for a terminal.
    fn draw(&self) -> String;

    /// The value of the game from its start.
    fn solve(&self) -> Outcome;

    /// An outcome of this instance in plain words, for people: the reply, who
    /// wins and on which ply.
    fn describe(&self, outcome: Outcome) -> String;

    /// The same instance with another limit on the number of plies; none for
    /// a game that knows no such limit.
    fn with_max_plies(&self, plies: u32) -> Option<Box<dyn Instance>>;

    /// The limit on the number of plies, which the text does not say; none for a
    /// game that knows no such limit.
    fn max_plies(&self) -> Option<u32>;

    /// How large it is: cells of a board, nodes of a graph.
    fn size(&self) -> usize;

    /// The same instance once more.
    fn cloned(&self) -> Box<dyn Instance>;

    /// Every instance that one step makes simpler, big steps first. A chain
    /// of such steps always ends.
    fn simpler(&self) -> Vec<Box<dyn Instance>>;

    /// An instance one small random step away, or the same again.
    fn varied(&self, draw: Draw<'_>) -> Box<dyn Instance>;

    /// The game that begins in this position; none where the cat is to move,
    /// or where the game is over.
    fn at(&self, position: Position) -> Option<Box<dyn Instance>>;

    /// What a place, a cell or a node, is called.
    fn place(&self, place: u16) -> String;

    /// How the instance is drawn on a plane.
    fn picture(&self) -> Picture;

    /// The solved game, for plays and explanations.
    fn play(&self) -> Box<dyn Play>;

    /// The answer with a proof that [`Instance::check`] accepts.
    fn certify(&self) -> Certificate;

    /// Checks a certificate without solving anything.
    ///
    /// # Errors
    /// Says why it proves nothing about this instance.
    fn check(&self, certificate: &Certificate) -> Result<(), Refusal>;

    /// The canonical reply for an outcome of this instance.
    fn reply(&self, outcome: Outcome) -> &'static str;
}

/// Every problem known, in the order in which they are listed to users.
pub const PROBLEMS: &[&dyn Problem] = &[&CatAndMouse, &CatAndMouse2];

/// The problem with this id.
pub fn by_id(id: &str) -> Option<&'static dyn Problem> {
    PROBLEMS.iter().copied().find(|problem| problem.id() == id)
}

/// The problem that a text is meant for.
pub fn recognise(input: &str) -> Option<&'static dyn Problem> {
    PROBLEMS
        .iter()
        .copied()
        .find(|problem| problem.recognises(input))
}
