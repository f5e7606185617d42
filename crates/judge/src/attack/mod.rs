//! The attack battery: hostile submissions, judged like any other, and what
//! must be true afterwards.

mod battery;
mod judgement;
mod table;

pub use battery::{AttackError, AttackOutcome, AttackStatus, Battery};
pub use table::{Attack, attacks};
