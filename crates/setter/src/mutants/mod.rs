//! Judges mutants of a submission's source code, to measure how many of them a suite kills.
//!
//! ```text
//! original accepted ─▶ parsed (sandbox) ─▶ sampled
//!     ─▶ each compiled and judged up to its first failing case ─▶ survivors ─▶ stress
//! ```

mod campaign;
mod parser;
mod results;
mod task;

pub use campaign::{Campaign, Progress};
pub use parser::run_as_parser_if_requested;
pub use results::{KillingInstance, MutantCounts, SkipReason, Survivor};
pub use task::CaseOrder;
