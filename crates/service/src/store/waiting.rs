//! Why tasks wait.

use mousetrap_languages::Languages;
use mousetrap_model::Message;

use super::database::{Database, StoreError};
use super::workers::Worker;

row! {
/// A waiting task, with what decides who can claim it.
#[derive(Clone, Debug)]
WaitingTask {
    id: String,
    submission: String,
    problem: String,
    /// The language, by id.
    language: String,
    /// The name of the room.
    room: String,
    /// What a worker must have.
    build: String,
    isolation: String,
    /// The worker that it avoids, by id; empty if none.
    avoid: String,
}
}

impl Database {
    /// The first waiting tasks, in the order of the queue.
    pub(crate) async fn waiting_tasks(&self, max: i64) -> Result<Vec<WaitingTask>, StoreError> {
        let query = format!(
            "SELECT t.id, t.submission, s.problem, t.language, r.name AS room, \
             COALESCE(q.build, '') AS build, COALESCE(q.isolation, '') AS isolation, \
             CASE WHEN t.avoid_until > {} THEN t.avoid ELSE '' END AS avoid FROM tasks t \
             JOIN submissions s ON s.id = t.submission JOIN rooms r ON r.id = t.room \
             LEFT JOIN requirements q ON q.digest = t.requires \
             WHERE t.state = 'waiting' ORDER BY t.turn, t.queued, t.id LIMIT $1",
            self.clock()
        );
        let query = sqlx::query_as(&query).bind(max);
        Ok(query.fetch_all(self.read()).await?)
    }
}

/// Returns why a task waits. `ahead` is the number of tasks before it, and `now` the time on
/// the database's clock.
pub(crate) fn wait_reason(
    task: &WaitingTask,
    ahead: usize,
    workers: &[Worker],
    now: i64,
) -> Result<Message, StoreError> {
    let mut able = Vec::new();
    for worker in workers {
        let toolchains = worker.toolchains()?;
        // A worker that has just started does not know its toolchains yet.
        if toolchains.is_empty() || toolchains.contains_key(&task.language) {
            able.push(worker);
        }
    }
    let count = able.len();
    if workers.is_empty() {
        return Ok(Message::NoWorker);
    }
    if able.is_empty() {
        let languages = Languages::embedded();
        let language = languages.by_id(&task.language);
        let language = language.map_or_else(|| task.language.clone(), |it| it.name.clone());
        return Ok(Message::NoWorkerHasLanguage { language });
    }
    let mut builds: Vec<_> = able
        .iter()
        .map(|worker| short_build(&worker.build))
        .collect();
    able.retain(|worker| worker.build == task.build);
    if able.is_empty() {
        builds.sort_unstable();
        builds.dedup();
        return Ok(Message::WorkersOfOtherBuilds {
            workers: count,
            builds: builds.join(", "),
            required: short_build(&task.build).to_owned(),
        });
    }
    let count = able.len();
    able.retain(|worker| worker.isolation == task.isolation);
    if able.is_empty() {
        return Ok(Message::WorkersOfOtherIsolation {
            workers: count,
            required: task.isolation.clone(),
        });
    }
    let count = able.len();
    able.retain(|worker| worker.paused_until <= now);
    if able.is_empty() {
        return Ok(Message::WorkersPaused { workers: count });
    }
    able.retain(|worker| worker.id != task.avoid);
    Ok(match ahead {
        _ if able.is_empty() => Message::WaitsForOtherWorker,
        0 => Message::NextInQueue,
        tasks => Message::TasksAhead { tasks },
    })
}

/// The first characters of the digest of a build, which identify it to people.
pub(crate) fn short_build(build: &str) -> &str {
    build.get(..12).unwrap_or(build)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worker(change: impl FnOnce(&mut Worker)) -> Worker {
        let mut worker = Worker {
            id: "w".to_owned(),
            name: "host".to_owned(),
            build: "build".to_owned(),
            isolation: "full".to_owned(),
            clock: "tree".to_owned(),
            jobs: 1,
            busy: 1,
            languages: r#"{"python":{"version":"3","speed":1.0}}"#.to_owned(),
            started: 0,
            seen: 0,
            paused_until: 0,
        };
        change(&mut worker);
        worker
    }

    fn task(change: impl FnOnce(&mut WaitingTask)) -> WaitingTask {
        let mut task = WaitingTask {
            id: String::new(),
            submission: String::new(),
            problem: "1728".to_owned(),
            language: "python".to_owned(),
            room: String::new(),
            build: "build".to_owned(),
            isolation: "full".to_owned(),
            avoid: String::new(),
        };
        change(&mut task);
        task
    }

    fn reason(task: &WaitingTask, ahead: usize, workers: &[Worker]) -> String {
        wait_reason(task, ahead, workers, 1000).unwrap().to_string()
    }

    #[test]
    fn wait_reason_names_what_workers_lack() {
        let plain = task(|_| ());
        let able = || worker(|_| ());
        let kotlin = task(|task| "kotlin".clone_into(&mut task.language));
        assert!(reason(&plain, 0, &[]).starts_with("no worker is running"));
        assert!(reason(&kotlin, 3, &[able()]).starts_with("no worker has Kotlin"));
        let other = || worker(|worker| "0123456789abcdef".clone_into(&mut worker.build));
        let text = reason(&plain, 3, &[other(), other()]);
        let expected =
            "workers with another build: 2 (0123456789ab); this task requires build build";
        assert!(text.starts_with(expected), "{text}");
        let open = worker(|worker| "none".clone_into(&mut worker.isolation));
        let text = reason(&plain, 3, &[open]);
        assert!(text.ends_with("requires isolation full"), "{text}");
        let paused = worker(|worker| worker.paused_until = 1001);
        assert!(reason(&plain, 3, &[paused]).starts_with("workers that pause"));
        let avoids = task(|task| "w".clone_into(&mut task.avoid));
        assert!(reason(&avoids, 3, &[able()]).contains("another worker"));
        assert_eq!(reason(&plain, 3, &[able(), other()]), "tasks ahead: 3");
        assert_eq!(reason(&plain, 0, &[able()]), "it is the next task");
    }
}
