//! The system calls that Rust cannot vouch for: forking and what happens
//! between a fork and the start of a program. The only unsafe code there is.
//!
//! After a fork the child of a threaded process may only use
//! async-signal-safe functions, so everything it needs is laid out before, in
//! an [`Image`]; the child allocates nothing.
#![expect(
    unsafe_code,
    reason = "fork, execve and clocks of other processes have no safe form"
)]

use std::ffi::{CStr, CString, NulError, c_char};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::ptr;
use std::time::Duration;

use rustix::pipe::PipeFlags;
use rustix::process::Pid;
use rustix::thread::UnshareFlags;

use super::error::Step;
use super::filter::Instruction;

/// Bytes of stack for a child that borrows memory; it uses a few thousand.
const STACK_OF_A_CHILD: usize = 1 << 18;

/// Descriptors from here on are never the target of a placement.
const SPARE: RawFd = 16;

/// A command laid out for `execve`, with all that is set before it.
pub(super) struct Image {
    /// Where the program may be, in the order in which it is tried.
    paths: Vec<CString>,
    argv: StringArray,
    envp: StringArray,
    folder: CString,
    limits: Vec<(Limit, u64)>,
}

/// A resource limit.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    Core,
    FileSize,
    /// Bytes that may be locked into memory.
    Locked,
    /// Bytes in POSIX message queues.
    Messages,
    OpenFiles,
    Processes,
    Stack,
}

impl Limit {
    const fn number(self) -> libc::__rlimit_resource_t {
        match self {
            Self::Core => libc::RLIMIT_CORE,
            Self::FileSize => libc::RLIMIT_FSIZE,
            Self::Locked => libc::RLIMIT_MEMLOCK,
            Self::Messages => libc::RLIMIT_MSGQUEUE,
            Self::Processes => libc::RLIMIT_NPROC,
            Self::OpenFiles => libc::RLIMIT_NOFILE,
            Self::Stack => libc::RLIMIT_STACK,
        }
    }
}

/// A null-terminated array of C strings.
struct StringArray {
    strings: Vec<CString>,
}

impl StringArray {
    fn new(strings: impl IntoIterator<Item = String>) -> Result<Self, NulError> {
        Ok(Self {
            strings: strings
                .into_iter()
                .map(CString::new)
                .collect::<Result<_, _>>()?,
        })
    }

    fn pointers(&self) -> Vec<*const c_char> {
        self.strings
            .iter()
            .map(|string| string.as_ptr())
            .chain([ptr::null()])
            .collect()
    }
}

impl Image {
    /// Lays out a command. A name without a slash is looked up in the `PATH`
    /// of `env`.
    ///
    /// # Errors
    /// If a string contains a NUL.
    pub(super) fn new(
        argv: Vec<String>,
        env: &[(String, String)],
        folder: String,
        limits: Vec<(Limit, u64)>,
    ) -> Result<Self, NulError> {
        let program = argv.first().cloned().unwrap_or_default();
        let paths = if program.contains('/') {
            vec![CString::new(program)?]
        } else {
            let path = env.iter().find(|(name, _)| name == "PATH");
            path.map_or("/usr/local/bin:/usr/bin:/bin", |(_, value)| value)
                .split(':')
                .filter(|folder| folder.starts_with('/'))
                .map(|folder| CString::new(format!("{folder}/{program}")))
                .collect::<Result<_, _>>()?
        };
        Ok(Self {
            paths,
            argv: StringArray::new(argv)?,
            envp: StringArray::new(env.iter().map(|(name, value)| format!("{name}={value}")))?,
            folder: CString::new(folder)?,
            limits,
        })
    }

    /// Sets the limits on this process.
    pub(super) fn set_limits(&self) -> io::Result<()> {
        self.limits
            .iter()
            .try_for_each(|&(limit, value)| set_limit(limit, value))
            .map_err(io::Error::from_raw_os_error)
    }

    /// Enters the working folder.
    pub(super) fn enter_folder(&self) -> io::Result<()> {
        Ok(rustix::process::chdir(&self.folder)?)
    }
}

