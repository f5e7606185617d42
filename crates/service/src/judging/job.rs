//! A claimed task, and its return to the queue after the judge failed.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::bench::Bench;
use super::context::Context;
use crate::store::{Room, StoreError, Submission, Task, TaskError};
use mousetrap_model::Message;

/// A claimed task and what it needs.
pub(super) struct Job<'a> {
    pub task: &'a Task,
    pub room: &'a Room,
    pub submission: &'a Submission,
    pub context: &'a Context,
    /// Set when the work is to stop.
    pub stop: &'a Arc<AtomicBool>,
    /// Set when the worker has lost the task.
    pub is_lost: &'a AtomicBool,
}

/// Returns a task on which the judge failed to the queue. The next worker ends it if
/// that was its last attempt.
pub(super) fn fail(bench: &Bench, task: &Task, error: Message) -> Result<(), StoreError> {
    tracing::error!(task = task.id, %error, "the judge failed on a task");
    let worker = bench.identity.name.clone();
    let error = TaskError { worker, error };
    let claimant = bench.claimant();
    let avoid = bench.timing.avoid;
    bench.keep(|| bench.database.fail(task, &claimant, error.clone(), avoid))?;
    bench.failed(&task.id);
    Ok(())
}
