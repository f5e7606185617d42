//! Lists of system calls, grouped by how the filter handles them. A call in no list fails as if
//! the kernel did not implement it.

use libc::c_long as Call;

/// Creates a list of the `libc` constants with these names.
macro_rules! numbers {
    ($($name:ident)+) => { &[$(libc::$name as u32),+] };
}

/// Allowed system calls: those that runtimes and compilers need, and harmless ones.
#[rustfmt::skip]
pub(super) const ALLOWED_CALLS: &[Call] = &[
    // Files
    libc::SYS_chdir, libc::SYS_close, libc::SYS_copy_file_range,
    libc::SYS_dup, libc::SYS_dup3, libc::SYS_faccessat, libc::SYS_faccessat2,
    libc::SYS_fallocate, libc::SYS_fchdir, libc::SYS_fchmod,
    libc::SYS_fchmodat, libc::SYS_fchown, libc::SYS_fchownat,
    libc::SYS_fgetxattr, libc::SYS_flistxattr,
    libc::SYS_fstat, libc::SYS_ftruncate,
    libc::SYS_getcwd, libc::SYS_getdents64, libc::SYS_getxattr, libc::SYS_lgetxattr,
    libc::SYS_linkat, libc::SYS_listxattr, libc::SYS_llistxattr, libc::SYS_lseek,
    libc::SYS_mkdirat, libc::SYS_mknodat, libc::SYS_newfstatat,
    libc::SYS_openat, libc::SYS_openat2, libc::SYS_pipe2, libc::SYS_pread64,
    libc::SYS_preadv, libc::SYS_pwrite64, libc::SYS_pwritev,
    libc::SYS_read, libc::SYS_readlinkat,
    libc::SYS_readv, libc::SYS_renameat, libc::SYS_renameat2, libc::SYS_sendfile,
    libc::SYS_splice, libc::SYS_statx, libc::SYS_symlinkat,
    libc::SYS_tee, libc::SYS_truncate, libc::SYS_umask,
    libc::SYS_unlinkat, libc::SYS_utimensat, libc::SYS_write,
    libc::SYS_writev,
    // Memory
    libc::SYS_brk, libc::SYS_get_mempolicy, libc::SYS_membarrier,
    libc::SYS_mlock, libc::SYS_mlock2, libc::SYS_mlockall,
    libc::SYS_mprotect, libc::SYS_mremap,
    libc::SYS_munlock, libc::SYS_munlockall, libc::SYS_munmap, libc::SYS_pkey_alloc,
    libc::SYS_pkey_free, libc::SYS_pkey_mprotect,
    // Processes and threads
    libc::SYS_capget, libc::SYS_execve, libc::SYS_execveat, libc::SYS_exit,
    libc::SYS_exit_group, libc::SYS_futex, libc::SYS_get_robust_list, libc::SYS_getcpu,
    libc::SYS_getegid, libc::SYS_geteuid, libc::SYS_getgid, libc::SYS_getgroups,
    libc::SYS_getpgid, libc::SYS_getpid, libc::SYS_getppid, libc::SYS_getpriority,
    libc::SYS_getrandom, libc::SYS_getresgid, libc::SYS_getresuid, libc::SYS_getrlimit,
    libc::SYS_getrusage, libc::SYS_getsid, libc::SYS_gettid, libc::SYS_getuid,
    libc::SYS_ioprio_get, libc::SYS_kill,
    libc::SYS_rseq, libc::SYS_rt_sigaction, libc::SYS_rt_sigpending,
    libc::SYS_rt_sigprocmask, libc::SYS_rt_sigqueueinfo, libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend, libc::SYS_rt_sigtimedwait, libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_sched_get_priority_max, libc::SYS_sched_get_priority_min,
    libc::SYS_sched_getaffinity, libc::SYS_sched_getattr, libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler, libc::SYS_sched_rr_get_interval, libc::SYS_sched_yield,
    libc::SYS_set_robust_list, libc::SYS_set_tid_address, libc::SYS_setgid,
    libc::SYS_setgroups, libc::SYS_setpgid, libc::SYS_setregid,
    libc::SYS_setresgid, libc::SYS_setresuid, libc::SYS_setreuid, libc::SYS_setrlimit,
    libc::SYS_setuid, libc::SYS_sigaltstack, libc::SYS_tgkill,
    libc::SYS_tkill, libc::SYS_wait4, libc::SYS_waitid,
    // Time and waiting
    libc::SYS_clock_getres, libc::SYS_clock_gettime, libc::SYS_clock_nanosleep,
    libc::SYS_getitimer, libc::SYS_gettimeofday,
    libc::SYS_nanosleep, libc::SYS_ppoll, libc::SYS_pselect6, libc::SYS_restart_syscall,
    libc::SYS_setitimer, libc::SYS_signalfd4, libc::SYS_sysinfo, libc::SYS_timer_create,
    libc::SYS_timer_delete, libc::SYS_timer_getoverrun, libc::SYS_timer_gettime,
    libc::SYS_timer_settime, libc::SYS_timerfd_create, libc::SYS_timerfd_gettime,
    libc::SYS_timerfd_settime, libc::SYS_times, libc::SYS_uname,
    // Socket pairs, the only sockets that a run can have
    libc::SYS_getpeername, libc::SYS_getsockname, libc::SYS_recvfrom, libc::SYS_recvmmsg,
    libc::SYS_recvmsg, libc::SYS_sendto, libc::SYS_shutdown,
];