/// Starts a program in a session of its own, with `descriptors` as 0, 1, …
///
/// # Errors
/// The step that failed, and the system's reason.
pub(super) fn spawn(image: &Image, descriptors: &[OwnedFd]) -> Result<Pid, (Step, io::Error)> {
    let pipe = || -> io::Result<_> {
        let (reader, writer) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
        // Out of the way of the descriptors that the child places.
        let writer = rustix::io::fcntl_dupfd_cloexec(writer, SPARE)?;
        Ok((File::from(reader), writer))
    };
    let (mut outcome, status) = pipe().map_err(|error| (Step::Descriptors, error))?;
    let argv = image.argv.pointers();
    let envp = image.envp.pointers();
    let mut raw: Vec<RawFd> = descriptors.iter().map(AsRawFd::as_raw_fd).collect();
    // SAFETY: the child calls async-signal-safe functions only and ends in
    // `execve` or `_exit`; everything it reads was allocated before.
    let pid = match unsafe { libc::fork() } {
        -1 => return Err((Step::Fork, io::Error::last_os_error())),
        0 => {
            let failure = become_program(image, &argv, &envp, &mut raw);
            report(status.as_raw_fd(), failure);
            // SAFETY: ends the child without running the parent's exit code.
            unsafe { libc::_exit(127) }
        }
        pid => Pid::from_raw(pid).expect("fork gives the parent a positive id"),
    };
    drop(status);
    let mut failure = [0; 8];
    // The pipe closes without a word when the program has started.
    if outcome.read_exact(&mut failure).is_err() {
        return Ok(pid);
    }
    let _ = wait(pid);
    Err(parse_failure(failure))
}

/// The child's side, up to the program; returns only when a step fails.
fn become_program(
    image: &Image,
    argv: &[*const c_char],
    envp: &[*const c_char],
    descriptors: &mut [RawFd],
) -> (Step, i32) {
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
        if let Err(errno) = set_limit(limit, value) {
            return (Step::Limits, errno);
        }
    }
    // SAFETY: the folder is a live C string.
    if unsafe { libc::chdir(image.folder.as_ptr()) } != 0 {
        return (Step::Folder, errno());
    }
    (Step::Execute, execute(image, argv, envp))
}

/// Tries the image's paths in turn; returns only when none can be executed.
fn execute(image: &Image, argv: &[*const c_char], envp: &[*const c_char]) -> i32 {
    let mut worst = libc::ENOENT;
    for path in &image.paths {
        // SAFETY: `argv` and `envp` are null-terminated arrays of strings that
        // outlive the call.
        unsafe { libc::execve(path.as_ptr(), argv.as_ptr(), envp.as_ptr()) };
        // Go on through PATH when it is not here, but remember a file that is
        // and cannot be run.
        if !matches!(errno(), libc::ENOENT | libc::ENOTDIR) {
            worst = errno();
        }
    }
    worst
}

/// Becomes the program with `descriptors` as 0, 1, … under a filter on system
/// calls; returns only when a step fails. For a process with one thread.
pub(super) fn execute_filtered(
    image: &Image,
    descriptors: &[OwnedFd],
    filter: &[Instruction],
) -> (Step, io::Error) {
    let argv = image.argv.pointers();
    let envp = image.envp.pointers();
    let mut raw: Vec<RawFd> = descriptors.iter().map(AsRawFd::as_raw_fd).collect();
    if let Err(errno) = place(&mut raw) {
        return (Step::Descriptors, io::Error::from_raw_os_error(errno));
    }
    if let Err(error) = install(filter) {
        return (Step::Filter, error);
    }
    let errno = execute(image, &argv, &envp);
    (Step::Execute, io::Error::from_raw_os_error(errno))
}

/// Puts a filter on this thread's system calls, and on all it becomes and
/// forks. It needs `no_new_privs`.
fn install(filter: &[Instruction]) -> io::Result<()> {
    let program = libc::sock_fprog {
        len: u16::try_from(filter.len()).map_err(io::Error::other)?,
        filter: filter.as_ptr().cast::<libc::sock_filter>().cast_mut(),
    };
    // SAFETY: `Instruction` has the layout of `sock_filter`; the kernel copies
    // the program.
    check(unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            0,
            &raw const program,
        )
    })
}

