//! The judge's side of full isolation: the worker process and the run in it.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use rustix::process::Pid;

use super::cgroup::CgroupUsage;
use super::clock::Clock;
use super::clocks::{self, Reading};
use super::error::{SandboxError, Step};
use super::root::RUNNER;
use super::wire::{self, Final, Reply, Request, Run, RunLimits, Status};
use super::{Access, Exit, Job, Usage, collect, hidden, worker};
use mousetrap_base::Bytes;

/// Marks a worker's environment, so that a program that forgets to become one
/// does not start another.
const MARK: &str = "MOUSETRAP_SANDBOX_WORKER";

/// Every worker that this process has started.
static WORKERS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

static BINARY: OnceLock<PathBuf> = OnceLock::new();

/// Names the binary that is run as the sandbox worker, for programs that are
/// not `mousetrap` itself: one whose `main` calls
/// [`super::run_worker_if_requested`]. Only the first call counts.
pub fn use_worker_binary(path: impl Into<PathBuf>) {
    let _ = BINARY.set(path.into());
}

/// The process ids of all workers that were started here.
pub(super) fn started() -> MutexGuard<'static, Vec<u32>> {
    WORKERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A worker process and the way to talk to it.
#[derive(Debug)]
pub(super) struct Full {
    child: Child,
    /// `None` once the worker has been told to end.
    socket: Option<OwnedFd>,
    clock: Clock,
}

impl Full {
    /// Starts a worker and has it build its namespaces and root.
    pub(super) fn start(core: Option<usize>) -> Result<Self, SandboxError> {
        wire::raise_descriptor_limit();
        let (ours, theirs) = wire::pair().map_err(SandboxError::step("making a socket pair"))?;
        let binary = BINARY
            .get()
            .map_or(Path::new("/proc/self/exe"), PathBuf::as_path);
        if std::env::var_os(MARK).is_some() {
            return Err(SandboxError::Worker(
                "has to call run_worker_if_requested first in main".to_owned(),
            ));
        }
        #[expect(
            clippy::disallowed_methods,
            reason = "this program itself, as a worker"
        )]
        let child = Command::new(binary)
            .arg(worker::ARGUMENT)
            .env_clear()
            .env(MARK, "1")
            .current_dir("/")
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .spawn()
            .map_err(SandboxError::step(format!(
                "starting the worker {}",
                binary.display()
            )))?;
        started().push(child.id());
        let mut full = Self {
            child,
            socket: Some(ours),
            clock: Clock::default(),
        };
        let hidden = hidden::hidden();
        full.send(&Request::Hello { core, hidden }, &[])?;
        match full.receive()?.0 {
            Reply::Unshared => {}
            other => return Err(unavailable(other)),
        }
        map_users(full.child.id())
            .map_err(|(step, error)| SandboxError::Unavailable(format!("{step}: {error}")))?;
        full.send(&Request::Mapped, &[])?;
        match full.receive()?.0 {
            Reply::Ready { clock } => {
                full.clock = clock;
                Ok(full)
            }
            other => Err(unavailable(other)),
        }
    }

    /// What reads the CPU time of its runs.
    pub(super) fn clock(&self) -> Clock {
        self.clock
    }

    fn send(&mut self, request: &Request, descriptors: &[BorrowedFd]) -> Result<(), SandboxError> {
        let Some(socket) = &self.socket else {
            return Err(SandboxError::Worker("has ended".to_owned()));
        };
        match wire::send(socket, request, descriptors) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(self.lost()),
            result => result.map_err(SandboxError::step("asking the worker process")),
        }
    }

    fn receive(&mut self) -> Result<(Reply, Vec<OwnedFd>), SandboxError> {
        let Some(socket) = &self.socket else {
            return Err(SandboxError::Worker("has ended".to_owned()));
        };
        match wire::receive(socket) {
            Ok(Some(reply)) => Ok(reply),
            Ok(None) => Err(self.lost()),
            Err(error) => Err(SandboxError::step("hearing the worker process")(error)),
        }
    }

    fn lost(&mut self) -> SandboxError {
        self.socket = None;
        SandboxError::Worker(match self.child.wait() {
            Ok(status) => format!("ended unexpectedly ({status})"),
            Err(error) => format!("is lost: {error}"),
        })
    }

    /// Starts a job with `descriptors` as 0, 1, ….
    pub(super) fn launch(
        &mut self,
        job: &Job,
        descriptors: &[OwnedFd],
    ) -> Result<Launched, SandboxError> {
        let (status, status_theirs) =
            wire::pair().map_err(SandboxError::step("making a socket pair"))?;
        let mut handed: Vec<_> = descriptors.iter().map(AsFd::as_fd).collect();
        handed.push(status_theirs.as_fd());
        let run = run(job)?;
        let name = run.argv.first().cloned().unwrap_or_default();
        self.send(&Request::Run(run), &handed)?;
        drop(status_theirs);
        let (reply, directories) = self.receive()?;
        let Reply::Launched { init, cpu_before } = reply else {
            return Err(refusal(reply));
        };
        let cgroup_usage = match directories.as_slice() {
            [cpu, memory] => Some(
                CgroupUsage::open(cpu, memory)
                    .map_err(SandboxError::step("reading the control group"))?,
            ),
            _ => None,
        };
        let mut launched = Launched {
            program: name,
            status,
            init: Pid::from_raw(init)
                .ok_or_else(|| SandboxError::Worker("sent an unexpected reply".to_owned()))?,
            cgroup_usage,
            cpu_before,
            cpu_of_start: 0,
            counter: None,
            build: None,
            memory_limit: job.limits.memory,
            most: Cell::default(),
        };
        if let Err(error) = launched.await_start(job) {
            // The run is set up and broken; leave nothing of it.
            let _ = self.finish();
            return Err(error);
        }
        Ok(launched)
    }

    /// Kills and reaps the run.
    fn finish(&mut self) -> Result<Final, SandboxError> {
        self.send(&Request::Finish, &[])?;
        match self.receive()?.0 {
            Reply::Finished(figures) => Ok(figures),
            other => Err(refusal(other)),
        }
    }
}

