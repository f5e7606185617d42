//! Transactions that wake waiting threads and tasks when they commit.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use sqlx::{Any, AnyConnection, Transaction};
use tokio::sync::watch;

use super::Result;
use super::query::{Dialect, Queries};

/// The channel of `PostgreSQL` that announces queued tasks.
pub(super) const TASKS: &str = "mousetrap_tasks";
/// The channel of `PostgreSQL` that announces changed rooms.
pub(super) const CHANGES: &str = "mousetrap_changes";

/// Wakes what waits in this process.
#[derive(Debug, Default)]
pub(crate) struct Wakeups {
    queued: Mutex<bool>,
    queue: Condvar,
    /// Notified when a room has changed.
    pub changes: watch::Sender<()>,
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
    pub(super) dialect: Dialect,
    pub(super) has_tasks: bool,
    pub(super) has_changes: bool,
}

impl Change {
    /// Wakes workers after the commit.
    pub(in crate::store) const fn wake_workers(&mut self) {
        self.has_tasks = true;
    }

    /// Marks a room as changed, and wakes the clients of batches after the commit. Other changes
    /// of the room wait until this one ends.
    pub(in crate::store) async fn touch_room(&mut self, room: &str) -> Result<()> {
        self.has_changes = true;
        let update = "UPDATE rooms SET version = version + 1 WHERE id = $1 ANNOUNCE_CHANGE";
        self.execute(update, parameters![room]).await.map(drop)
    }

    /// Commits, then wakes what waits, on all servers and workers of the database.
    pub(crate) async fn commit(mut self) -> Result<()> {
        if self.has_tasks && self.dialect == Dialect::Postgres {
            self.execute(&format!("NOTIFY {TASKS}"), parameters![])
                .await?;
        }
        self.transaction.commit().await?;
        if self.has_tasks {
            self.wakeups.tasks();
        }
        if self.has_changes {
            self.wakeups.changes.send_replace(());
        }
        Ok(())
    }
}

impl Queries for Change {
    fn connection(&mut self) -> (&mut AnyConnection, Dialect) {
        (&mut self.transaction, self.dialect)
    }
}
