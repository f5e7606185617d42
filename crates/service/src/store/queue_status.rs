//! The data that the *Queue* page and `/metrics` show: the workers, the tasks, and the reasons why
//! tasks are waiting. Each worker updates its row in the database every few seconds.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use mousetrap_languages::Languages;
use mousetrap_model::Message;
use serde::{Deserialize, Serialize};

use super::{Database, Json, Result};

/// Maximum number of waiting tasks that the *Queue* page lists.
const MAX_LISTED_WAITING_TASKS: i64 = 100;

row! {
/// A queued or running task, as shown to the owner.
#[derive(Clone, Debug, Default)]
pub(crate) QueuedTask {
    /// The kind of task: `judge`, `hack` or `run`.
    kind: String,
    /// The state of the task: `running` or `waiting`.
    state: String,
    /// The number of attempts, including the current one.
    attempts: i64,
    /// When the task started, or was queued if it is still waiting, in milliseconds since 1970.
    since: i64,
    /// The id of the submission.
    submission: String,
    /// The id of the problem.
    problem: String,
    /// The id of the language.
    language: String,
    /// The name of the room.
    room: String,
    /// The name of the participant.
    participant: String,
    /// The name of the worker that runs the task; empty if the task is waiting.
    worker: String,
    /// The required build.
    build: String,
    /// The required isolation.
    isolation: String,
    /// The id of the worker that must wait before it may retry the task, because the judge failed
    /// on that worker; otherwise empty.
    avoid: String,
}
}

impl Database {
    /// Returns the running tasks, and then the first waiting tasks in the order of the queue.
    pub(crate) async fn queued_tasks(&self) -> Result<Vec<QueuedTask>> {
        let query = "SELECT t.kind, t.state, t.attempts, t.submission, s.problem, t.language, \
                     CASE t.state WHEN 'running' THEN t.begun ELSE t.queued END AS since, \
                     r.name AS room, COALESCE(p.name, '') AS participant, \
                     COALESCE(w.name, t.worker) AS worker, COALESCE(q.build, '') AS build, \
                     COALESCE(q.isolation, '') AS isolation, \
                     CASE WHEN t.avoid_until > NOW_MS THEN t.avoid ELSE '' END AS avoid \
                     FROM tasks t JOIN rooms r ON r.id = t.room \
                     JOIN submissions s ON s.id = t.submission \
                     LEFT JOIN participants p ON p.id = t.participant \
                     LEFT JOIN workers w ON w.id = t.worker \
                     LEFT JOIN requirements q ON q.digest = t.requires \
                     WHERE t.state = 'running' OR t.id IN (SELECT id FROM tasks \
                     WHERE state = 'waiting' ORDER BY turn, queued, id LIMIT $1) \
                     ORDER BY t.state, t.turn, t.queued, t.id";
        self.all_rows(query, parameters![MAX_LISTED_WAITING_TASKS])
            .await
    }

    /// Returns the number of waiting tasks and the number of running tasks.
    pub(crate) async fn queue_lengths(&self) -> Result<(i64, i64)> {
        // A single query returns consistent numbers even if a task that ends queues another task.
        let query = "SELECT COUNT(CASE WHEN state = 'waiting' THEN 1 END), \
                     COUNT(CASE WHEN state = 'running' THEN 1 END) FROM tasks";
        let lengths = self.first_row(query, parameters![]).await?;
        Ok(lengths.unwrap_or_default())
    }

    /// Returns how long the oldest waiting task has waited, in milliseconds.
    pub(crate) async fn longest_wait(&self) -> Result<i64> {
        let query = "SELECT COALESCE(NOW_MS - MIN(queued), 0) FROM tasks WHERE state = 'waiting'";
        self.value(query, parameters![]).await
    }
}

/// Returns the estimated time until a task is complete, if `ahead` other tasks come before it in
/// the queue. Returns `None` as long as no worker has completed a task.
pub(crate) fn estimate_wait(ahead: i64, workers: &[Worker]) -> Option<Duration> {
    let workers = workers.iter();
    let measured = workers.filter(|worker| worker.task_ms > 0 && worker.pause_ms == 0);
    // The number of tasks that the workers complete per millisecond, and the number of tasks that
    // they run concurrently.
    let (mut rate, mut jobs) = (0.0, 0);
    for worker in measured {
        rate += worker.jobs as f64 / worker.task_ms as f64;
        jobs += worker.jobs;
    }
    (jobs > 0).then(|| Duration::from_millis(((ahead + jobs) as f64 / rate) as u64))
}

