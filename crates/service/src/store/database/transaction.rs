//! Transactions. A commit notifies the processes and threads that wait for tasks or changes.

use std::time::Duration;

use sqlx::Any;
use sqlx::postgres::PgListener;

use super::{Database, Location, Result};

/// The `PostgreSQL` channel that announces queued tasks.
const TASK_CHANNEL: &str = "mousetrap_tasks";
/// The `PostgreSQL` channel that announces changed rooms.
const CHANGE_CHANNEL: &str = "mousetrap_changes";

/// Time to wait before reconnecting to receive notifications.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// A transaction that changes the database. It is rolled back if it is dropped without a commit.
pub(crate) struct Transaction {
    pub(super) inner: sqlx::Transaction<'static, Any>,
    pub(super) database: Database,
    pub(super) has_tasks: bool,
    pub(super) has_changes: bool,
}

impl Transaction {
    /// Wakes workers after the commit.
    pub(in crate::store) const fn wake_workers(&mut self) {
        self.has_tasks = true;
    }

    /// Marks a room as changed, and notifies waiting batch clients after the commit. Other
    /// transactions that change the room wait until this one ends.
    pub(in crate::store) async fn touch_room(&mut self, room: &str) -> Result<()> {
        self.has_changes = true;
        let update = "UPDATE rooms SET version = version + 1 WHERE id = $1 ANNOUNCE_CHANGE";
        self.execute(update, parameters![room]).await.map(drop)
    }

    /// Commits, then notifies the listeners on all servers and workers that share the database.
    pub(crate) async fn commit(mut self) -> Result<()> {
        if self.has_tasks && self.database.is_postgres() {
            self.execute(&format!("NOTIFY {TASK_CHANNEL}"), parameters![])
                .await?;
        }
        self.inner.commit().await?;
        if self.has_tasks {
            self.database.tasks.send_replace(());
        }
        if self.has_changes {
            self.database.changes.send_replace(());
        }
        Ok(())
    }
}

impl Database {
    /// Receives notifications from other processes and notifies the receivers in this process,
    /// until the future is dropped. Uses a separate connection. Does nothing with `SQLite`, because
    /// no other process uses the database.
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
        // Notifies all receivers once, because notifications may have been missed before this point.
        self.tasks.send_replace(());
        self.changes.send_replace(());
        while let Some(notification) = listener.try_recv().await? {
            match notification.channel() {
                TASK_CHANNEL => self.tasks.send_replace(()),
                _ => self.changes.send_replace(()),
            }
        }
        Ok(())
    }
}
