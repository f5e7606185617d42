//! The attack battery: hostile submissions, judged like any other, and what
//! must be true afterwards.

mod battery;
mod table;

pub use battery::{AttackError, Battery, Outcome};
pub use table::{Attack, attacks};
