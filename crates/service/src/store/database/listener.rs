//! Notifications of `PostgreSQL` from other servers and workers.

use std::time::Duration;

use sqlx::postgres::PgListener;

use super::transaction::{CHANGES, TASKS};
use super::{Database, Location};

/// Pause before another attempt to connect.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

impl Database {
    /// Wakes what waits in this process when another process queues tasks or changes rooms, until
    /// the future is dropped. Uses a connection of its own. With `SQLite` there is no other
    /// process.
    pub(crate) async fn listen(&self) {
        let Location::Server(url) = &self.location else {
            return;
        };
        loop {
            if let Err(error) = self.receive(url).await {
                tracing::warn!(%error, "cannot receive notifications of the database");
            }
            tokio::time::sleep(RETRY_INTERVAL).await;
        }
    }

    /// Receives notifications until the connection is lost.
    async fn receive(&self, url: &str) -> Result<(), sqlx::Error> {
        let mut listener = PgListener::connect(url).await?;
        listener.listen_all([TASKS, CHANGES]).await?;
        // Notifications may have been missed before.
        self.wakeups.tasks();
        self.wakeups.changes.send_replace(());
        while let Some(notification) = listener.try_recv().await? {
            if notification.channel() == TASKS {
                self.wakeups.tasks();
            } else {
                self.wakeups.changes.send_replace(());
            }
        }
        Ok(())
    }
}