fn check(result: libc::c_long) -> io::Result<()> {
    if result < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Clones this process, which must have one thread, into the namespaces of
/// `flags`. `None` in the child.
pub(super) fn fork(flags: libc::c_int) -> io::Result<Option<Pid>> {
    let flags = flags | libc::SIGCHLD;
    // SAFETY: without a stack of its own the child goes on with a copy of
    // ours, like after `fork`; with one thread no lock is held by another.
    let pid = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
    check(pid)?;
    Ok(Pid::from_raw(pid as i32))
}

/// Runs `action` in a child that borrows this process's memory, and goes on
/// here once the child has become another program or ended. Nothing is copied,
/// so that this is cheaper than [`fork`]; what the child allocates stays
/// allocated. The child ends with the status that `action` returns.
///
/// This process must have one thread.
pub(super) fn lend<F: FnOnce() -> libc::c_int>(action: F) -> io::Result<Pid> {
    extern "C" fn call<F: FnOnce() -> libc::c_int>(action: *mut libc::c_void) -> libc::c_int {
        // SAFETY: it is the argument given below, and the child calls once.
        let action = unsafe { &mut *action.cast::<Option<F>>() };
        action.take().map_or(libc::EXIT_FAILURE, |action| action())
    }
    let mut action = Some(action);
    let mut stack: Vec<u128> = Vec::with_capacity(STACK_OF_A_CHILD / size_of::<u128>());
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
    // SAFETY: the stack grows down from the end of an allocation that no one
    // else uses. `CLONE_VFORK` suspends the only other task of this memory, so
    // that the borrowed action and stack outlive the child's use of them.
    let pid = unsafe {
        let top = stack.as_mut_ptr().add(stack.capacity());
        libc::clone(
            call::<F>,
            top.cast(),
            flags,
            (&raw mut action).cast::<libc::c_void>(),
        )
    };
    check(pid.into())?;
    Pid::from_raw(pid).ok_or_else(|| io::Error::other("a child without a number"))
}

/// Moves this process, which must have one thread, into new namespaces.
pub(super) fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: unsharing the descriptor table is what could break owned
    // descriptors, and is not asked for.
    Ok(unsafe { rustix::thread::unshare_unsafe(flags) }?)
}

/// Changes real, effective and saved user and group, and leaves all other
/// groups where that is allowed.
pub(super) fn become_user(id: u32) -> io::Result<()> {
    // SAFETY: plain system calls.
    unsafe {
        check(libc::setgroups(0, ptr::null()).into())?;
        check(libc::setresgid(id, id, id).into())?;
        check(libc::setresuid(id, id, id).into())
    }
}

/// Gives up all capabilities that a program could ever gain, for this process
/// and all after it.
pub(super) fn drop_bounding_set() -> io::Result<()> {
    for capability in 0.. {
        // SAFETY: plain system calls.
        let known = unsafe { libc::prctl(libc::PR_CAPBSET_READ, capability, 0, 0, 0) };
        if known < 0 {
            break;
        }
        // SAFETY: as above.
        check(unsafe { libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) }.into())?;
    }
    Ok(())
}

/// Makes a detached tree of mounts read-only and without setuid.
pub(super) fn read_only(tree: &OwnedFd) -> io::Result<()> {
    let flags = libc::AT_EMPTY_PATH | libc::AT_RECURSIVE;
    set_mount(tree.as_raw_fd(), c"", flags)
}

/// Makes one mount of this namespace read-only.
pub(super) fn read_only_here(place: &CStr) -> io::Result<()> {
    set_mount(libc::AT_FDCWD, place, 0)
}

fn set_mount(folder: RawFd, path: &CStr, flags: libc::c_int) -> io::Result<()> {
    let attributes = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID,
        attr_clr: 0,
        propagation: 0,
        userns_fd: 0,
    };
    // SAFETY: the path and the attributes are live, and their size is right.
    check(unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            folder,
            path.as_ptr(),
            flags,
            &raw const attributes,
            size_of_val(&attributes),
        )
    })
}

