//! Cases to play on in a browser: one script, one style sheet, and pages that
//! hold them.
//!
//! The script is written in TypeScript, in `crates/board/web/`, and bundled into `built/` by
//! `scripts/check/board`. It solves what is of contest size by itself; a
//! larger case carries its [`table`].

mod exhibit;
mod page;
mod table;

pub use exhibit::Exhibit;
pub use page::{Opening, Page};
pub use table::{table, unpack};

/// The script. A page that loads it hands cases to `mousetrap.mount`.
pub const SCRIPT: &str = include_str!("../built/board.js");

/// Its style sheet; all of it lies within the class `mousetrap`.
pub const STYLE: &str = include_str!("../built/board.css");
