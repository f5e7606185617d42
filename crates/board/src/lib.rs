//! Web pages on which to play cases: a script, a style sheet, and pages that contain both.
//!
//! The script is written in TypeScript, in `crates/board/web/`, and bundled into `built/` by
//! `scripts/check/board`. It solves cases of contest size by itself; a larger case comes with its
//! [`table`].

mod exhibit;
mod page;
mod table;

pub use exhibit::Exhibit;
pub use page::{Opening, Page};
pub use table::table;

/// The style sheet with the design tokens and components that all pages share.
pub const LOOK: &str = include_str!("../assets/look.css");

/// The script. A page that loads it passes cases to `mousetrap.mount`.
pub const SCRIPT: &str = include_str!("../built/board.js");

/// The style sheet of the script, which goes after [`LOOK`]. All its rules are for the class
/// `mousetrap`.
pub const STYLE: &str = include_str!("../built/board.css");