/// Closes every descriptor but one.
pub(super) fn close_all_but(kept: &OwnedFd) {
    let kept = kept.as_raw_fd() as libc::c_uint;
    // SAFETY: the caller, who is about to wait for ever, uses no other.
    unsafe {
        if kept > 0 {
            libc::syscall(libc::SYS_close_range, 0, kept - 1, 0);
        }
        libc::syscall(libc::SYS_close_range, kept + 1, libc::c_uint::MAX, 0);
    }
}

/// Waits for any child: its id and wait status. `None` if none has ended and
/// `block` is not set.
pub(super) fn wait_any(block: bool) -> io::Result<Option<(Pid, i32)>> {
    let mut status = 0;
    let flags = if block { 0 } else { libc::WNOHANG };
    loop {
        // SAFETY: `status` is live.
        match unsafe { libc::waitpid(-1, &raw mut status, flags) } {
            -1 if errno() == libc::EINTR => {}
            -1 => return Err(io::Error::last_os_error()),
            pid => return Ok(Pid::from_raw(pid).map(|pid| (pid, status))),
        }
    }
}

/// Keeps `SIGCHLD` pending instead of dropping it, for [`await_child`].
pub(super) fn hold_child_signals() {
    // SAFETY: the set is initialised by `sigemptyset`.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        libc::sigprocmask(libc::SIG_BLOCK, &raw const set, ptr::null_mut());
    }
}

/// Waits until a child changes state or the time is over.
pub(super) fn await_child(time: Duration) {
    let time = libc::timespec {
        tv_sec: time.as_secs() as libc::time_t,
        tv_nsec: time.subsec_nanos().into(),
    };
    // SAFETY: the set is initialised by `sigemptyset`; both outlive the call.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        libc::sigtimedwait(&raw const set, ptr::null_mut(), &raw const time);
    }
}

/// Gives every signal its default action and unblocks all. The C library hides
/// two signals from its own functions, so the kernel is asked directly.
pub(super) fn reset_signals() {
    const LAST: libc::c_long = 64;
    const SET_SIZE: usize = 8;
    // The kernel's `struct sigaction`, all zero: `SIG_DFL`, no flags.
    let default = [0_u64; 4];
    let nobody = 0_u64;
    for signal in 1..=LAST {
        // SAFETY: the kernel reads a structure that is live and long enough,
        // and refuses signals whose action cannot be set.
        unsafe {
            libc::syscall(
                libc::SYS_rt_sigaction,
                signal,
                default.as_ptr(),
                ptr::null_mut::<u64>(),
                SET_SIZE,
            );
        }
    }
    // SAFETY: the set is live and of the size given.
    unsafe {
        libc::syscall(
            libc::SYS_rt_sigprocmask,
            libc::SIG_SETMASK,
            &raw const nobody,
            ptr::null_mut::<u64>(),
            SET_SIZE,
        );
    }
}

