//! The filter on system calls (seccomp).
//!
//! A list of what runtimes and compilers need is allowed. What only an attack
//! asks for ends the process with `SIGSYS`, so that the judge can name it; all
//! the rest fails with an error number, as on a kernel that lacks it. Calls of
//! a foreign architecture (32-bit x86, x32) end the process.
//!
//! The kernel evaluates a fresh filter for every call number when it is
//! installed, so the program is a binary search over ranges of call numbers
//! rather than a chain of comparisons; that makes installing it some ten times
//! cheaper, and it is done for every run.

use libc::c_long as Call;

/// One instruction of the kernel's packet filter machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Instruction {
    code: u16,
    jump_true: u8,
    jump_false: u8,
    value: u32,
}

const LOAD: u16 = 0x20;
const JUMP_EQUAL: u16 = 0x15;
const JUMP_GREATER_EQUAL: u16 = 0x35;
const JUMP_ANY_BIT: u16 = 0x45;
const RETURN: u16 = 0x06;

// Offsets in the kernel's `struct seccomp_data`; arguments by their lower
// half, which is all that the kernel looks at for those checked here.
const CALL_NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const fn argument(index: u32) -> u32 {
    16 + 8 * index
}

const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const KILL: u32 = libc::SECCOMP_RET_KILL_PROCESS;
const fn fail(errno: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | errno as u32
}

#[cfg(target_arch = "x86_64")]
const NATIVE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const NATIVE: u32 = 0xc000_00b7;

/// Bit 30 marks the calls of the x32 interface.
const FOREIGN: u32 = 0x4000_0000;

/// Flags of `clone` that make a namespace (and `CLONE_NEWTIME`, which shares
/// a bit with the exit signal, is only for `clone3`).
const NEW_NAMESPACE: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u32;

/// What happens on a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Return(u32),
    /// Allowed unless an argument has one of these bits.
    UnlessBits {
        argument: u32,
        bits: u32,
        otherwise: u32,
    },
    /// Allowed if an argument has one of two values.
    IfEither {
        argument: u32,
        values: [u32; 2],
        otherwise: u32,
    },
    /// Allowed unless an argument has one of two values.
    UnlessEither {
        argument: u32,
        values: [u32; 2],
        otherwise: u32,
    },
}

impl Rule {
    fn emit(self, program: &mut Vec<Instruction>) {
        let give = |value| instruction(RETURN, 0, 0, value);
        match self {
            Self::Return(value) => program.push(give(value)),
            Self::UnlessBits {
                argument: index,
                bits,
                otherwise,
            } => program.extend([
                instruction(LOAD, 0, 0, argument(index)),
                instruction(JUMP_ANY_BIT, 0, 1, bits),
                give(otherwise),
                give(ALLOW),
            ]),
            Self::IfEither {
                argument: index,
                values,
                otherwise,
            } => program.extend([
                instruction(LOAD, 0, 0, argument(index)),
                instruction(JUMP_EQUAL, 2, 0, values[0]),
                instruction(JUMP_EQUAL, 1, 0, values[1]),
                give(otherwise),
                give(ALLOW),
            ]),
            Self::UnlessEither {
                argument: index,
                values,
                otherwise,
            } => program.extend([
                instruction(LOAD, 0, 0, argument(index)),
                instruction(JUMP_EQUAL, 1, 0, values[0]),
                instruction(JUMP_EQUAL, 0, 1, values[1]),
                give(otherwise),
                give(ALLOW),
            ]),
        }
    }
}

const fn instruction(code: u16, jump_true: u8, jump_false: u8, value: u32) -> Instruction {
    Instruction {
        code,
        jump_true,
        jump_false,
        value,
    }
}

/// The whole filter.
pub(super) fn program() -> Vec<Instruction> {
    let mut program = vec![
        instruction(LOAD, 0, 0, ARCHITECTURE),
        instruction(JUMP_EQUAL, 1, 0, NATIVE),
        instruction(RETURN, 0, 0, KILL),
        instruction(LOAD, 0, 0, CALL_NUMBER),
        instruction(JUMP_GREATER_EQUAL, 0, 1, FOREIGN),
        instruction(RETURN, 0, 0, KILL),
    ];
    program.extend(search(&ranges()));
    program
}

/// One comparison of the search: where it goes on from the call number
/// `at_least`, and where below.
struct Branch {
    at_least: u32,
    from_there: Target,
    below: Target,
}

/// Numbers of a branch and of a rule.
#[derive(Clone, Copy)]
enum Target {
    Branch(usize),
    Rule(usize),
}

