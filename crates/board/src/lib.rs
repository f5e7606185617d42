//! Web pages for playing cases: a script, a style sheet, and pages that embed both.
//!
//! The script is written in TypeScript, in `crates/board/web/`, and bundled into `built/` by
//! `scripts/check/board`. The script solves cases of contest size. If a case exceeds the contest's
//! size limits, its page must include the case's values; see [`encode_values`].

mod case_data;
mod page;
mod table;

pub use case_data::CaseData;
pub use page::{InitialView, Page};
pub use table::encode_values;

/// The style sheet with the design tokens and components that all pages share.
pub const SHARED_STYLE: &str = include_str!("../assets/look.css");

/// The script. A page that loads it passes cases to `mousetrap.mount`.
pub const SCRIPT: &str = include_str!("../built/board.js");

/// The style sheet for the script. A page must include it after [`SHARED_STYLE`]. All rules of this
/// style sheet apply only to the class `mousetrap`.
pub const STYLE: &str = include_str!("../built/board.css");
