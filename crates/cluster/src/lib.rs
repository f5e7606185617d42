//! Judging on many hosts, over NATS `JetStream`.
//!
//! Who asks ([`Cluster`]) keeps the truth; the broker only distributes tickets, and a
//! host that has drawn one asks for the work behind it:
//!
//! ```text
//! asker ── ticket ──▶ broker ── ticket ──▶ host      mousetrap.work.<language>
//!   ◀──────────────── may I? ──────────────          mousetrap.asker.<asker>
//!   ───────────── submission, token ──────▶
//!   ◀──────────────── suite? ──────────────          once for each host
//!   ◀───────── it moves; new results ──────          go on, or stop
//!   ◀──────────────── verdict ─────────────          kept, or too late
//!                     broker ◀─── done ────          the ticket goes
//! ```
//!
//! A ticket that is not acknowledged comes back after [`ACK_WAIT`], and whoever draws
//! it then gets a new token, so that the token before is worth nothing. Tickets that
//! the broker loses are published again.

mod asker;
mod batch;
mod broker;
mod card;
mod difference;
mod error;
mod host;
mod item;
mod job;
mod keeper;
mod offers;
mod pace;
mod roster;
mod seen;
mod suite;
#[cfg(all(test, feature = "all-tests"))]
mod tests;
mod wire;

pub use asker::Cluster;
pub use broker::{ACK_WAIT, Address, Role};
pub use card::{Card, MOST_JOBS, Tool};
pub use error::ClusterError;
pub use host::{Judgehost, Setup};
pub use pace::{References, oddity};
