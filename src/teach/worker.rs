//! `mousetrap worker`: judges the submissions of servers on other machines.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use crate::cli::common::Global;
use crate::cli::failure::{Failure, Status};
use crate::teach::serve::{database, find_toolchains, host_name, jobs, reference_speeds, warn};
use mousetrap_judge::Threads;
use mousetrap_languages::Languages;
use mousetrap_service::{WorkerNotice, WorkerSettings, start_log, work};

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
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = arguments.jobs.unwrap_or(cores);
    if jobs == 0 {
        return Err(Failure::usage("--jobs 0 judges nothing; give at least 1"));
    }
    let name = arguments.name.clone().unwrap_or_else(host_name);
    start_log(arguments.log);
    let engine = Arc::new(Threads::default());
    let settings = WorkerSettings {
        reference_speeds: Some(reference_speeds(&engine)?),
        engine,
        installed: find_toolchains(&Languages::embedded(), global.isolation, arguments.log),
        isolation: global.isolation,
        name: name.clone(),
        jobs,
    };
    let ready = |build: &str| {
        let build = &build[..12];
        outln!("worker {name} judges for servers of build {build}, {jobs} at a time");
    };
    let (named, is_logged) = (name.clone(), arguments.log);
    let on_notice = move |notice: &WorkerNotice| {
        warn(is_logged, &format!("worker {named}: {notice}"));
    };
    let returned = work(&database, settings, ready, on_notice).map_err(Failure::usage)?;
    if returned > 0 {
        outln!("worker {name} returned unfinished tasks to the queue: {returned}");
    }
    Ok(Status::Expected)
}
