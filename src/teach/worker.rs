//! `mousetrap worker`: judges the submissions of servers on other machines.

use std::path::PathBuf;

use crate::cli::common::Global;
use crate::cli::failure::{Failure, Status};
use crate::teach::serve::jobs;
use crate::teach::service::{database, worker_settings};
use mousetrap_languages::Languages;
use mousetrap_service::{start_log, work};

/// Judge submissions for servers that share a PostgreSQL database
///
/// Needs no project: servers publish suites, limits and languages in the database. Judges
/// only for servers of the same build and isolation, and only in languages whose toolchain
/// is installed. On Ctrl-C or SIGTERM, running tasks have 3 seconds to end; the rest return
/// to the queue. A second signal returns them at once.
#[derive(Debug, clap::Args)]
#[expect(clippy::doc_markdown, reason = "help is plain text")]
#[command(after_help = "Examples:
  mousetrap worker --database-file url
  mousetrap worker --database-file url --jobs 4 --name rack-2

Exit codes: 0 stopped, 2 bad usage or configuration, 3 internal error.")]
pub(crate) struct Arguments {
    /// The file with the URL of the database [default: the URL in MOUSETRAP_DATABASE]
    #[arg(long, value_name = "FILE")]
    database_file: Option<PathBuf>,
    /// Submissions judged at a time [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,
    /// The name of this worker on the owner's page Queue [default: the host name]
    #[arg(long)]
    name: Option<String>,
    /// Log to standard error, in lines of JSON
    #[arg(long)]
    log: bool,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let database = database(arguments.database_file.as_deref())?;
    let database = database.ok_or_else(|| {
        Failure::usage(
            "a worker shares a PostgreSQL database with a server, and no database is given; give \
             --database-file FILE or MOUSETRAP_DATABASE. With a file of data, `mousetrap serve` \
             judges alone",
        )
    })?;
    if arguments.jobs == Some(0) {
        return Err(Failure::usage("--jobs 0 judges nothing; give at least 1"));
    }
    start_log(arguments.log);
    let mut settings = worker_settings(global, &Languages::embedded(), arguments.log);
    settings.name = arguments.name.clone().unwrap_or(settings.name);
    settings.jobs = arguments.jobs.unwrap_or(settings.jobs);
    let (name, jobs) = (settings.name.clone(), settings.jobs);
    let ready = |build: &str| {
        let build = &build[..12];
        outln!("worker {name} judges for servers of build {build}, {jobs} at a time");
    };
    let returned = work(&database, settings, ready).map_err(Failure::usage)?;
    if returned > 0 {
        outln!("worker {name} returned unfinished tasks to the queue: {returned}");
    }
    Ok(Status::Expected)
}
