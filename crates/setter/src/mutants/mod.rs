//! Mutants of a submission's source: which of them a suite notices.
//!
//! ```text
//! original accepted ─▶ parsed (sandbox) ─▶ sampled ─▶ woven into one program
//!     ─▶ each judged up to its first failing case ─▶ survivors ─▶ stress
//! ```

mod campaign;
mod fate;
mod limits;
mod parser;
mod task;
mod woven;

pub use campaign::{Campaign, Plan, Progress};
pub use fate::{Fate, Mutants, Tried, Unfit};
pub use parser::{ParserError, parse_if_requested};
pub use task::Order;
