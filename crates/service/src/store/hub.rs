//! Tells watchers of changes, whichever process made them. The versions of rooms and
//! submissions grow, and one task reads the versions of those that are watched.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::Arguments as _;
use tokio::sync::{Notify, watch};

use super::database::{Database, Queries as _, Result, StoreError};

/// Interval at which versions are read if no notification arrives.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// Minimum time between two readings of the versions.
const MIN_INTERVAL: Duration = Duration::from_millis(50);

/// Names in one question.
const TOGETHER: usize = 100;

/// What can be watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Room,
    Submission,
}

impl Kind {
    const ALL: [Self; 2] = [Self::Room, Self::Submission];

    const fn table(self) -> &'static str {
        match self {
            Self::Room => "rooms",
            Self::Submission => "submissions",
        }
    }
}

type Topics = BTreeMap<(Kind, String), watch::Sender<i64>>;

/// What is watched.
#[derive(Debug, Default)]
pub(crate) struct Hub {
    topics: Mutex<Topics>,
    poked: Notify,
}

impl Hub {
    /// Watches a room or a submission.
    pub(crate) fn watch(&self, kind: Kind, id: &str) -> watch::Receiver<i64> {
        let mut topics = self.topics();
        let topic = topics.entry((kind, id.to_owned()));
        let watched = topic.or_insert_with(|| watch::Sender::new(0)).subscribe();
        drop(topics);
        self.poke();
        watched
    }

    /// Who watches.
    pub(crate) fn watchers(&self) -> usize {
        self.topics()
            .values()
            .map(watch::Sender::receiver_count)
            .sum()
    }

    /// Has the versions read soon.
    pub(crate) fn poke(&self) {
        self.poked.notify_one();
    }

    fn topics(&self) -> MutexGuard<'_, Topics> {
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads versions until the future is dropped.
    pub(crate) async fn run(self: Arc<Self>, database: Database) {
        loop {
            tokio::select! {
                () = self.poked.notified() => {}
                () = database.wakeups().changes.notified() => {}
                () = tokio::time::sleep(POLL_INTERVAL) => {}
            }
            if let Err(error) = self.ask(&database).await {
                tracing::warn!(%error, "cannot read the versions of what is watched");
            }
            tokio::time::sleep(MIN_INTERVAL).await;
        }
    }

    async fn ask(&self, database: &Database) -> Result<()> {
        for kind in Kind::ALL {
            let names: Vec<String> = {
                let mut topics = self.topics();
                topics.retain(|_, topic| topic.receiver_count() > 0);
                let own = topics.keys().filter(|(of, _)| *of == kind);
                own.map(|(_, id)| id.clone()).collect()
            };
            for names in names.chunks(TOGETHER) {
                let places = (1..=names.len()).map(|place| format!("${place}"));
                let places = places.collect::<Vec<_>>().join(", ");
                let table = kind.table();
                let query = format!("SELECT id, version FROM {table} WHERE id IN ({places})");
                let mut parameters = parameters![];
                for name in names {
                    parameters.add(name).map_err(StoreError::encoding)?;
                }
                let versions = database.reader().await?.all(&query, parameters).await?;
                for (id, version) in versions {
                    if let Some(topic) = self.topics().get(&(kind, id)) {
                        topic.send_if_modified(|known| {
                            let grown = *known < version;
                            *known = version.max(*known);
                            grown
                        });
                    }
                }
            }
        }
        Ok(())
    }
}
