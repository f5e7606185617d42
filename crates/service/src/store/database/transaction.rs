//! Transactions that wake waiting threads and tasks when they commit.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use sqlx::{Any, AnyConnection, Transaction};
use tokio::sync::Notify;

/// The channel of `PostgreSQL` that announces queued tasks.
pub(super) const TASKS: &str = "mousetrap_tasks";
/// The channel of `PostgreSQL` that announces changed rooms and submissions.
pub(super) const CHANGES: &str = "mousetrap_changes";

/// Wakes what waits in this process.
#[derive(Debug, Default)]
pub(crate) struct Wakeups {
    queued: Mutex<bool>,
    queue: Condvar,
    /// Notified when a room or a submission has changed.
    pub changes: Notify,
}

impl Wakeups {
    /// Wakes all threads that wait for a task.
    pub(crate) fn tasks(&self) {
        *self.queued.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.queue.notify_all();
    }

    /// Waits until there may be a task, at most for this long.
    pub(crate) fn wait_for_task(&self, timeout: Duration) {
        let queued = self.queued.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .queue
            .wait_timeout_while(queued, timeout, |queued| !*queued);
        *waited.unwrap_or_else(PoisonError::into_inner).0 = false;
    }
}

/// A transaction. Dropping it rolls it back.
#[derive(Debug)]
pub(crate) struct Change {
    pub(super) transaction: Transaction<'static, Any>,
    pub(super) wakeups: Arc<Wakeups>,
    pub(super) clock: &'static str,
    pub(super) is_server: bool,
    pub(super) has_tasks: bool,
    pub(super) has_changes: bool,
}

impl Change {
    /// The database's clock as an SQL expression: milliseconds since 1970.
    pub(crate) const fn clock(&self) -> &'static str {
        self.clock
    }

    /// Wakes workers after the commit.
    pub(in crate::store) const fn wake_workers(&mut self) {
        self.has_tasks = true;
    }

    /// Wakes streams of events after the commit.
    pub(in crate::store) const fn wake_streams(&mut self) {
        self.has_changes = true;
    }

    /// Rolls back.
    pub(crate) async fn rollback(self) -> Result<(), sqlx::Error> {
        self.transaction.rollback().await
    }

    /// Commits, then wakes what waits, on all servers and workers of the database.
    pub(crate) async fn commit(mut self) -> Result<(), sqlx::Error> {
        for (is_due, channel) in [(self.has_tasks, TASKS), (self.has_changes, CHANGES)] {
            if is_due && self.is_server {
                let notify = format!("NOTIFY {channel}");
                sqlx::query(&notify).execute(&mut *self.transaction).await?;
            }
        }
        self.transaction.commit().await?;
        if self.has_tasks {
            self.wakeups.tasks();
        }
        if self.has_changes {
            self.wakeups.changes.notify_one();
        }
        Ok(())
    }
}

impl Deref for Change {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.transaction
    }
}

impl DerefMut for Change {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.transaction
    }
}
