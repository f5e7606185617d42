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
use super::kernel::syscall_result;
use super::wait::{reset_signals, wait_for_exit};
use crate::error::{FailedStep, in_step};
use crate::wire::socket::MAX_DESCRIPTORS;

/// The lowest number for temporary copies of a program's descriptors.
const FIRST_SPARE_DESCRIPTOR: RawFd = 16;

/// The name, for error messages, of the step that sets up the program's descriptors.
const DESCRIPTOR_SETUP_STEP: &str = "setting up descriptors 0 to 3 (dup2)";

/// A command with its working directory and limits, prepared for `execve`.
pub(crate) struct PreparedCommand {
    /// Candidate paths of the program, in the order in which they are tried.
    paths: Vec<CString>,
    argv: StringArray,
    envp: StringArray,
    directory: CString,
    limits: Vec<(Resource, u64)>,
}

/// A null-terminated array of C strings.
struct StringArray {
    /// The strings that the pointers point to.
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

impl PreparedCommand {
    /// Prepares a command. A name without a slash is searched for in the `PATH` of `env`.
    ///
    /// # Errors
    /// Returns an error if a string contains a NUL byte.
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
    pub(crate) fn apply_limits_and_chdir(&self) -> Result<(), FailedStep> {
        for &(limit, value) in &self.limits {
            set_rlimit(limit, value).map_err(in_step("setting resource limits (setrlimit)"))?;
        }
        rustix::process::chdir(&self.directory)
            .map_err(in_step("entering the working directory (chdir)"))
    }
}

/// Starts a program in a new session, with `descriptors` as its file descriptors 0, 1, …
pub(crate) fn spawn(command: &PreparedCommand, descriptors: &[OwnedFd]) -> Result<Pid, FailedStep> {
    let stack = Stack::new().map_err(in_step("forking (fork)"))?;
    // The child shares this process's memory until it has executed the program.
    let mut failed = None;
    let pid = run_until_exec(&stack, || {
        let Err(failure) = exec_program(command, descriptors);
        failed = Some(failure);
        libc::EXIT_FAILURE
    });
    let pid = pid.map_err(in_step("forking (fork)"))?;
    match failed {
        None => Ok(pid),
        Some(failure) => {
            let _ = wait_for_exit(pid);
            Err(failure)
        }
    }
}

/// Executes the program in this child process. Returns only if a step fails.
fn exec_program(
    command: &PreparedCommand,
    descriptors: &[OwnedFd],
) -> Result<Infallible, FailedStep> {
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(in_step(
        "requesting to be killed when the judge ends (PR_SET_PDEATHSIG)",
    ))?;
    setsid().map_err(in_step("starting a session (setsid)"))?;
    reset_signals();
    renumber_descriptors(descriptors).map_err(in_step(DESCRIPTOR_SETUP_STEP))?;
    command.apply_limits_and_chdir()?;
    Err(exec_first_available_path(command))
}

/// Tries to execute the program at each candidate path. Returns only if all attempts fail.
fn exec_first_available_path(command: &PreparedCommand) -> FailedStep {
    let (argv, envp) = (&command.argv.pointers, &command.envp.pointers);
    let mut worst = io::Error::from_raw_os_error(libc::ENOENT);
    for path in &command.paths {
        // SAFETY: `argv` and `envp` are null-terminated arrays of strings that outlive the call.
        unsafe { libc::execve(path.as_ptr(), argv.as_ptr(), envp.as_ptr()) };
        let error = io::Error::last_os_error();
        // If the file does not exist, the next directory of PATH is tried. The error of a file
        // that exists but cannot be executed is remembered.
        if !matches!(error.raw_os_error(), Some(libc::ENOENT | libc::ENOTDIR)) {
            worst = error;
        }
    }
    in_step("executing the program (execve)")(worst)
}

/// Executes the program under a system call filter, with `descriptors` as its file descriptors 0,
/// 1, …. Returns only if a step fails. This process must be single-threaded. This function
/// allocates no memory, because this process may share its parent's memory.
pub(crate) fn exec_with_filter(
    command: &PreparedCommand,
    descriptors: &[OwnedFd],
    filter: &[sock_filter],
) -> Result<Infallible, FailedStep> {
    renumber_descriptors(descriptors).map_err(in_step(DESCRIPTOR_SETUP_STEP))?;
    install_filter(filter).map_err(in_step("filtering system calls (seccomp)"))?;
    Err(exec_first_available_path(command))
}

/// Applies a filter to the system calls of this thread and its future children. Requires
/// `no_new_privs`.
fn install_filter(filter: &[sock_filter]) -> io::Result<()> {
    let program = libc::sock_fprog {
        len: u16::try_from(filter.len()).map_err(io::Error::other)?,
        filter: filter.as_ptr().cast_mut(),
    };
    // SAFETY: the kernel copies the program.
    syscall_result(unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            0,
            &raw const program,
        )
    })
}

/// Copies `descriptors` to the numbers 0, 1, … and marks all other descriptors close-on-exec.
fn renumber_descriptors(descriptors: &[OwnedFd]) -> io::Result<()> {
    // The descriptors are first copied to higher numbers, so that `dup2` cannot close a descriptor
    // that is still to be copied.
    let mut copies = [0; MAX_DESCRIPTORS];
    let copies = &mut copies[..descriptors.len()];
    for (copy, descriptor) in copies.iter_mut().zip(descriptors) {
        *copy = fcntl_dupfd_cloexec(descriptor, FIRST_SPARE_DESCRIPTOR)?.into_raw_fd();
    }
    for (target, &copy) in (0..).zip(&*copies) {
        // SAFETY: the program's descriptors replace descriptors that this process no longer uses.
        syscall_result(unsafe { libc::dup2(copy, target) }.into())?;
    }
    // On success, `execve` closes all other descriptors, including inherited ones.
    let first = descriptors.len();
    let close = libc::CLOSE_RANGE_CLOEXEC;
    // SAFETY: the flag only affects `execve`. Nothing is closed in this process.
    syscall_result(unsafe { libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, close) })
}

/// Sets both the soft and the hard limit to `value`. If the current hard limit is lower than
/// `value` and cannot be raised, the soft limit is set to the current hard limit.
fn set_rlimit(limit: Resource, value: u64) -> rustix::io::Result<()> {
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
