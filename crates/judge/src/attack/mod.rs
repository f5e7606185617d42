//! The attack battery: judges hostile submissions like all other submissions, and checks that they
//! do no harm.

mod battery;
mod judgement;
mod table;

pub use battery::{AttackBattery, AttackOutcome, SandboxResult};
pub use judgement::AttackError;
pub use table::{Attack, attacks};
