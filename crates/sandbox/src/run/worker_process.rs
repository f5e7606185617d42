//! Starting worker processes and exchanging messages with them, in the judge process.

use std::fs;
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use super::leftovers::WORKER_PIDS;
use crate::cgroup::usage::CgroupUsage;
use crate::error::{FailedStep, SandboxError, in_step};
use crate::job::JobUsage;
use crate::mounts::hidden_path_registry::HiddenFilesSnapshot;
use crate::mounts::root::SANDBOX_UID;
use crate::wire::messages::{Reply, Request, WORKER_ARGUMENT};
use crate::wire::socket::{self, raise_descriptor_limit, socket_pair};
use mousetrap_model::Clock;

/// Environment variable that marks worker processes. Without this variable, a program that does not
/// call [`run_worker_if_requested`](crate::run_worker_if_requested) would start copies of itself
/// forever.
const WORKER_ENV_VAR: &str = "MOUSETRAP_SANDBOX_WORKER";

static WORKER_BINARY: OnceLock<PathBuf> = OnceLock::new();

/// Sets the executable that is started as the sandbox worker, for programs other than `mousetrap`
/// itself. The executable's `main` must call
/// [`run_worker_if_requested`](crate::run_worker_if_requested). Only the first call has an effect.
pub fn use_worker_binary(path: impl Into<PathBuf>) {
    let _ = WORKER_BINARY.set(path.into());
}

/// A worker process and the judge's end of its socket.
#[derive(Debug)]
pub(crate) struct WorkerProcess {
    child: Child,
    /// The socket to the worker; `None` after the judge has closed it to end the worker.
    socket: Option<OwnedFd>,
    /// The clock that measures the CPU time of runs.
    pub(super) clock: Clock,
    /// A snapshot of the hidden files, taken when the worker was started.
    hidden: HiddenFilesSnapshot,
    /// The number of the control group of the last run, and the open usage files of the group;
    /// `None` if the worker has no control groups.
    pub(super) cgroup_usage: Option<(u32, CgroupUsage)>,
}

