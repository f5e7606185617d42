//! The entry point of the worker process. A worker is the judge's executable, started with a hidden
//! subcommand. It is single-threaded. The worker creates the namespaces and the root once, and then
//! starts, measures and kills one run after another.
//!
//! The socket closes whenever the judge ends, for whatever reason. The worker then finishes any
//! setup in progress, kills the run, removes its own control groups and exits. When the worker
//! ends, the kernel kills the run's init, and with it the run.

use std::ffi::OsStr;
use std::os::fd::OwnedFd;
use std::process::exit;

use rustix::fs::Mode;

use super::runs::Worker;
use crate::error::FailedStep;
use crate::wire::messages::{Reply, Request, WORKER_ARGUMENT};
use crate::wire::socket::{receive, send};

/// If this process was started as a sandbox worker, runs the worker and exits. Every program that
/// uses [`Sandbox`](crate::Sandbox) with full isolation must call this function at the beginning
/// of `main`, before it starts threads.
pub fn run_worker_if_requested() {
    if std::env::args_os().nth(1).as_deref() == Some(OsStr::new(WORKER_ARGUMENT)) {
        exit(run_worker());
    }
}

/// Runs the worker and returns its exit code.
fn run_worker() -> i32 {
    // Jobs run as a different user, who must be able to read the root file system.
    rustix::process::umask(Mode::from_raw_mode(0o022));
    let Ok(socket) = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 16) else {
        return 1;
    };
    let mut worker = match Worker::set_up_on_request(&socket) {
        Ok(worker) => worker,
        Err(failure) => {
            report_failure(&socket, failure);
            return 1;
        }
    };
    let clock = worker.clock;
    if send(&socket, &Reply::Ready { clock }, &[]).is_ok() {
        answer_requests(&mut worker, &socket);
    }
    0
}

/// Answers requests until the judge closes the socket.
fn answer_requests(worker: &mut Worker, socket: &OwnedFd) {
    while let Ok(Some((request, descriptors))) = receive(socket) {
        let result = match request {
            Request::Run { job, core } => worker.start(&job, core, descriptors, socket),
            Request::Finish => worker.kill_run_and_report_usage(socket),
            Request::Hello { .. } | Request::Mapped => Ok(()),
        };
        if let Err(failure) = result {
            worker.kill_current_run();
            report_failure(socket, failure);
        }
    }
}

/// Reports a failed step to the judge.
fn report_failure(socket: &OwnedFd, (step, error): FailedStep) {
    let errno = error.raw_os_error();
    // Only an error number can be sent. The text of an error without a number becomes part of the
    // step.
    let step = match errno {
        None if !step.is_empty() => format!("{step}: {error}"),
        None => error.to_string(),
        Some(_) => step.into_owned(),
    };
    let _ = send(socket, &Reply::Failed { step, errno }, &[]);
}