impl Drop for Full {
    fn drop(&mut self) {
        // The worker ends, and cleans up, when its socket does.
        self.socket = None;
        let _ = self.child.wait();
    }
}

/// What an unexpected reply means while the worker sets itself up.
fn unavailable(reply: Reply) -> SandboxError {
    match refusal(reply) {
        SandboxError::Step { step, source } => {
            SandboxError::Unavailable(format!("{step}: {source}"))
        }
        SandboxError::BadJob(reason) => SandboxError::Unavailable(reason),
        other => other,
    }
}

/// What an unexpected reply means.
fn refusal(reply: Reply) -> SandboxError {
    match reply {
        Reply::Failed { step, errno: None } => SandboxError::BadJob(step),
        Reply::Failed {
            step,
            errno: Some(errno),
        } => SandboxError::Step {
            step,
            source: io::Error::from_raw_os_error(errno),
        },
        other => SandboxError::Worker(format!("sent an unexpected reply: {other:?}")),
    }
}

/// Gives the worker's user namespace its users. Root maps itself and a user
/// that nothing else on the machine has; anybody else can only map themselves.
fn map_users(worker: u32) -> Result<(), (String, io::Error)> {
    const UNUSED: u32 = 0x6d74_0000;
    let write = |file: &str, text: String| {
        let path = format!("/proc/{worker}/{file}");
        fs::write(&path, text).map_err(|error| (format!("writing {path}"), error))
    };
    let user = rustix::process::geteuid();
    let group = rustix::process::getegid();
    if user.is_root() {
        let runner = UNUSED + (worker & 0x3f_ffff);
        let map = format!("0 0 1\n{RUNNER} {runner} 1\n");
        write("uid_map", map.clone())?;
        write("gid_map", map)
    } else {
        write("setgroups", "deny".to_owned())?;
        write("uid_map", format!("{RUNNER} {user} 1\n"))?;
        write("gid_map", format!("{RUNNER} {group} 1\n"))
    }
}

fn run(job: &Job) -> Result<Run, SandboxError> {
    let filled = job.with_program_at("/prog");
    let program = match &job.program {
        None => None,
        Some(program) => Some(absolute(&program.host)?),
    };
    let limits = &job.limits;
    Ok(Run {
        argv: filled.argv,
        env: filled.env,
        program,
        build: matches!(&job.program, Some(program) if program.access == Access::Build),
        toolchain: job.toolchain.clone(),
        needs: job.needs,
        limits: RunLimits {
            memory: limits.memory.0,
            stack: limits.stack.0,
            processes: limits.processes.into(),
            file_size: limits.file_size.0,
            disk: limits.disk.0,
            open_files: limits.open_files.into(),
        },
    })
}

fn absolute(path: &Path) -> Result<PathBuf, SandboxError> {
    fs::canonicalize(path).map_err(SandboxError::step(format!(
        "finding the program directory {}",
        path.display()
    )))
}

/// A run as the judge knows it.
#[derive(Debug)]
pub(super) struct Launched {
    program: String,
    status: OwnedFd,
    init: Pid,
    cgroup_usage: Option<CgroupUsage>,
    cpu_before: u64,
    /// CPU nanoseconds of the main process before it became the program.
    cpu_of_start: u64,
    /// Without control groups: counts the CPU nanoseconds of the whole tree.
    counter: Option<File>,
    /// Where a build is collected from, and to.
    build: Option<(OwnedFd, PathBuf)>,
    memory_limit: Bytes,
    /// Without control groups: readings of a tree may fall, usage may not.
    most: Cell<Reading>,
}

impl Launched {
    /// Waits until the program is about to be executed.
    fn await_start(&mut self, job: &Job) -> Result<(), SandboxError> {
        loop {
            match self.next_status()? {
                Some((Status::Started { cpu }, _)) => {
                    self.cpu_of_start = cpu;
                    return Ok(());
                }
                Some((Status::Counter, mut counter)) => {
                    self.counter = counter.pop().map(File::from);
                }
                Some((Status::Directory, mut directory)) => {
                    self.build = directory
                        .pop()
                        .zip(job.program.as_ref().map(|program| program.host.clone()));
                }
                Some((Status::Failed { step, errno }, _)) => {
                    return Err(self.failed(step, errno));
                }
                Some((Status::Ended { .. }, _)) | None => {
                    return Err(SandboxError::Worker(format!(
                        "lost {} while setting it up",
                        self.program
                    )));
                }
            }
        }
    }