/// Binary search for the range that holds the call number: all comparisons,
/// then each rule once.
fn search(ranges: &[(u32, Rule)]) -> Vec<Instruction> {
    let mut rules = Vec::new();
    let numbered: Vec<_> = ranges
        .iter()
        .map(|&(first, rule)| {
            let number = rules.iter().position(|&known| known == rule);
            let number = number.unwrap_or_else(|| {
                rules.push(rule);
                rules.len() - 1
            });
            (first, number)
        })
        .collect();
    let mut branches = Vec::new();
    plant(&numbered, &mut branches);

    let mut ends = Vec::new();
    let mut starts = Vec::new();
    for rule in rules {
        starts.push(branches.len() + ends.len());
        rule.emit(&mut ends);
    }
    let jump = |from: usize, target| {
        let to = match target {
            Target::Branch(number) => number,
            Target::Rule(number) => starts[number],
        };
        u8::try_from(to - from - 1).expect("the whole search is within a short jump")
    };
    let comparisons = branches.iter().enumerate().map(|(at, branch)| {
        let (yes, no) = (jump(at, branch.from_there), jump(at, branch.below));
        instruction(JUMP_GREATER_EQUAL, yes, no, branch.at_least)
    });
    comparisons.chain(ends.iter().copied()).collect()
}

fn plant(ranges: &[(u32, usize)], branches: &mut Vec<Branch>) -> Target {
    if let &[(_, rule)] = ranges {
        return Target::Rule(rule);
    }
    let (low, high) = ranges.split_at(ranges.len() / 2);
    let at = branches.len();
    let unknown = Target::Branch(at);
    branches.push(Branch {
        at_least: high[0].0,
        from_there: unknown,
        below: unknown,
    });
    branches[at].below = plant(low, branches);
    branches[at].from_there = plant(high, branches);
    Target::Branch(at)
}

/// The table as the first call number of each run of equal rules.
fn ranges() -> Vec<(u32, Rule)> {
    let absent = Rule::Return(fail(libc::ENOSYS));
    let last = NEEDED
        .iter()
        .chain(HOSTILE)
        .chain(REFUSED)
        .max()
        .copied()
        .unwrap_or(0);
    let mut table = vec![absent; last as usize + 2];
    let mut set = |calls: &[Call], rule| {
        for &call in calls {
            table[call as usize] = rule;
        }
    };
    set(NEEDED, Rule::Return(ALLOW));
    set(HOSTILE, Rule::Return(KILL));
    set(REFUSED, Rule::Return(fail(libc::EPERM)));
    set(
        &[libc::SYS_clone],
        Rule::UnlessBits {
            argument: 0,
            bits: NEW_NAMESPACE,
            otherwise: KILL,
        },
    );
    set(
        &[libc::SYS_socketpair],
        Rule::IfEither {
            argument: 0,
            values: [libc::AF_UNIX as u32; 2],
            otherwise: fail(libc::EPERM),
        },
    );
    // Limits of other processes are not a candidate's business.
    set(
        &[libc::SYS_prlimit64],
        Rule::IfEither {
            argument: 0,
            values: [0; 2],
            otherwise: fail(libc::EPERM),
        },
    );
    // Mono asks for the ordinary policy, which it has, and complains on
    // standard output if it is refused.
    set(
        &[libc::SYS_sched_setscheduler],
        Rule::IfEither {
            argument: 1,
            values: [libc::SCHED_OTHER as u32; 2],
            otherwise: fail(libc::EPERM),
        },
    );
    // Leases and notices tell what others do with files that all see.
    set(
        &[libc::SYS_fcntl],
        Rule::UnlessEither {
            argument: 1,
            values: [libc::F_SETLEASE as u32, libc::F_NOTIFY as u32],
            otherwise: fail(libc::EPERM),
        },
    );
    // Only the default, and the question which one is in force.
    set(
        &[libc::SYS_personality],
        Rule::IfEither {
            argument: 0,
            values: [0, u32::MAX],
            otherwise: fail(libc::EPERM),
        },
    );
    let mut ranges = Vec::new();
    for (call, rule) in table.into_iter().enumerate() {
        if ranges.last().is_none_or(|&(_, last)| last != rule) {
            ranges.push((call as u32, rule));
        }
    }
    ranges
}