/// Moves descriptors to 0, 1, … and marks all others close-on-exec.
fn place(descriptors: &mut [RawFd]) -> Result<(), i32> {
    let count = descriptors.len() as RawFd;
    // First everything goes above the targets, so that no `dup2` closes what
    // is still needed. SAFETY: descriptor arithmetic only.
    unsafe {
        for descriptor in descriptors.iter_mut() {
            *descriptor = libc::fcntl(*descriptor, libc::F_DUPFD_CLOEXEC, SPARE);
            if *descriptor < 0 {
                return Err(errno());
            }
        }
        for (target, &descriptor) in descriptors.iter().enumerate() {
            if libc::dup2(descriptor, target as RawFd) < 0 {
                return Err(errno());
            }
        }
        // Everything else closes itself on success, whoever opened it.
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

/// Sets a limit, soft and hard; lowers it to the hard limit in force where
/// that is smaller and may not be raised.
fn set_limit(limit: Limit, value: u64) -> Result<(), i32> {
    // SAFETY: `old` and `new` are valid for the calls.
    unsafe {
        let mut old: libc::rlimit = std::mem::zeroed();
        if libc::getrlimit(limit.number(), &raw mut old) != 0 {
            return Err(errno());
        }
        let value = value.min(old.rlim_max);
        let new = libc::rlimit {
            rlim_cur: value,
            rlim_max: value,
        };
        if libc::setrlimit(limit.number(), &raw const new) != 0 {
            return Err(errno());
        }
    }
    Ok(())
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

fn parse_failure(message: [u8; 8]) -> (Step, io::Error) {
    let number = |at: usize| {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&message[at..at + 4]);
        bytes
    };
    let step = Step::from_number(u32::from_ne_bytes(number(0))).unwrap_or(Step::Fork);
    let reason = io::Error::from_raw_os_error(i32::from_ne_bytes(number(4)));
    (step, reason)
}

fn errno() -> i32 {
    // SAFETY: the pointer to this thread's errno is always valid.
    unsafe { *libc::__errno_location() }
}

/// CPU time of a whole process, threads that have ended included. `None` when
/// it is gone.
pub(super) fn process_clock(pid: Pid) -> Option<Duration> {
    const SCHEDULED: libc::clockid_t = 2;
    let clock = (!pid.as_raw_nonzero().get() << 3) | SCHEDULED;
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is valid for writing.
    let result = unsafe { libc::clock_gettime(clock, &raw mut time) };
    (result == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

/// A counter of the CPU nanoseconds that this process and all that it starts
/// use from now on (a `perf` task clock that is inherited). It sees every
/// child, also one that nobody waits for, and is exact for tasks that run at
/// this moment.
///
/// # Errors
/// Where the kernel keeps such counters from ordinary users
/// (`kernel.perf_event_paranoid` above 2).
pub(super) fn task_clock() -> io::Result<OwnedFd> {
    const SOFTWARE: u64 = 1;
    const SIZE: u64 = 64;
    const TASK_CLOCK: u64 = 1;
    const INHERIT: u64 = 1 << 1;
    // Clocks do not tell user from kernel time; without this an ordinary user
    // may not count at all.
    const EXCLUDE_KERNEL_AND_HYPERVISOR: u64 = 1 << 5 | 1 << 6;
    const CLOSE_ON_EXEC: libc::c_ulong = 1 << 3;
    // The first version of the kernel's `struct perf_event_attr`.
    let attributes: [u64; 8] = [
        SOFTWARE | SIZE << 32,
        TASK_CLOCK,
        0,
        0,
        0,
        INHERIT | EXCLUDE_KERNEL_AND_HYPERVISOR,
        0,
        0,
    ];
    // SAFETY: the attributes are live and as long as they say.
    let descriptor = unsafe {
        libc::syscall(
            libc::SYS_perf_event_open,
            attributes.as_ptr(),
            0,
            -1,
            -1,
            CLOSE_ON_EXEC,
        )
    };
    check(descriptor)?;
    // SAFETY: the kernel has just given us this descriptor.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor as RawFd) })
}

/// How a child ended, and what it and its descendants that were waited for
/// have used.
pub(super) struct Waited {
    pub(super) status: i32,
    pub(super) cpu: Duration,
    /// The largest resident set of one process, in bytes.
    pub(super) resident: u64,
}

/// Waits for a child.
///
/// # Errors
/// If it is not a child of ours.
pub(super) fn wait(pid: Pid) -> io::Result<Waited> {
    let mut status = 0;
    // SAFETY: a zeroed `rusage` is valid, and both pointers are live.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: as above.
        let result = unsafe {
            libc::wait4(
                pid.as_raw_nonzero().get(),
                &raw mut status,
                0,
                &raw mut usage,
            )
        };
        if result >= 0 {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
    Ok(Waited {
        status,
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        resident: usage.ru_maxrss as u64 * 1024,
    })
}

/// The version of the kernel's Landlock interface; `None` where it has none or
/// it is switched off.
pub(super) fn landlock_interface() -> Option<u32> {
    const VERSION: libc::c_uint = 1;
    // SAFETY: without attributes the call only gives a number.
    let version = unsafe {
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            ptr::null::<libc::c_void>(),
            0_usize,
            VERSION,
        )
    };
    u32::try_from(version).ok()
}
