//! `mousetrap worker`: judges the submissions of servers on other machines.

use std::path::PathBuf;

use clap::value_parser;

use crate::cli::context::GlobalOptions;
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::teach::serve::MAX_JOBS;
use crate::teach::service::{database_url, worker_settings};
use mousetrap_languages::Languages;
use mousetrap_service::{init_logging, run_worker};

/// Judge submissions for servers that share a PostgreSQL database
///
/// A worker needs no project, because servers publish suites, limits and languages in the database.
/// The worker judges only for servers with the same build and isolation, and only languages whose
/// toolchain is installed. After Ctrl-C or SIGTERM, running tasks have 3 seconds to finish; the
/// others return to the queue. After a second signal, all tasks return to the queue immediately.
#[derive(Debug, clap::Args)]
#[expect(clippy::doc_markdown, reason = "help is plain text")]
#[command(after_help = "Examples:
  mousetrap worker --database-file url
  mousetrap worker --database-file url --jobs 4 --name rack-2

Exit codes: 0 stopped, 2 bad usage or configuration, 3 internal error.")]
pub(crate) struct Arguments {
    /// A file with the database URL [default: the URL in MOUSETRAP_DATABASE]
    #[arg(long, value_name = "FILE")]
    database_file: Option<PathBuf>,
    /// Maximum number of submissions judged at the same time [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = value_parser!(u16).range(1..=MAX_JOBS))]
    jobs: Option<u16>,
    /// The name of this worker on the owner's Queue page [default: the host name]
    #[arg(long)]
    name: Option<String>,
    /// Log to standard error, as JSON lines
    #[arg(long)]
    log: bool,
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let database = database_url(arguments.database_file.as_deref())?;
    let database = database.ok_or_else(|| {
        Failure::usage_error(
            "a worker shares a PostgreSQL database with a server; give --database-file FILE or set \
             MOUSETRAP_DATABASE. If a server stores its data in a file, it can have no workers",
        )
    })?;
    init_logging(arguments.log);
    let mut settings = worker_settings(global, &Languages::embedded(), arguments.log);
    settings.name = arguments.name.clone().unwrap_or(settings.name);
    settings.jobs = arguments.jobs.map_or(settings.jobs, usize::from);
    let (name, jobs) = (settings.name.clone(), settings.jobs);
    let ready = |build: &str| {
        let build = &build[..12];
        outln!(
            "worker {name} judges for servers with build {build}, up to {jobs} submissions at a time"
        );
    };
    let returned = run_worker(&database, settings, ready).map_err(Failure::usage_error)?;
    if returned > 0 {
        outln!("worker {name} returned unfinished tasks to the queue: {returned}");
    }
    Ok(ExitStatus::Expected)
}