    fn next_status(&self) -> Result<Option<(Status, Vec<OwnedFd>)>, SandboxError> {
        wire::receive_status(&self.status)
            .map_err(SandboxError::step("hearing from inside the sandbox"))
    }

    fn failed(&self, step: u32, errno: i32) -> SandboxError {
        SandboxError::Start {
            program: self.program.clone(),
            step: Step::from_number(step).unwrap_or(Step::Fork),
            source: io::Error::from_raw_os_error(errno),
        }
    }

    pub(super) fn ended(&self) -> BorrowedFd<'_> {
        self.status.as_fd()
    }

    pub(super) fn usage(&self) -> Result<Usage, SandboxError> {
        let Some(cgroup_usage) = &self.cgroup_usage else {
            return self.usage_without_groups();
        };
        let read = || -> io::Result<Usage> {
            let memory = cgroup_usage.peak()?;
            Ok(Usage {
                cpu: nanos(cgroup_usage.cpu()?.saturating_sub(self.cpu_before)),
                memory: Bytes(memory),
                // The file is only worth reading when it can have happened.
                out_of_memory: memory >= self.memory_limit.0 / 8 * 7 && cgroup_usage.killed()?,
            })
        };
        read().map_err(SandboxError::step("reading the control group"))
    }

    /// From the counter and the clocks of all processes, whichever has seen
    /// more: the kernel gives not everybody a counter, and takes it from a
    /// program that may not be read. Memory is what is resident now.
    fn usage_without_groups(&self) -> Result<Usage, SandboxError> {
        let mut now = clocks::read_descendants(self.init);
        now.cpu = self.counted(now.cpu)?;
        let most = self.most.get();
        let most = Reading {
            cpu: most.cpu.max(now.cpu),
            memory: most.memory.max(now.memory),
        };
        self.most.set(most);
        Ok(Usage {
            cpu: most.cpu,
            memory: Bytes(most.memory),
            out_of_memory: most.memory > self.memory_limit.0,
        })
    }

    /// What the counter says, if the clocks of processes do not say more.
    fn counted(&self, clocks: Duration) -> Result<Duration, SandboxError> {
        let clocks = clocks.saturating_sub(nanos(self.cpu_of_start));
        let counted = self.counter.as_ref().map(count).transpose()?;
        Ok(clocks.max(counted.unwrap_or_default()))
    }

    pub(super) fn reset_peak(&self) {
        if let Some(cgroup_usage) = &self.cgroup_usage {
            cgroup_usage.reset_peak();
        } else {
            let most = self.most.get();
            self.most.set(Reading { memory: 0, ..most });
        }
    }

    pub(super) fn finish(&self, full: &mut Full) -> Result<(Exit, Usage), SandboxError> {
        if self.cgroup_usage.is_none() {
            // What is killed with its namespace is not accounted to anybody.
            self.usage_without_groups()?;
        }
        let figures = full.finish()?;
        // Killed by us, unless it had ended before.
        let mut exit = Exit::Signal(libc::SIGKILL);
        let mut most = self.most.get();
        let mut out_of_memory = figures.out_of_memory;
        while let Some((status, _)) = self.next_status()? {
            match status {
                Status::Ended {
                    status,
                    peak,
                    out_of_memory: killed,
                } => {
                    exit = Exit::from_wait_status(status);
                    most.memory = most.memory.max(peak);
                    out_of_memory |= killed;
                }
                Status::Failed { step, errno } => return Err(self.failed(step, errno)),
                Status::Started { .. } | Status::Directory | Status::Counter => {}
            }
        }
        if let Some((from, to)) = &self.build {
            collect::copy_out(from, to).map_err(SandboxError::step(format!(
                "collecting the program directory into {}",
                to.display()
            )))?;
        }
        let mut usage = Usage {
            cpu: nanos(figures.cpu),
            memory: Bytes(figures.memory),
            out_of_memory,
        };
        if self.cgroup_usage.is_none() {
            usage.cpu = self.counted(usage.cpu)?.max(most.cpu);
            usage.memory = Bytes(figures.memory.max(most.memory));
            usage.out_of_memory |= most.memory > self.memory_limit.0;
        }
        Ok((exit, usage))
    }

    /// Kills the run without asking how it went.
    pub(super) fn abandon(full: &mut Full) {
        let _ = full.finish();
    }
}

fn count(mut counter: &File) -> Result<Duration, SandboxError> {
    let mut bytes = [0; 8];
    counter
        .read_exact(&mut bytes)
        .map_err(SandboxError::step("reading the task clock (perf)"))?;
    Ok(nanos(u64::from_ne_bytes(bytes)))
}

const fn nanos(count: u64) -> Duration {
    Duration::from_nanos(count)
}