/// Allowed system calls that exist only on some architectures. They are older forms of calls in
/// [`ALLOWED_CALLS`].
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
pub(super) const LEGACY_ALLOWED_CALLS: &[Call] = &[
    libc::SYS_access, libc::SYS_alarm, libc::SYS_arch_prctl, libc::SYS_chmod, libc::SYS_chown,
    libc::SYS_creat, libc::SYS_dup2, libc::SYS_getdents, libc::SYS_getpgrp, libc::SYS_lchown, libc::SYS_link,
    libc::SYS_lstat, libc::SYS_mkdir, libc::SYS_mknod, libc::SYS_open, libc::SYS_pause,
    libc::SYS_pipe, libc::SYS_poll, libc::SYS_readlink, libc::SYS_rename, libc::SYS_rmdir,
    libc::SYS_select, libc::SYS_signalfd, libc::SYS_stat, libc::SYS_symlink, libc::SYS_time,
    libc::SYS_unlink, libc::SYS_utime, libc::SYS_utimes, libc::SYS_futimesat,
];

#[cfg(not(target_arch = "x86_64"))]
pub(super) const LEGACY_ALLOWED_CALLS: &[Call] = &[];

/// System calls that would affect the host's disk or page cache. They report success and do
/// nothing. A run could otherwise send signals to another run by evicting files of the host from
/// memory, because the next reader of such a file is slowed down. Jobs do not need these calls,
/// because their files are in memory.
#[rustfmt::skip]
pub(super) const IGNORED_CALLS: &[Call] = &[
    libc::SYS_fadvise64, libc::SYS_fdatasync, libc::SYS_fsync, libc::SYS_readahead,
    libc::SYS_sync_file_range,
];

/// Allowed commands of `fcntl`: duplicating descriptors and changing flags. The refused commands
/// concern locks, leases, notifications and pipe sizes.
pub(super) const FILE_COMMANDS: &[u32] = numbers! {
    F_GETFL F_SETFL F_GETFD F_SETFD F_DUPFD_CLOEXEC F_DUPFD
};

/// Allowed commands of `ioctl`: querying terminals and the number of readable bytes, and changing
/// two descriptor flags.
pub(super) const DEVICE_QUERIES: &[u32] = numbers! {
    TCGETS TCGETS2 TIOCGWINSZ TIOCGPGRP FIONREAD FIONBIO FIOCLEX FIONCLEX
};

/// Allowed advice for `madvise`, which affects only the calling process. Advice about merging
/// pages or cached files is refused.
pub(super) const MEMORY_ADVICE: &[u32] = numbers! {
    MADV_DONTNEED MADV_FREE MADV_NORMAL MADV_RANDOM MADV_SEQUENTIAL MADV_WILLNEED MADV_REMOVE
    MADV_DONTFORK MADV_DOFORK MADV_UNMERGEABLE MADV_HUGEPAGE MADV_NOHUGEPAGE MADV_DONTDUMP
    MADV_DODUMP MADV_WIPEONFORK MADV_KEEPONFORK MADV_POPULATE_READ MADV_POPULATE_WRITE
};

/// Refused options of `prctl`: merging pages with other processes, choosing which processes may
/// share a core, hiding memory from the judge, stopping CPU time counters, and installing more
/// filters, which use kernel memory.
pub(super) const REFUSED_PRCTL_OPTIONS: &[u32] = numbers! {
    PR_SET_MEMORY_MERGE PR_SCHED_CORE PR_SET_DUMPABLE PR_SET_SECCOMP PR_TASK_PERF_EVENTS_DISABLE
    PR_TASK_PERF_EVENTS_ENABLE
};

/// Refused socket options, whose values reveal numbering of the entire machine: the cookie, and a
/// descriptor of the peer process.
pub(super) const REFUSED_SOCKET_OPTIONS: &[u32] =
    &[libc::SO_COOKIE as u32, 77 /* SO_PEERPIDFD */];