impl WorkerProcess {
    /// Starts a worker, which then creates its namespaces and builds its root.
    pub(crate) fn start() -> Result<Self, SandboxError> {
        raise_descriptor_limit();
        // The snapshot is taken before the worker looks for hidden files, so that a change in the
        // meantime makes the worker outdated.
        let hidden = HiddenFilesSnapshot::take()
            .map_err(SandboxError::in_step("examining the hidden files"))?;
        let (ours, theirs) =
            socket_pair().map_err(SandboxError::in_step("creating a socket pair"))?;
        let binary = WORKER_BINARY
            .get()
            .map_or(Path::new("/proc/self/exe"), PathBuf::as_path);
        if std::env::var_os(WORKER_ENV_VAR).is_some() {
            return Err(SandboxError::Worker(
                "must call run_worker_if_requested at the start of main".to_owned(),
            ));
        }
        #[expect(
            clippy::disallowed_methods,
            reason = "the child is this program itself, started as a worker"
        )]
        let child = Command::new(binary)
            .arg(WORKER_ARGUMENT)
            .env_clear()
            .env(WORKER_ENV_VAR, "1")
            .current_dir("/")
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            // Signals from the terminal must not end the worker, because the judge handles them.
            .process_group(0)
            .spawn()
            .map_err(SandboxError::in_step(format!(
                "starting the worker {}",
                binary.display()
            )))?;
        WORKER_PIDS.lock().push(child.id());
        let mut worker = Self {
            child,
            socket: Some(ours),
            clock: Clock::default(),
            hidden,
            cgroup_usage: None,
        };
        let hidden = worker.hidden.hidden_paths();
        worker.send(&Request::Hello { hidden }, &[])?;
        match worker.receive()?.0 {
            Reply::Unshared => {}
            other => return Err(setup_error(other)),
        }
        write_user_map(worker.child.id())
            .map_err(|(step, error)| SandboxError::Unavailable(format!("{step}: {error}")))?;
        worker.send(&Request::Mapped, &[])?;
        match worker.receive()?.0 {
            Reply::Ready { clock } => {
                worker.clock = clock;
                Ok(worker)
            }
            other => Err(setup_error(other)),
        }
    }

    /// Returns whether this worker is still running and hides the same files as a new worker
    /// would.
    pub(crate) fn is_up_to_date(&mut self) -> bool {
        let lives = matches!(self.child.try_wait(), Ok(None));
        lives
            && self.socket.is_some()
            && HiddenFilesSnapshot::take().is_ok_and(|now| now == self.hidden)
    }

    pub(super) fn send(
        &mut self,
        request: &Request,
        descriptors: &[BorrowedFd],
    ) -> Result<(), SandboxError> {
        match socket::send(self.socket()?, request, descriptors) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(self.unexpected_exit()),
            result => result.map_err(SandboxError::in_step(
                "sending a request to the worker process",
            )),
        }
    }

    pub(super) fn receive(&mut self) -> Result<(Reply, Vec<OwnedFd>), SandboxError> {
        match socket::receive(self.socket()?) {
            Ok(Some(reply)) => Ok(reply),
            Ok(None) => Err(self.unexpected_exit()),
            Err(error) => Err(SandboxError::in_step(
                "receiving a reply from the worker process",
            )(error)),
        }
    }

    fn socket(&self) -> Result<&OwnedFd, SandboxError> {
        let socket = self.socket.as_ref();
        socket.ok_or_else(|| SandboxError::Worker("has ended".to_owned()))
    }

    fn unexpected_exit(&mut self) -> SandboxError {
        self.socket = None;
        SandboxError::Worker(match self.child.wait() {
            Ok(status) => format!("ended unexpectedly ({status})"),
            Err(error) => format!("cannot be waited for: {error}"),
        })
    }

    /// Opens the usage files of a control group, unless the previous run used the same group.
    pub(super) fn open_cgroup_usage(
        &mut self,
        group: u32,
        directories: &[OwnedFd],
    ) -> Result<(), SandboxError> {
        if matches!(&self.cgroup_usage, Some((known, _)) if *known == group) {
            return Ok(());
        }
        let [cpu, memory] = directories else {
            let reason = "sent no control groups".to_owned();
            return Err(SandboxError::Worker(reason));
        };
        let usage = CgroupUsage::open(cpu, memory)
            .map_err(SandboxError::in_step("reading the control group"))?;
        self.cgroup_usage = Some((group, usage));
        Ok(())
    }

    /// Kills and reaps the run. Returns the usage that the worker measured.
    pub(super) fn kill_run(&mut self) -> Result<JobUsage, SandboxError> {
        self.send(&Request::Finish, &[])?;
        match self.receive()?.0 {
            Reply::Finished(usage) => Ok(usage),
            other => Err(other.into()),
        }
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        // Closing the socket makes the worker clean up and exit.
        self.socket = None;
        let _ = self.child.wait();
    }
}

/// Returns the error for an unexpected reply during the setup of the worker.
fn setup_error(reply: Reply) -> SandboxError {
    match SandboxError::from(reply) {
        SandboxError::Step { step, source } => {
            SandboxError::Unavailable(format!("{step}: {source}"))
        }
        SandboxError::BadJob(reason) => SandboxError::Unavailable(reason),
        other => other,
    }
}

/// The error for an unexpected reply.
impl From<Reply> for SandboxError {
    fn from(reply: Reply) -> Self {
        match reply {
            Reply::Failed { step, errno: None } => Self::BadJob(step),
            Reply::Failed {
                step,
                errno: Some(errno),
            } => Self::in_step(step)(io::Error::from_raw_os_error(errno)),
            other => Self::Worker(format!("sent an unexpected reply: {other:?}")),
        }
    }
}

/// Writes the user id map (`uid_map`) of the worker's user namespace. If the judge is root, the map
/// contains the id of root and a user id that nothing else on the machine uses. An unprivileged
/// judge can map only its own user id.
fn write_user_map(worker: u32) -> Result<(), FailedStep> {
    const UNUSED_USER_ID: u32 = 0x6d74_0000;
    let write = |file: &str, text: String| {
        let path = format!("/proc/{worker}/{file}");
        fs::write(&path, text).map_err(in_step(format!("writing {path}")))
    };
    let user = rustix::process::geteuid();
    let group = rustix::process::getegid();
    if user.is_root() {
        let runner = UNUSED_USER_ID + (worker & 0x3f_ffff);
        let map = format!("0 0 1\n{SANDBOX_UID} {runner} 1\n");
        write("uid_map", map.clone())?;
        write("gid_map", map)
    } else {
        write("setgroups", "deny".to_owned())?;
        write("uid_map", format!("{SANDBOX_UID} {user} 1\n"))?;
        write("gid_map", format!("{SANDBOX_UID} {group} 1\n"))
    }
}
