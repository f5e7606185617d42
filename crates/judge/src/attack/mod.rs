//! The attack battery, which judges hostile submissions in the same way as other submissions, and
//! checks that they do no harm.

mod battery;
mod judgement;
mod table;

pub use battery::{AttackBattery, AttackOutcome, SandboxResult};
pub use judgement::AttackError;
pub use table::{Attack, attacks};