impl QueuedTask {
    /// Returns the reason why the task is waiting, if it is. `ahead` is the number of tasks that
    /// come before it in the queue.
    pub(crate) fn wait_reason(&self, ahead: usize, workers: &[Worker]) -> Option<Message> {
        if self.state != "waiting" {
            return None;
        }
        if workers.is_empty() {
            return Some(Message::NoWorker);
        }
        // A worker that has just started does not know its toolchains yet.
        let has_language = |worker: &&Worker| {
            worker.languages.is_empty() || worker.languages.contains_key(&self.language)
        };
        let mut able: Vec<&Worker> = workers.iter().filter(has_language).collect();
        if able.is_empty() {
            let languages = Languages::embedded();
            let language = languages.by_id(&self.language);
            let language = language.map_or_else(|| self.language.clone(), |it| it.name.clone());
            return Some(Message::NoWorkerHasLanguage { language });
        }
        let count = able.len();
        let builds = able.iter().map(|worker| build_prefix(&worker.build));
        let builds: BTreeSet<_> = builds.collect();
        able.retain(|worker| worker.build == self.build);
        if able.is_empty() {
            return Some(Message::WorkersOfOtherBuilds {
                workers: count,
                builds: Vec::from_iter(builds).join(", "),
                required: build_prefix(&self.build).to_owned(),
            });
        }
        let count = able.len();
        able.retain(|worker| worker.isolation == self.isolation);
        if able.is_empty() {
            return Some(Message::WorkersOfOtherIsolation {
                workers: count,
                required: self.isolation.clone(),
            });
        }
        let count = able.len();
        able.retain(|worker| worker.pause_ms == 0);
        if able.is_empty() {
            return Some(Message::WorkersPaused { workers: count });
        }
        able.retain(|worker| worker.id != self.avoid);
        Some(match ahead {
            _ if able.is_empty() => Message::WaitsForOtherWorker,
            0 => Message::NextInQueue,
            tasks => Message::TasksAhead { tasks },
        })
    }
}

/// Time without an update after which a worker counts as stopped, in milliseconds.
pub(super) const WORKER_TIMEOUT_MS: i64 = 20_000;

/// Time without an update after which a worker's row is deleted, in milliseconds. The row of a
/// stopped worker is kept so that messages about lost tasks can name the worker.
const MAX_WORKER_ROW_AGE_MS: i64 = 24 * 3_600_000;

row! {
/// A process that judges submissions.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) Worker {
    /// A random id, new for each process.
    id: String,
    /// The name of the worker, by default the host name.
    name: String,
    /// The SHA-256 digest of the worker's executable.
    build: String,
    /// How submissions are isolated.
    isolation: String,
    /// The clock that measures CPU times; empty before the first task.
    clock: String,
    /// Maximum number of tasks that the worker runs concurrently.
    jobs: i64,
    /// The number of tasks that the worker is running.
    busy: i64,
    /// The moving average of the time that a task takes, in milliseconds; 0 before the first task.
    task_ms: i64,
    /// The installed toolchains, keyed by language id; empty until the worker has found them.
    languages: Json<Toolchains>,
    /// Time since the last update, in seconds.
    seen_seconds: i64,
    /// Remaining time of a pause, in milliseconds. A worker whose last tasks failed claims no tasks
    /// during the pause.
    pause_ms: i64,
}
}

/// A toolchain that is installed on a worker's machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Toolchain {
    /// The version of the toolchain.
    pub version: String,
    /// The run time of a program on this worker divided by its run time on the reference machine;
    /// `None` until measured.
    pub speed: Option<f64>,
}

/// Toolchains, keyed by language id.
type Toolchains = BTreeMap<String, Toolchain>;

/// Returns the first characters of a build's digest: enough characters for people to recognise the
/// build.
pub(crate) fn build_prefix(build: &str) -> &str {
    build.get(..12).unwrap_or(build)
}

