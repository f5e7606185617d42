//! `mousetrap doctor --database-file`: lists the workers and the waiting tasks of a service.

use std::path::Path;

use mousetrap_languages::Languages;
use mousetrap_model::Message;
use mousetrap_service::{QueueStatus, TaskStatus};
use mousetrap_util::printable::one_line;

use crate::cli::failure::{Failure, Status};
use crate::cli::out;
use crate::teach::service::database_url;

/// Shows the workers that share a database, and why tasks are waiting.
pub(crate) fn run(file: &Path) -> Result<Status, Failure> {
    let url = database_url(Some(file))?.unwrap_or_default();
    let status = QueueStatus::read(&url).map_err(Failure::usage)?;
    let languages = Languages::embedded();
    outln!("Workers: {}", status.workers.len());
    let mut workers = out::table(["worker", "build", "isolation", "clock", "busy", "seen"]);
    for worker in &status.workers {
        let busy = format!("{} of {}", worker.busy, worker.jobs);
        let paused = if worker.pause_ms > 0 { "paused, " } else { "" };
        let seen = format!("{paused}{} s ago", worker.seen_seconds);
        let (name, isolation, clock) = (&*worker.name, &*worker.isolation, &*worker.clock);
        let row = [name, worker.short_build(), isolation, clock, &busy, &seen];
        workers.add_row(row.map(one_line));
    }
    if !status.workers.is_empty() {
        outln!("\n{}", workers.trim_fmt());
    }
    for worker in &status.workers {
        let name = one_line(&worker.name);
        outln!("\n{name}: toolchains and speed factors");
        for (id, toolchain) in worker.toolchains() {
            let speed = toolchain.speed.map(|speed| format!(" ×{speed:.2}"));
            let language = languages.by_id(id).map_or(id, |it| &it.name);
            let line = format!(
                "{language} {}{}",
                toolchain.version,
                speed.unwrap_or_default()
            );
            outln!("  {}", one_line(&line));
        }
    }
    let waiting = status.tasks.iter().filter(|it| it.reason.is_some());
    outln!("\nWaiting tasks: {}", waiting.clone().count());
    for TaskStatus { task, reason, .. } in waiting {
        let (room, problem, language) = (&task.room, &task.problem, &task.language);
        let reason = reason.as_ref().map_or_else(String::new, Message::to_string);
        let text = format!(
            "{} ({room}, {problem}, {language}): {reason}",
            task.submission
        );
        outln!("  {}", one_line(&text));
    }
    let is_blocked = status.tasks.iter().any(TaskStatus::is_blocked);
    Ok(Status::expected_if(
        !is_blocked && !status.workers.is_empty(),
    ))
}
