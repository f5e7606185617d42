//! Transactions. A commit notifies the processes and threads that wait for tasks or changes.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use sqlx::Any;
use sqlx::postgres::PgListener;
use tokio::sync::watch;

use super::query::Dialect;
use super::{Database, Location, Result};

/// The `PostgreSQL` channel that announces queued tasks.
const TASK_CHANNEL: &str = "mousetrap_tasks";
/// The `PostgreSQL` channel that announces changed rooms.
const CHANGE_CHANNEL: &str = "mousetrap_changes";

/// Time to wait before reconnecting to receive notifications.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Wakes the threads and futures of this process that wait for tasks or changes.
#[derive(Debug, Default)]
pub(crate) struct Wakeups {
    has_tasks: Mutex<bool>,
    tasks: Condvar,
    /// Notified when a room has changed.
    pub changes: watch::Sender<()>,
}

impl Wakeups {
    /// Wakes all threads that wait for a task.
    pub(crate) fn notify_workers(&self) {
        *self
            .has_tasks
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = true;
        self.tasks.notify_all();
    }

    /// Waits until there may be a task, but no longer than `timeout`.
    pub(crate) fn wait_for_task(&self, timeout: Duration) {
        let has_tasks = self.has_tasks.lock();
        let has_tasks = has_tasks.unwrap_or_else(PoisonError::into_inner);
        let is_waiting = |has_tasks: &mut bool| !*has_tasks;
        let woken = self
            .tasks
            .wait_timeout_while(has_tasks, timeout, is_waiting);
        *woken.unwrap_or_else(PoisonError::into_inner).0 = false;
    }
}

/// A transaction that changes the database. It is rolled back if it is dropped without a commit.
#[derive(Debug)]
pub(crate) struct Transaction {
    pub(super) inner: sqlx::Transaction<'static, Any>,
    pub(super) wakeups: Arc<Wakeups>,
    pub(super) dialect: Dialect,
    pub(super) has_tasks: bool,
    pub(super) has_changes: bool,
}

impl Transaction {
    pub(super) const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Wakes workers after the commit.
    pub(in crate::store) const fn wake_workers(&mut self) {
        self.has_tasks = true;
    }

    /// Marks a room as changed, and wakes the clients of batches after the commit. Other
    /// transactions that change the room wait until this one ends.
    pub(in crate::store) async fn touch_room(&mut self, room: &str) -> Result<()> {
        self.has_changes = true;
        let update = "UPDATE rooms SET version = version + 1 WHERE id = $1 ANNOUNCE_CHANGE";
        self.execute(update, parameters![room]).await.map(drop)
    }

    /// Commits, then notifies the listeners on all servers and workers that share the database.
    pub(crate) async fn commit(mut self) -> Result<()> {
        if self.has_tasks && self.dialect == Dialect::Postgres {
            self.execute(&format!("NOTIFY {TASK_CHANNEL}"), parameters![])
                .await?;
        }
        self.inner.commit().await?;
        if self.has_tasks {
            self.wakeups.notify_workers();
        }
        if self.has_changes {
            self.wakeups.changes.send_replace(());
        }
        Ok(())
    }
}

impl Database {
    /// Receives notifications from other processes and wakes the waiting threads and futures of
    /// this process, until the future is dropped. Uses a separate connection. Does nothing with
    /// `SQLite`, because no other process uses the database.
    pub(crate) async fn listen(&self) {
        let Location::Server(url) = &self.location else {
            return;
        };
        loop {
            if let Err(error) = self.receive_notifications(url).await {
                tracing::warn!(%error, "cannot receive notifications from the database");
            }
            tokio::time::sleep(RETRY_INTERVAL).await;
        }
    }

    /// Receives notifications until the connection is lost.
    async fn receive_notifications(&self, url: &str) -> Result<(), sqlx::Error> {
        let mut listener = PgListener::connect(url).await?;
        listener.listen_all([TASK_CHANNEL, CHANGE_CHANNEL]).await?;
        // Wakes everything once, because notifications may have been missed before this point.
        self.wakeups.notify_workers();
        self.wakeups.changes.send_replace(());
        while let Some(notification) = listener.try_recv().await? {
            if notification.channel() == TASK_CHANNEL {
                self.wakeups.notify_workers();
            } else {
                self.wakeups.changes.send_replace(());
            }
        }
        Ok(())
    }
}