impl Database {
    /// Adds or updates the row of a worker.
    pub(crate) async fn register_worker(&self, worker: &Worker) -> Result<()> {
        let insert = "INSERT INTO workers (id, name, build, isolation, clock, jobs, busy, \
                      languages, started, seen, paused_until, task_ms) \
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NOW_MS, NOW_MS, \
                      CASE WHEN $9 > 0 THEN NOW_MS + $9 ELSE 0 END, $10) \
                      ON CONFLICT (id) DO UPDATE SET busy = excluded.busy, \
                      task_ms = excluded.task_ms, \
                      languages = excluded.languages, clock = excluded.clock, \
                      seen = excluded.seen, paused_until = excluded.paused_until";
        let parameters = parameters![worker; id, name, build, isolation, clock, jobs, busy,
            languages, pause_ms, task_ms];
        self.execute(insert, parameters).await.map(drop)
    }

    /// Deletes the row of a worker that is stopping, and the rows of workers that stopped long ago.
    pub(crate) async fn unregister_worker(&self, id: &str) -> Result<()> {
        let delete = "DELETE FROM workers WHERE id = $1 OR seen < NOW_MS - $2";
        let parameters = parameters![id, MAX_WORKER_ROW_AGE_MS];
        self.execute(delete, parameters).await.map(drop)
    }

    /// Returns the workers that are alive, sorted by name.
    pub(crate) async fn workers(&self) -> Result<Vec<Worker>> {
        let query = "SELECT id, name, build, isolation, clock, jobs, busy, languages, task_ms, \
                     (NOW_MS - seen) / 1000 AS seen_seconds, CASE WHEN paused_until > NOW_MS \
                     THEN paused_until - NOW_MS ELSE 0 END AS pause_ms \
                     FROM workers WHERE seen > NOW_MS - $1 ORDER BY name, id";
        self.all_rows(query, parameters![WORKER_TIMEOUT_MS]).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::claimant;

    #[test]
    fn estimate_divides_the_queue_among_the_workers() {
        let busy = |jobs, task_ms| Worker {
            jobs,
            task_ms,
            ..claimant("busy")
        };
        let paused = Worker {
            pause_ms: 9,
            ..busy(9, 9)
        };
        for (ahead, workers, seconds) in [
            (5, vec![], None),
            // No task has ended.
            (5, vec![busy(4, 0)], None),
            (0, vec![busy(2, 3000)], Some(3)),
            (4, vec![busy(2, 3000)], Some(9)),
            (4, vec![busy(2, 3000), busy(2, 3000), busy(1, 0)], Some(6)),
            (4, vec![busy(2, 3000), paused], Some(9)),
        ] {
            let estimate = estimate_wait(ahead, &workers);
            assert_eq!(estimate.map(|it| it.as_secs()), seconds, "{workers:?}");
        }
    }

    #[test]
    fn wait_reason_names_what_workers_lack() {
        const OTHER_BUILDS: &str =
            "workers with a different build: 2 (0123456789ab); this task requires build build";
        let able = || claimant("able");
        let other = || Worker {
            build: "0123456789abcdef".to_owned(),
            ..able()
        };
        let open = Worker {
            isolation: "none".to_owned(),
            ..able()
        };
        let paused = Worker {
            pause_ms: 1,
            ..able()
        };
        for (language, avoid, workers, expected) in [
            ("python", "", vec![], "no worker is running"),
            ("kotlin", "", vec![able()], "no worker has Kotlin"),
            ("python", "", vec![other(), other()], OTHER_BUILDS),
            ("python", "", vec![open], "workers with a different iso"),
            ("python", "", vec![paused], "workers that are paused"),
            ("python", &able().id, vec![able()], "waiting a few seconds"),
            ("python", "", vec![able(), other()], "tasks ahead: 3"),
        ] {
            let task = QueuedTask {
                state: "waiting".to_owned(),
                language: language.to_owned(),
                build: "build".to_owned(),
                isolation: "full".to_owned(),
                avoid: avoid.to_owned(),
                ..QueuedTask::default()
            };
            let reason = task.wait_reason(3, &workers).unwrap().to_string();
            assert!(reason.starts_with(expected), "{reason}");
        }
    }
}
