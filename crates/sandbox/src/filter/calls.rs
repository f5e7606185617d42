//! Lists of system calls, grouped by how the filter handles them. A system call that is in none of
//! the lists fails as if the kernel did not implement it.

/// Creates a list of the `libc` constants with these names. The names after `x86_64:` exist only on
/// x86-64.
macro_rules! libc_constants {
    ($($name:ident)* $(; x86_64: $($old:ident)+)?) => {
        &[
            $(libc::$name as u32,)*
            $($(#[cfg(target_arch = "x86_64")] { libc::$old as u32 },)+)?
        ]
    };
}

/// Allowed system calls: calls that runtimes and compilers need, and harmless calls.
pub(super) const ALLOWED_CALLS: &[u32] = libc_constants! {
    // Files
    SYS_chdir SYS_close SYS_copy_file_range SYS_dup SYS_dup3 SYS_faccessat SYS_faccessat2
    SYS_fallocate SYS_fchdir SYS_fchmod SYS_fchmodat SYS_fchown SYS_fchownat SYS_fgetxattr
    SYS_flistxattr SYS_fstat SYS_ftruncate SYS_getcwd SYS_getdents64 SYS_getxattr SYS_lgetxattr
    SYS_linkat SYS_listxattr SYS_llistxattr SYS_lseek SYS_mkdirat SYS_mknodat SYS_newfstatat
    SYS_openat SYS_openat2 SYS_pipe2 SYS_pread64 SYS_preadv SYS_pwrite64 SYS_pwritev SYS_read
    SYS_readlinkat SYS_readv SYS_renameat SYS_renameat2 SYS_sendfile SYS_splice SYS_statx
    SYS_symlinkat SYS_tee SYS_truncate SYS_umask SYS_unlinkat SYS_utimensat SYS_write SYS_writev
    // Memory
    SYS_brk SYS_get_mempolicy SYS_membarrier SYS_mlock SYS_mlock2 SYS_mlockall SYS_mprotect
    SYS_mremap SYS_munlock SYS_munlockall SYS_munmap SYS_pkey_alloc SYS_pkey_free
    SYS_pkey_mprotect
    // Processes and threads
    SYS_capget SYS_execve SYS_execveat SYS_exit SYS_exit_group SYS_futex SYS_get_robust_list
    SYS_getcpu SYS_getegid SYS_geteuid SYS_getgid SYS_getgroups SYS_getpgid SYS_getpid
    SYS_getppid SYS_getpriority SYS_getrandom SYS_getresgid SYS_getresuid SYS_getrlimit
    SYS_getrusage SYS_getsid SYS_gettid SYS_getuid SYS_ioprio_get SYS_kill SYS_rseq
    SYS_rt_sigaction SYS_rt_sigpending SYS_rt_sigprocmask SYS_rt_sigqueueinfo SYS_rt_sigreturn
    SYS_rt_sigsuspend SYS_rt_sigtimedwait SYS_rt_tgsigqueueinfo SYS_sched_get_priority_max
    SYS_sched_get_priority_min SYS_sched_getaffinity SYS_sched_getattr SYS_sched_getparam
    SYS_sched_getscheduler SYS_sched_rr_get_interval SYS_sched_yield SYS_set_robust_list
    SYS_set_tid_address SYS_setgid SYS_setgroups SYS_setpgid SYS_setregid SYS_setresgid
    SYS_setresuid SYS_setreuid SYS_setrlimit SYS_setuid SYS_sigaltstack SYS_tgkill SYS_tkill
    SYS_wait4 SYS_waitid
    // Time and waiting
    SYS_clock_getres SYS_clock_gettime SYS_clock_nanosleep SYS_getitimer SYS_gettimeofday
    SYS_nanosleep SYS_ppoll SYS_pselect6 SYS_restart_syscall SYS_setitimer SYS_signalfd4
    SYS_sysinfo SYS_timer_create SYS_timer_delete SYS_timer_getoverrun SYS_timer_gettime
    SYS_timer_settime SYS_timerfd_create SYS_timerfd_gettime SYS_timerfd_settime SYS_times
    SYS_uname
    // Socket pairs, the only sockets that a run can have
    SYS_getpeername SYS_getsockname SYS_recvfrom SYS_recvmmsg SYS_recvmsg SYS_sendto SYS_shutdown
    ; x86_64:
    SYS_access SYS_alarm SYS_arch_prctl SYS_chmod SYS_chown SYS_creat SYS_dup2 SYS_getdents
    SYS_getpgrp SYS_lchown SYS_link SYS_lstat SYS_mkdir SYS_mknod SYS_open SYS_pause SYS_pipe
    SYS_poll SYS_readlink SYS_rename SYS_rmdir SYS_select SYS_signalfd SYS_stat SYS_symlink
    SYS_time SYS_unlink SYS_utime SYS_utimes SYS_futimesat
};

/// System calls that the filter skips and reports as successful.
///
/// - Some calls would affect the host's disk or page cache. A run could communicate with another
///   run by evicting host files from the page cache: the other run would notice that reading the
///   file is slower. Jobs do not need calls such as `fsync`, because their files are in memory.
/// - .NET does not start if it cannot set the affinity of a thread. Only the judge may set CPU
///   affinity.
pub(super) const IGNORED_CALLS: &[u32] = libc_constants! {
    SYS_fadvise64 SYS_fdatasync SYS_fsync SYS_readahead SYS_sched_setaffinity
    SYS_sync_file_range
};

/// Allowed commands of `fcntl`: duplicating descriptors and changing flags. The refused commands
/// concern locks, leases, notifications and pipe sizes.
pub(super) const ALLOWED_FCNTL_COMMANDS: &[u32] = libc_constants! {
    F_GETFL F_SETFL F_GETFD F_SETFD F_DUPFD_CLOEXEC F_DUPFD
};

/// Allowed commands of `ioctl`: querying terminals and the number of readable bytes, and changing
/// two descriptor flags.
pub(super) const ALLOWED_IOCTLS: &[u32] = libc_constants! {
    TCGETS TCGETS2 TIOCGWINSZ TIOCGPGRP FIONREAD FIONBIO FIOCLEX FIONCLEX
};

/// Allowed advice values of `madvise`, which affect only the calling process. All other values,
/// such as those that merge pages or evict them from the page cache, are refused.
pub(super) const ALLOWED_MEMORY_ADVICE: &[u32] = libc_constants! {
    MADV_DONTNEED MADV_FREE MADV_NORMAL MADV_RANDOM MADV_SEQUENTIAL MADV_WILLNEED MADV_REMOVE
    MADV_DONTFORK MADV_DOFORK MADV_UNMERGEABLE MADV_HUGEPAGE MADV_NOHUGEPAGE MADV_DONTDUMP
    MADV_DODUMP MADV_WIPEONFORK MADV_KEEPONFORK MADV_POPULATE_READ MADV_POPULATE_WRITE
};

/// Refused options of `prctl`. They merge memory pages with other processes, choose which processes
/// may share a core, hide memory from the judge, stop CPU time counters, or install more filters,
/// which use kernel memory.
pub(super) const REFUSED_PRCTL_OPTIONS: &[u32] = libc_constants! {
    PR_SET_MEMORY_MERGE PR_SCHED_CORE PR_SET_DUMPABLE PR_SET_SECCOMP PR_TASK_PERF_EVENTS_DISABLE
    PR_TASK_PERF_EVENTS_ENABLE
};

/// Socket options that are refused because they reveal machine-wide counters: the socket cookie,
/// and a pidfd of the peer process.
pub(super) const REFUSED_SOCKET_OPTIONS: &[u32] =
    &[libc::SO_COOKIE as u32, 77 /* SO_PEERPIDFD */];

/// Refused system calls that some runtimes try but do not need. They fail with `EPERM`, as they
/// would for an unprivileged user.
///
/// - Only the judge may change the scheduling of a run.
/// - Concurrent submissions could communicate by locking and watching files that they share.
/// - No process is charged for the memory of `memfd` files, of pages spliced into a pipe, and of
///   larger socket buffers.
/// - Session ids, the inode numbers of pidfds and the free space of a file system reveal the
///   activity of other processes.
pub(super) const REFUSED_CALLS: &[u32] = libc_constants! {
    SYS_accept SYS_accept4 SYS_adjtimex SYS_bind SYS_capset SYS_connect SYS_flock SYS_fstatfs
    SYS_inotify_add_watch SYS_inotify_init1 SYS_ioprio_set SYS_listen SYS_mbind SYS_memfd_create
    SYS_mq_open SYS_msgget SYS_pidfd_open SYS_pidfd_send_signal SYS_sched_setattr
    SYS_sched_setparam SYS_setpriority SYS_semget SYS_set_mempolicy SYS_setsid
    SYS_setsockopt SYS_shmget SYS_socket SYS_statfs SYS_vmsplice SYS_sync SYS_syncfs
    ; x86_64:
    SYS_inotify_init
};

/// System calls that wait for many file descriptors at once, allowed only for jobs with the
/// permission `event_loop`. `epoll` watches use kernel memory, which is limited only per user. The
/// eventfd ids in `/proc/self/fdinfo` come from a machine-wide counter.
pub(super) const EVENT_LOOP_CALLS: &[u32] = libc_constants! {
    SYS_epoll_create1 SYS_epoll_ctl SYS_epoll_pwait SYS_epoll_pwait2 SYS_eventfd2
    ; x86_64:
    SYS_epoll_create SYS_epoll_wait SYS_eventfd
};

/// System calls that can send file descriptors, allowed only for jobs with the permission
/// `messages`.
pub(super) const DESCRIPTOR_PASSING_CALLS: &[u32] = libc_constants! {
    SYS_sendmmsg SYS_sendmsg
};

/// System calls that start a process, allowed only for jobs with the permission `processes`.
/// `clone` has a rule of its own.
pub(super) const PROCESS_CALLS: &[u32] = libc_constants! {
    ; x86_64:
    SYS_fork SYS_vfork
};

/// System calls that only an attacker would make; the filter kills a process that makes one.
pub(super) const FATAL_CALLS: &[u32] = libc_constants! {
    SYS_acct SYS_add_key SYS_bpf SYS_chroot SYS_clock_adjtime SYS_clock_settime SYS_delete_module
    SYS_fanotify_init SYS_fanotify_mark SYS_finit_module SYS_fsconfig SYS_fsmount SYS_fsopen
    SYS_fspick SYS_init_module SYS_kcmp SYS_kexec_load SYS_keyctl SYS_lookup_dcookie SYS_mount
    SYS_mount_setattr SYS_move_mount SYS_move_pages SYS_name_to_handle_at SYS_nfsservctl
    SYS_open_by_handle_at SYS_open_tree SYS_perf_event_open SYS_pidfd_getfd SYS_pivot_root
    SYS_process_vm_readv SYS_process_vm_writev SYS_ptrace SYS_quotactl SYS_reboot SYS_request_key
    SYS_setdomainname SYS_sethostname SYS_setns SYS_settimeofday SYS_swapoff SYS_swapon
    SYS_syslog SYS_umount2 SYS_unshare SYS_userfaultfd SYS_vhangup
    ; x86_64:
    SYS_ioperm SYS_iopl SYS_kexec_file_load SYS_modify_ldt SYS_uselib
};
