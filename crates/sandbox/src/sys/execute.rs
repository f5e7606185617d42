//! Preparing commands and executing them.

use std::convert::Infallible;
use std::ffi::{CString, NulError, c_char};
use std::io;
use std::os::fd::{IntoRawFd, OwnedFd, RawFd};
use std::ptr;

use libc::sock_filter;
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use rustix::process::{
    Pid, Resource, Rlimit, Signal, getrlimit, set_parent_process_death_signal, setrlimit, setsid,
};

use super::child_process::{Stack, run_until_exec};
use super::kernel::check;
use super::wait::{reset_signals, wait};
use crate::error::{FailedStep, at};
use crate::wire::socket::MAX_DESCRIPTORS;

/// The lowest descriptor that no program receives.
const FIRST_SPARE_DESCRIPTOR: RawFd = 16;

/// The name of the step in which the program gets its descriptors.
const PLACING_STEP: &str = "placing descriptors 0 to 3 (dup2)";

/// A command with its working directory and limits, prepared for `execve`.
pub(crate) struct Image {
    /// Candidate paths of the program, in the order in which they are tried.
    paths: Vec<CString>,
    argv: StringArray,
    envp: StringArray,
    directory: CString,
    limits: Vec<(Resource, u64)>,
}

/// A null-terminated array of C strings.
struct StringArray {
    /// The strings to which the pointers refer.
    _strings: Vec<CString>,
    pointers: Vec<*const c_char>,
}

impl StringArray {
    fn new(strings: impl IntoIterator<Item = String>) -> Result<Self, NulError> {
        let strings: Vec<_> = strings
            .into_iter()
            .map(CString::new)
            .collect::<Result<_, _>>()?;
        let pointers = strings.iter().map(|string| string.as_ptr());
        Ok(Self {
            pointers: pointers.chain([ptr::null()]).collect(),
            _strings: strings,
        })
    }
}

impl Image {
    /// Prepares a command. A name without a slash is searched for in the `PATH` of `env`.
    ///
    /// # Errors
    /// If a string contains a NUL.
    pub(crate) fn new(
        argv: Vec<String>,
        env: &[(String, String)],
        directory: String,
        limits: Vec<(Resource, u64)>,
    ) -> Result<Self, NulError> {
        let program = argv.first().cloned().unwrap_or_default();
        let paths = if program.contains('/') {
            vec![CString::new(program)?]
        } else {
            let path = env.iter().find(|(name, _)| name == "PATH");
            path.map_or("/usr/local/bin:/usr/bin:/bin", |(_, value)| value)
                .split(':')
                .filter(|directory| directory.starts_with('/'))
                .map(|directory| CString::new(format!("{directory}/{program}")))
                .collect::<Result<_, _>>()?
        };
        Ok(Self {
            paths,
            argv: StringArray::new(argv)?,
            envp: StringArray::new(env.iter().map(|(name, value)| format!("{name}={value}")))?,
            directory: CString::new(directory)?,
            limits,
        })
    }

    /// Applies the limits to this process and enters the working directory.
    pub(crate) fn limit_and_enter(&self) -> Result<(), FailedStep> {
        for &(limit, value) in &self.limits {
            set_limit(limit, value).map_err(at("setting resource limits (setrlimit)"))?;
        }
        rustix::process::chdir(&self.directory)
            .map_err(at("entering the working directory (chdir)"))
    }
}

/// Starts a program in a new session, with `descriptors` as its descriptors 0, 1, …
pub(crate) fn spawn(image: &Image, descriptors: &[OwnedFd]) -> Result<Pid, FailedStep> {
    let stack = Stack::new().map_err(at("forking (fork)"))?;
    // The child shares this process's memory until it has executed the program.
    let mut failed = None;
    let pid = run_until_exec(&stack, || {
        let Err(failure) = become_program(image, descriptors);
        failed = Some(failure);
        libc::EXIT_FAILURE
    });
    let pid = pid.map_err(at("forking (fork)"))?;
    match failed {
        None => Ok(pid),
        Some(failure) => {
            let _ = wait(pid);
            Err(failure)
        }
    }
}

