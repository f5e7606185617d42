//! Playing a case in a browser: a script, a style sheet, and a page that contains them.
//!
//! The script is written in TypeScript, in `crates/board/web/`, and bundled into `built/` by
//! `scripts/check/board`. It solves cases of contest size itself; a larger case comes with the
//! value of every position.

mod exhibit;
mod page;
mod table;

pub use exhibit::Exhibit;
pub use page::{Opening, Page};
pub use table::table;

/// The script. A page that contains it passes cases to `mousetrap.mount`.
pub const SCRIPT: &str = include_str!("../built/board.js");

/// The style sheet of the script. All rules are scoped to the class `mousetrap`.
pub const STYLE: &str = include_str!("../built/board.css");
