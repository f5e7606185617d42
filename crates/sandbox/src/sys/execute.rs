//! Prepares commands and executes them.

use std::ffi::{CString, NulError, c_char};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::ptr;

use libc::sock_filter;
use rustix::io::Errno;
use rustix::pipe::PipeFlags;
use rustix::process::{Pid, Resource, Rlimit, getrlimit, setrlimit};

use super::errno::{check, errno};
use super::wait::{reset_signals, wait};
use crate::error::Step;
use crate::wire::socket::MAX_DESCRIPTORS;

/// First descriptor that is never one of the program's.
const FIRST_SPARE: RawFd = 16;

/// A command prepared for `execve`, with its working directory and limits.
pub(crate) struct Image {
    /// Possible paths of the program, in the order in which they are tried.
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

    /// Sets the limits on this process.
    pub(crate) fn set_limits(&self) -> io::Result<()> {
        let mut limits = self.limits.iter();
        Ok(limits.try_for_each(|&(limit, value)| set_limit(limit, value))?)
    }

    /// Enters the working directory.
    pub(crate) fn enter_directory(&self) -> io::Result<()> {
        Ok(rustix::process::chdir(&self.directory)?)
    }
}

/// Starts a program in a new session, with `descriptors` as its descriptors 0, 1, …
///
/// # Errors
/// Returns the step that failed, and the system's reason.
pub(crate) fn spawn(image: &Image, descriptors: &[OwnedFd]) -> Result<Pid, (Step, io::Error)> {
    let pipe = || -> io::Result<_> {
        let (reader, writer) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
        // The child replaces the lowest descriptors.
        let writer = rustix::io::fcntl_dupfd_cloexec(writer, FIRST_SPARE)?;
        Ok((File::from(reader), writer))
    };
    let (mut outcome, status) = pipe().map_err(|error| (Step::Descriptors, error))?;
    let mut raw: Vec<RawFd> = descriptors.iter().map(AsRawFd::as_raw_fd).collect();
    // SAFETY: the child calls async-signal-safe functions only and ends in
    // `execve` or `_exit`; everything it reads was allocated before.
    let pid = match unsafe { libc::fork() } {
        -1 => return Err((Step::Fork, io::Error::last_os_error())),
        0 => {
            let failure = become_program(image, &mut raw);
            report(status.as_raw_fd(), failure);
            // SAFETY: ends the child without running the parent's exit code.
            unsafe { libc::_exit(127) }
        }
        pid => Pid::from_raw(pid).expect("fork gives the parent a positive id"),
    };
    drop(status);
    let mut failure = [0; 8];
    // The pipe closes without a message when the program has started.
    if outcome.read_exact(&mut failure).is_err() {
        return Ok(pid);
    }
    let _ = wait(pid);
    Err(parse_failure(failure))
}

/// Runs the child up to the program. Returns only if a step fails.
fn become_program(image: &Image, descriptors: &mut [RawFd]) -> (Step, i32) {
    // SAFETY: plain system calls.
    unsafe {
        if libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) != 0 {
            return (Step::Parent, errno());
        }
        if libc::setsid() < 0 {
            return (Step::Session, errno());
        }
    }
    reset_signals();
    if let Err(errno) = place(descriptors) {
        return (Step::Descriptors, errno);
    }
    for &(limit, value) in &image.limits {
        if let Err(error) = set_limit(limit, value) {
            return (Step::Limits, error.raw_os_error());
        }
    }
    // SAFETY: the directory is a live C string.
    if unsafe { libc::chdir(image.directory.as_ptr()) } != 0 {
        return (Step::Directory, errno());
    }
    (Step::Execute, execute(image))
}

/// Tries the image's paths in order. Returns only if none can be executed.
fn execute(image: &Image) -> i32 {
    let (argv, envp) = (&image.argv.pointers, &image.envp.pointers);
    let mut worst = libc::ENOENT;
    for path in &image.paths {
        // SAFETY: `argv` and `envp` are null-terminated arrays of strings that
        // outlive the call.
        unsafe { libc::execve(path.as_ptr(), argv.as_ptr(), envp.as_ptr()) };
        // If the file does not exist, try the next directory of PATH. Remember the error of
        // a file that exists but cannot be executed.
        if !matches!(errno(), libc::ENOENT | libc::ENOTDIR) {
            worst = errno();
        }
    }
    worst
}

/// Executes the program with `descriptors` as its descriptors 0, 1, … under a filter on
/// system calls. Returns only if a step fails. Allocates nothing, because the process may
/// share the memory of another one. It must have one thread.
pub(crate) fn execute_filtered(
    image: &Image,
    descriptors: &[OwnedFd],
    filter: &[sock_filter],
) -> (Step, io::Error) {
    let mut raw = [0; MAX_DESCRIPTORS];
    let raw = &mut raw[..descriptors.len()];
    for (raw, descriptor) in raw.iter_mut().zip(descriptors) {
        *raw = descriptor.as_raw_fd();
    }
    if let Err(errno) = place(raw) {
        return (Step::Descriptors, io::Error::from_raw_os_error(errno));
    }
    if let Err(error) = install(filter) {
        return (Step::Filter, error);
    }
    let errno = execute(image);
    (Step::Execute, io::Error::from_raw_os_error(errno))
}

/// Applies a filter to the system calls of this thread, its children, and the programs that
/// they execute. It needs `no_new_privs`.
fn install(filter: &[sock_filter]) -> io::Result<()> {
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

/// Moves descriptors to 0, 1, … and marks all others close-on-exec.
fn place(descriptors: &mut [RawFd]) -> Result<(), i32> {
    let count = descriptors.len() as RawFd;
    // First everything goes above the targets, so that no `dup2` closes what
    // is still needed. SAFETY: descriptor arithmetic only.
    unsafe {
        for descriptor in descriptors.iter_mut() {
            *descriptor = libc::fcntl(*descriptor, libc::F_DUPFD_CLOEXEC, FIRST_SPARE);
            if *descriptor < 0 {
                return Err(errno());
            }
        }
        for (target, &descriptor) in descriptors.iter().enumerate() {
            if libc::dup2(descriptor, target as RawFd) < 0 {
                return Err(errno());
            }
        }
        // All other descriptors close on success, including inherited ones.
        if libc::syscall(
            libc::SYS_close_range,
            count,
            libc::c_uint::MAX,
            libc::CLOSE_RANGE_CLOEXEC,
        ) != 0
        {
            return Err(errno());
        }
    }
    Ok(())
}

/// Sets a soft and hard limit. Uses the current hard limit instead if that is lower and
/// cannot be raised.
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

fn report(status: RawFd, (step, errno): (Step, i32)) {
    let mut message = [0; 8];
    message[..4].copy_from_slice(&(step as u32).to_ne_bytes());
    message[4..].copy_from_slice(&errno.to_ne_bytes());
    // SAFETY: writes eight bytes of a live array; nothing can be done about
    // a failure.
    unsafe {
        libc::write(status, message.as_ptr().cast(), message.len());
    }
}

fn parse_failure([a, b, c, d, errno @ ..]: [u8; 8]) -> (Step, io::Error) {
    let step = Step::from_number(u32::from_ne_bytes([a, b, c, d])).unwrap_or(Step::Fork);
    let reason = io::Error::from_raw_os_error(i32::from_ne_bytes(errno));
    (step, reason)
}