/// Executes the program in the child. Returns only if a step fails.
fn become_program(image: &Image, descriptors: &[OwnedFd]) -> Result<Infallible, FailedStep> {
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(at(
        "requesting to be killed with the judge (PR_SET_PDEATHSIG)",
    ))?;
    setsid().map_err(at("starting a session (setsid)"))?;
    reset_signals();
    place_descriptors(descriptors).map_err(at(PLACING_STEP))?;
    image.limit_and_enter()?;
    Err(execute(image))
}

/// Tries the image's paths in order. Returns only if none can be executed.
fn execute(image: &Image) -> FailedStep {
    let (argv, envp) = (&image.argv.pointers, &image.envp.pointers);
    let mut worst = io::Error::from_raw_os_error(libc::ENOENT);
    for path in &image.paths {
        // SAFETY: `argv` and `envp` are null-terminated arrays of strings that outlive the call.
        unsafe { libc::execve(path.as_ptr(), argv.as_ptr(), envp.as_ptr()) };
        let error = io::Error::last_os_error();
        // If the file does not exist, the next directory of PATH is tried. The error of a file
        // that exists but cannot be executed is remembered.
        if !matches!(error.raw_os_error(), Some(libc::ENOENT | libc::ENOTDIR)) {
            worst = error;
        }
    }
    at("executing the program (execve)")(worst)
}

/// Executes the program under a system call filter, with `descriptors` as its descriptors 0, 1, ….
/// Returns only if a step fails. This process must have a single thread. The function allocates no
/// memory, because this process may share the memory of its parent.
pub(crate) fn execute_filtered(
    image: &Image,
    descriptors: &[OwnedFd],
    filter: &[sock_filter],
) -> Result<Infallible, FailedStep> {
    place_descriptors(descriptors).map_err(at(PLACING_STEP))?;
    install_filter(filter).map_err(at("filtering system calls (seccomp)"))?;
    Err(execute(image))
}

/// Applies a filter to the system calls of this thread and its future children. Requires
/// `no_new_privs`.
fn install_filter(filter: &[sock_filter]) -> io::Result<()> {
    let program = libc::sock_fprog {
        len: u16::try_from(filter.len()).map_err(io::Error::other)?,
        filter: filter.as_ptr().cast_mut(),
    };
    // SAFETY: the kernel copies the program.
    check(unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            0,
            &raw const program,
        )
    })
}

/// Copies the given descriptors to 0, 1, … and marks all others close-on-exec.
fn place_descriptors(descriptors: &[OwnedFd]) -> io::Result<()> {
    // The descriptors are first copied to higher numbers, so that no `dup2` closes one of them.
    let mut copies = [0; MAX_DESCRIPTORS];
    let copies = &mut copies[..descriptors.len()];
    for (copy, descriptor) in copies.iter_mut().zip(descriptors) {
        *copy = fcntl_dupfd_cloexec(descriptor, FIRST_SPARE_DESCRIPTOR)?.into_raw_fd();
    }
    for (target, &copy) in (0..).zip(&*copies) {
        // SAFETY: the program's descriptors replace descriptors that this process no longer uses.
        check(unsafe { libc::dup2(copy, target) }.into())?;
    }
    // On success, `execve` closes all other descriptors, including inherited ones.
    let first = descriptors.len();
    let close = libc::CLOSE_RANGE_CLOEXEC;
    // SAFETY: the flag only affects `execve`. Nothing is closed in this process.
    check(unsafe { libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, close) })
}

/// Sets a soft and hard limit. If the current hard limit is lower and cannot be raised, uses the
/// current hard limit instead.
fn set_limit(limit: Resource, value: u64) -> rustix::io::Result<()> {
    let set = |value| {
        let new = Rlimit {
            current: value,
            maximum: value,
        };
        setrlimit(limit, new)
    };
    match set(Some(value)) {
        Err(Errno::PERM) => set(getrlimit(limit).maximum),
        result => result,
    }
}