/// What runtimes and compilers use, and what is harmless.
#[rustfmt::skip]
const NEEDED: &[Call] = &[
    // Files
    libc::SYS_chdir, libc::SYS_close, libc::SYS_close_range, libc::SYS_copy_file_range,
    libc::SYS_dup, libc::SYS_dup3, libc::SYS_faccessat, libc::SYS_faccessat2,
    libc::SYS_fadvise64, libc::SYS_fallocate, libc::SYS_fchdir, libc::SYS_fchmod,
    libc::SYS_fchmodat, libc::SYS_fchown, libc::SYS_fchownat, libc::SYS_fcntl,
    libc::SYS_fdatasync, libc::SYS_fgetxattr, libc::SYS_flistxattr,
    libc::SYS_fstat, libc::SYS_fstatfs, libc::SYS_fsync, libc::SYS_ftruncate,
    libc::SYS_getcwd, libc::SYS_getdents64, libc::SYS_getxattr, libc::SYS_ioctl, libc::SYS_lgetxattr,
    libc::SYS_linkat, libc::SYS_listxattr, libc::SYS_llistxattr, libc::SYS_lseek,
    libc::SYS_mkdirat, libc::SYS_mknodat, libc::SYS_newfstatat,
    libc::SYS_openat, libc::SYS_openat2, libc::SYS_pipe2, libc::SYS_pread64,
    libc::SYS_preadv, libc::SYS_preadv2, libc::SYS_pwrite64, libc::SYS_pwritev,
    libc::SYS_pwritev2, libc::SYS_read, libc::SYS_readahead, libc::SYS_readlinkat,
    libc::SYS_readv, libc::SYS_renameat, libc::SYS_renameat2, libc::SYS_sendfile,
    libc::SYS_splice, libc::SYS_statfs, libc::SYS_statx, libc::SYS_symlinkat,
    libc::SYS_sync_file_range, libc::SYS_tee, libc::SYS_truncate, libc::SYS_umask,
    libc::SYS_unlinkat, libc::SYS_utimensat, libc::SYS_vmsplice, libc::SYS_write,
    libc::SYS_writev,
    // Memory
    libc::SYS_brk, libc::SYS_get_mempolicy, libc::SYS_madvise, libc::SYS_membarrier,
    libc::SYS_mincore, libc::SYS_mlock, libc::SYS_mlock2, libc::SYS_mlockall,
    libc::SYS_mmap, libc::SYS_mprotect, libc::SYS_mremap, libc::SYS_msync,
    libc::SYS_munlock, libc::SYS_munlockall, libc::SYS_munmap, libc::SYS_pkey_alloc,
    libc::SYS_pkey_free, libc::SYS_pkey_mprotect,
    // Processes and threads
    libc::SYS_capget, libc::SYS_execve, libc::SYS_execveat, libc::SYS_exit,
    libc::SYS_exit_group, libc::SYS_futex, libc::SYS_get_robust_list, libc::SYS_getcpu,
    libc::SYS_getegid, libc::SYS_geteuid, libc::SYS_getgid, libc::SYS_getgroups,
    libc::SYS_getpgid, libc::SYS_getpid, libc::SYS_getppid, libc::SYS_getpriority,
    libc::SYS_getrandom, libc::SYS_getresgid, libc::SYS_getresuid, libc::SYS_getrlimit,
    libc::SYS_getrusage, libc::SYS_getsid, libc::SYS_gettid, libc::SYS_getuid,
    libc::SYS_ioprio_get, libc::SYS_kill, libc::SYS_pidfd_open, libc::SYS_pidfd_send_signal,
    libc::SYS_prctl, libc::SYS_rseq, libc::SYS_rt_sigaction, libc::SYS_rt_sigpending,
    libc::SYS_rt_sigprocmask, libc::SYS_rt_sigqueueinfo, libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend, libc::SYS_rt_sigtimedwait, libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_sched_get_priority_max, libc::SYS_sched_get_priority_min,
    libc::SYS_sched_getaffinity, libc::SYS_sched_getattr, libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler, libc::SYS_sched_rr_get_interval, libc::SYS_sched_yield,
    libc::SYS_set_robust_list, libc::SYS_set_tid_address, libc::SYS_setgid,
    libc::SYS_setgroups, libc::SYS_setpgid, libc::SYS_setpriority, libc::SYS_setregid,
    libc::SYS_setresgid, libc::SYS_setresuid, libc::SYS_setreuid, libc::SYS_setrlimit,
    libc::SYS_setsid, libc::SYS_setuid, libc::SYS_sigaltstack, libc::SYS_tgkill,
    libc::SYS_tkill, libc::SYS_wait4, libc::SYS_waitid,
    // Time and waiting
    libc::SYS_clock_getres, libc::SYS_clock_gettime, libc::SYS_clock_nanosleep,
    libc::SYS_epoll_create1, libc::SYS_epoll_ctl, libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2, libc::SYS_eventfd2, libc::SYS_getitimer, libc::SYS_gettimeofday,
    libc::SYS_nanosleep, libc::SYS_ppoll, libc::SYS_pselect6, libc::SYS_restart_syscall,
    libc::SYS_setitimer, libc::SYS_signalfd4, libc::SYS_sysinfo, libc::SYS_timer_create,
    libc::SYS_timer_delete, libc::SYS_timer_getoverrun, libc::SYS_timer_gettime,
    libc::SYS_timer_settime, libc::SYS_timerfd_create, libc::SYS_timerfd_gettime,
    libc::SYS_timerfd_settime, libc::SYS_times, libc::SYS_uname,
    // On pairs of sockets within the sandbox: there are no others
    libc::SYS_getpeername, libc::SYS_getsockname, libc::SYS_getsockopt, libc::SYS_recvfrom,
    libc::SYS_recvmmsg, libc::SYS_recvmsg, libc::SYS_sendmmsg, libc::SYS_sendmsg,
    libc::SYS_sendto, libc::SYS_setsockopt, libc::SYS_shutdown,
    // Older names that only some architectures have
    #[cfg(target_arch = "x86_64")] libc::SYS_access,
    #[cfg(target_arch = "x86_64")] libc::SYS_alarm,
    #[cfg(target_arch = "x86_64")] libc::SYS_arch_prctl,
    #[cfg(target_arch = "x86_64")] libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")] libc::SYS_chown,
    #[cfg(target_arch = "x86_64")] libc::SYS_creat,
    #[cfg(target_arch = "x86_64")] libc::SYS_dup2,
    #[cfg(target_arch = "x86_64")] libc::SYS_epoll_create,
    #[cfg(target_arch = "x86_64")] libc::SYS_epoll_wait,
    #[cfg(target_arch = "x86_64")] libc::SYS_eventfd,
    #[cfg(target_arch = "x86_64")] libc::SYS_fork,
    #[cfg(target_arch = "x86_64")] libc::SYS_getdents,
    #[cfg(target_arch = "x86_64")] libc::SYS_getpgrp,
    #[cfg(target_arch = "x86_64")] libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")] libc::SYS_link,
    #[cfg(target_arch = "x86_64")] libc::SYS_lstat,
    #[cfg(target_arch = "x86_64")] libc::SYS_mkdir,
    #[cfg(target_arch = "x86_64")] libc::SYS_mknod,
    #[cfg(target_arch = "x86_64")] libc::SYS_open,
    #[cfg(target_arch = "x86_64")] libc::SYS_pause,
    #[cfg(target_arch = "x86_64")] libc::SYS_pipe,
    #[cfg(target_arch = "x86_64")] libc::SYS_poll,
    #[cfg(target_arch = "x86_64")] libc::SYS_readlink,
    #[cfg(target_arch = "x86_64")] libc::SYS_rename,
    #[cfg(target_arch = "x86_64")] libc::SYS_rmdir,
    #[cfg(target_arch = "x86_64")] libc::SYS_select,
    #[cfg(target_arch = "x86_64")] libc::SYS_signalfd,
    #[cfg(target_arch = "x86_64")] libc::SYS_stat,
    #[cfg(target_arch = "x86_64")] libc::SYS_symlink,
    #[cfg(target_arch = "x86_64")] libc::SYS_time,
    #[cfg(target_arch = "x86_64")] libc::SYS_unlink,
    #[cfg(target_arch = "x86_64")] libc::SYS_utime,
    #[cfg(target_arch = "x86_64")] libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")] libc::SYS_futimesat,
    #[cfg(target_arch = "x86_64")] libc::SYS_vfork,
];