/// Refused system calls that some runtimes try but do not need. They fail with the error that an
/// unprivileged user gets.
///
/// - Only the judge decides on affinity and scheduling.
/// - Concurrent submissions could communicate by locking and watching files that they share.
/// - No process is charged for the memory of unnamed files, of pages lent to a pipe, and of larger
///   socket buffers.
/// - The numbers of sessions and process descriptors, and the free space of a file system, reveal
///   activity of other processes.
#[rustfmt::skip]
pub(super) const REFUSED_CALLS: &[Call] = &[
    libc::SYS_accept, libc::SYS_accept4, libc::SYS_adjtimex, libc::SYS_bind,
    libc::SYS_capset, libc::SYS_connect, libc::SYS_flock, libc::SYS_fstatfs,
    libc::SYS_inotify_add_watch,
    libc::SYS_inotify_init1, libc::SYS_ioprio_set, libc::SYS_listen, libc::SYS_mbind,
    libc::SYS_memfd_create, libc::SYS_mq_open, libc::SYS_msgget, libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal, libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr, libc::SYS_sched_setparam, libc::SYS_setpriority,
    libc::SYS_semget, libc::SYS_set_mempolicy, libc::SYS_setsid, libc::SYS_setsockopt,
    libc::SYS_shmget, libc::SYS_socket, libc::SYS_statfs, libc::SYS_vmsplice,
    libc::SYS_sync, libc::SYS_syncfs,
    #[cfg(target_arch = "x86_64")] libc::SYS_inotify_init,
];

/// System calls that wait for many descriptors at once, allowed only for jobs that need them.
/// Watches use kernel memory that is limited only per user. The numbers of event descriptors in
/// `/proc/self/fdinfo` reveal activity of the entire machine.
#[rustfmt::skip]
pub(super) const EVENT_LOOP_CALLS: &[Call] = &[
    libc::SYS_epoll_create1, libc::SYS_epoll_ctl, libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2, libc::SYS_eventfd2,
    #[cfg(target_arch = "x86_64")] libc::SYS_epoll_create,
    #[cfg(target_arch = "x86_64")] libc::SYS_epoll_wait,
    #[cfg(target_arch = "x86_64")] libc::SYS_eventfd,
];

/// System calls that can send descriptors, allowed only for jobs that need them.
pub(super) const MESSAGE_CALLS: &[Call] = &[libc::SYS_sendmmsg, libc::SYS_sendmsg];

/// System calls that start a process, allowed only for jobs that need processes. The rule for
/// `clone` is separate.
pub(super) const PROCESS_CALLS: &[Call] = &[
    #[cfg(target_arch = "x86_64")]
    libc::SYS_fork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
];

/// System calls that only an attack makes.
#[rustfmt::skip]
pub(super) const HOSTILE_CALLS: &[Call] = &[
    libc::SYS_acct, libc::SYS_add_key, libc::SYS_bpf, libc::SYS_chroot,
    libc::SYS_clock_adjtime, libc::SYS_clock_settime, libc::SYS_delete_module,
    libc::SYS_fanotify_init, libc::SYS_fanotify_mark, libc::SYS_finit_module,
    libc::SYS_fsconfig, libc::SYS_fsmount, libc::SYS_fsopen, libc::SYS_fspick,
    libc::SYS_init_module, libc::SYS_kcmp, libc::SYS_kexec_load, libc::SYS_keyctl,
    libc::SYS_lookup_dcookie, libc::SYS_mount, libc::SYS_mount_setattr,
    libc::SYS_move_mount, libc::SYS_move_pages, libc::SYS_name_to_handle_at,
    libc::SYS_nfsservctl, libc::SYS_open_by_handle_at, libc::SYS_open_tree,
    libc::SYS_perf_event_open, libc::SYS_pidfd_getfd, libc::SYS_pivot_root,
    libc::SYS_process_vm_readv, libc::SYS_process_vm_writev, libc::SYS_ptrace,
    libc::SYS_quotactl, libc::SYS_reboot, libc::SYS_request_key, libc::SYS_setdomainname,
    libc::SYS_sethostname, libc::SYS_setns, libc::SYS_settimeofday, libc::SYS_swapoff,
    libc::SYS_swapon, libc::SYS_syslog, libc::SYS_umount2, libc::SYS_unshare,
    libc::SYS_userfaultfd, libc::SYS_vhangup,
    #[cfg(target_arch = "x86_64")] libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")] libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")] libc::SYS_kexec_file_load,
    #[cfg(target_arch = "x86_64")] libc::SYS_modify_ldt,
    #[cfg(target_arch = "x86_64")] libc::SYS_uselib,
];