/// What runtimes try and do without: refused like to any ordinary user.
/// Affinity and scheduling belong to the judge, which pins and measures. By
/// locking and watching files that all see, submissions that run side by side
/// could talk; a file without a name would be memory that is no process's.
#[rustfmt::skip]
const REFUSED: &[Call] = &[
    libc::SYS_accept, libc::SYS_accept4, libc::SYS_adjtimex, libc::SYS_bind,
    libc::SYS_capset, libc::SYS_connect, libc::SYS_flock, libc::SYS_inotify_add_watch,
    libc::SYS_inotify_init1, libc::SYS_ioprio_set, libc::SYS_listen, libc::SYS_mbind,
    libc::SYS_memfd_create, libc::SYS_mq_open, libc::SYS_msgget, libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr, libc::SYS_sched_setparam,
    libc::SYS_semget, libc::SYS_set_mempolicy, libc::SYS_shmget, libc::SYS_socket,
    libc::SYS_sync, libc::SYS_syncfs,
    #[cfg(target_arch = "x86_64")] libc::SYS_inotify_init,
];

/// What only an attack asks for.
#[rustfmt::skip]
const HOSTILE: &[Call] = &[
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs the filter as the kernel would.
    fn verdict(architecture: u32, call: u32, arguments: [u32; 6]) -> u32 {
        let program = program();
        let (mut at, mut accumulator) = (0, 0);
        loop {
            let now = program[at];
            at += 1;
            let jump = match now.code {
                LOAD => {
                    accumulator = match now.value {
                        CALL_NUMBER => call,
                        ARCHITECTURE => architecture,
                        offset => arguments[(offset as usize - 16) / 8],
                    };
                    continue;
                }
                RETURN => return now.value,
                JUMP_EQUAL => accumulator == now.value,
                JUMP_GREATER_EQUAL => accumulator >= now.value,
                JUMP_ANY_BIT => accumulator & now.value != 0,
                code => panic!("unknown instruction {code:#x}"),
            };
            at += usize::from(if jump { now.jump_true } else { now.jump_false });
        }
    }

    fn native(call: Call, first: u32) -> u32 {
        verdict(NATIVE, call as u32, [first, 0, 0, 0, 0, 0])
    }

    #[test]
    fn every_listed_call_gets_its_rule() {
        for &call in NEEDED {
            assert_eq!(native(call, 0), ALLOW, "call {call}");
        }
        for &call in HOSTILE {
            assert_eq!(native(call, 0), KILL, "call {call}");
        }
        for &call in REFUSED {
            assert_eq!(native(call, 0), fail(libc::EPERM), "call {call}");
        }
    }

    #[test]
    fn no_call_is_listed_twice() {
        let mut all = [NEEDED, HOSTILE, REFUSED].concat();
        all.sort_unstable();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn what_is_not_listed_does_not_exist() {
        for call in [
            libc::SYS_io_uring_setup,
            libc::SYS_clone3,
            libc::SYS_seccomp,
            2000,
        ] {
            assert_eq!(native(call, 0), fail(libc::ENOSYS), "call {call}");
        }
    }

    #[test]
    fn foreign_calls_end_the_process() {
        assert_eq!(verdict(0x4000_0003, 1, [0; 6]), KILL);
        assert_eq!(verdict(NATIVE, FOREIGN | 1, [0; 6]), KILL);
    }

    #[test]
    fn arguments_decide_where_only_some_are_harmless() {
        assert_eq!(native(libc::SYS_clone, libc::CLONE_VM as u32), ALLOW);
        assert_eq!(native(libc::SYS_clone, libc::CLONE_NEWUSER as u32), KILL);
        assert_eq!(native(libc::SYS_prlimit64, 0), ALLOW);
        assert_eq!(native(libc::SYS_prlimit64, 1), fail(libc::EPERM));
        assert_eq!(native(libc::SYS_personality, u32::MAX), ALLOW);
        assert_eq!(
            native(libc::SYS_personality, 0x0004_0000),
            fail(libc::EPERM)
        );
        assert_eq!(native(libc::SYS_socketpair, libc::AF_UNIX as u32), ALLOW);
        assert_eq!(
            native(libc::SYS_socketpair, libc::AF_INET as u32),
            fail(libc::EPERM)
        );
        let control = |command: i32| {
            let call = libc::SYS_fcntl as u32;
            verdict(NATIVE, call, [0, command as u32, 0, 0, 0, 0])
        };
        assert_eq!(control(libc::F_GETFL), ALLOW);
        assert_eq!(control(libc::F_SETLEASE), fail(libc::EPERM));
        assert_eq!(control(libc::F_NOTIFY), fail(libc::EPERM));
        let schedule = |policy: i32| {
            let call = libc::SYS_sched_setscheduler as u32;
            verdict(NATIVE, call, [0, policy as u32, 0, 0, 0, 0])
        };
        assert_eq!(schedule(libc::SCHED_OTHER), ALLOW);
        assert_eq!(schedule(libc::SCHED_FIFO), fail(libc::EPERM));
    }

    #[test]
    fn the_search_is_short() {
        assert!(program().len() < 256, "{}", program().len());
    }
}
