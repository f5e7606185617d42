//! Tests that run the filter program and compare its results with the expected ones.

use libc::{c_long as Call, *};

use super::call_rules::ARGUMENT_RULES;
use super::calls::*;
use super::program::*;
use super::rule::*;
use crate::job::Permissions;

/// Runs the filter as the kernel would.
fn filter_result(needs: Permissions, architecture: u32, call: u32, arguments: [u32; 6]) -> u32 {
    let program = build_program(needs);
    let (mut at, mut accumulator) = (0, 0);
    loop {
        let now = program[at];
        at += 1;
        let jump = match now.code {
            LOAD_WORD => {
                accumulator = match now.k {
                    CALL_NUMBER_OFFSET => call,
                    ARCHITECTURE_OFFSET => architecture,
                    offset => arguments[(offset - argument_offset(0)) as usize / 8],
                };
                continue;
            }
            RETURN_RESULT => return now.k,
            JUMP_IF_EQUAL => accumulator == now.k,
            JUMP_IF_AT_LEAST => accumulator >= now.k,
            JUMP_IF_ANY_BIT => accumulator & now.k != 0,
            code => panic!("unknown instruction {code:#x}"),
        };
        at += usize::from(if jump { now.jt } else { now.jf });
    }
}

/// Returns the filter result for a call of a job without permissions, with this argument at
/// `index`.
fn with_argument(call: u32, index: usize, argument: u32) -> u32 {
    let mut arguments = [0; 6];
    arguments[index] = argument;
    filter_result(Permissions::default(), NATIVE_ARCHITECTURE, call, arguments)
}

#[test]
fn listed_call_gets_its_rule() {
    let missing = [
        SYS_io_uring_setup,
        SYS_clone3,
        SYS_seccomp,
        SYS_mincore,
        SYS_preadv2,
        SYS_pwritev2,
        SYS_process_madvise,
        451, // cachestat
        2000,
    ]
    .map(|call| call as u32);
    for (calls, expected) in [
        (ALLOWED_CALLS, ALLOW_CALL),
        (FATAL_CALLS, KILL_PROCESS),
        (REFUSED_CALLS, fail_with(EPERM)),
        (IGNORED_CALLS, PRETEND_SUCCESS),
        (&missing, fail_with(ENOSYS)),
    ] {
        for &call in calls {
            assert_eq!(with_argument(call, 0, 0), expected, "call {call}");
        }
    }
}

#[test]
fn no_call_is_listed_twice() {
    let mut all = [
        ALLOWED_CALLS,
        IGNORED_CALLS,
        FATAL_CALLS,
        REFUSED_CALLS,
        DESCRIPTOR_PASSING_CALLS,
        PROCESS_CALLS,
        EVENT_LOOP_CALLS,
    ]
    .concat();
    all.extend(ARGUMENT_RULES.iter().map(|&(call, _)| call as u32));
    all.sort_unstable();
    let count = all.len();
    all.dedup();
    assert_eq!(all.len(), count);
}

#[test]
fn call_through_a_foreign_abi_kills_the_process() {
    for (architecture, call) in [(0x4000_0003, 1), (NATIVE_ARCHITECTURE, X32_CALL_BIT | 1)] {
        let found = filter_result(Permissions::default(), architecture, call, [0; 6]);
        assert_eq!(found, KILL_PROCESS);
    }
}

#[test]
fn call_is_refused_by_argument() {
    let [denied, invalid] = [EPERM, EINVAL].map(fail_with);
    let [unshare, close] = [CLOSE_RANGE_UNSHARE, CLOSE_RANGE_CLOEXEC].map(|it| it as i32);
    #[rustfmt::skip]
    let rows: &[(Call, usize, &[i32], u32)] = &[
        (SYS_clone, 0, &[CLONE_NEWUSER], KILL_PROCESS),
        (SYS_prlimit64, 0, &[0], ALLOW_CALL),
        (SYS_prlimit64, 0, &[1], denied),
        (SYS_personality, 0, &[0, -1], ALLOW_CALL),
        (SYS_personality, 0, &[0x0004_0000], denied),
        (SYS_sched_setscheduler, 1, &[SCHED_OTHER], ALLOW_CALL),
        (SYS_sched_setscheduler, 1, &[SCHED_FIFO], denied),
        (SYS_fcntl, 1, &[F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW], denied),
        (SYS_fcntl, 1, &[F_SETLEASE, F_NOTIFY, F_SETPIPE_SZ], denied),
        (SYS_ioctl, 1, &[TIOCGWINSZ as i32], ALLOW_CALL),
        (SYS_ioctl, 1, &[TIOCSTI as i32], fail_with(ENOTTY)),
        (SYS_madvise, 2, &[MADV_MERGEABLE, MADV_COLD, MADV_PAGEOUT, MADV_HWPOISON], invalid),
        (SYS_madvise, 2, &[MADV_DONTNEED], ALLOW_CALL),
        (SYS_msync, 2, &[MS_SYNC], PRETEND_SUCCESS),
        (SYS_msync, 2, &[MS_ASYNC], ALLOW_CALL),
        (SYS_prctl, 0, &[PR_SET_MEMORY_MERGE, PR_SET_DUMPABLE, PR_SET_SECCOMP], invalid),
        (SYS_prctl, 0, &[PR_TASK_PERF_EVENTS_DISABLE, PR_TASK_PERF_EVENTS_ENABLE], invalid),
        (SYS_prctl, 0, &[PR_SET_NAME], ALLOW_CALL),
        (SYS_getsockopt, 2, &[SO_TYPE], ALLOW_CALL),
        (SYS_getsockopt, 2, &[SO_COOKIE], fail_with(ENOPROTOOPT)),
        (SYS_mmap, 3, &[MAP_SHARED, MAP_PRIVATE | MAP_ANONYMOUS], ALLOW_CALL),
        (SYS_mmap, 3, &[MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED_VALIDATE | MAP_ANONYMOUS], denied),
        (SYS_close_range, 2, &[close], ALLOW_CALL),
        (SYS_close_range, 2, &[unshare | close], invalid),
    ];
    for &(call, index, values, expected) in rows {
        for &value in values {
            let found = with_argument(call as u32, index, value as u32);
            assert_eq!(found, expected, "call {call} with {value:#x}");
        }
    }
    for command in 0..2048 {
        let is_allowed = with_argument(SYS_fcntl as u32, 1, command) == ALLOW_CALL;
        let is_listed = ALLOWED_FCNTL_COMMANDS.contains(&command);
        assert_eq!(is_allowed, is_listed, "{command}");
    }
}

#[test]
fn additional_calls_require_their_permission() {
    let unix = AF_UNIX as u32;
    let process = CLONE_VM as u32;
    let [thread, files, descriptor] =
        [CLONE_THREAD, CLONE_FILES, CLONE_PIDFD].map(|flag| flag as u32);
    let [refused, invalid] = [EPERM, EINVAL].map(fail_with);
    for bits in 0..16 {
        let needs = Permissions {
            pairs: bits & 1 != 0,
            messages: bits & 2 != 0,
            processes: bits & 4 != 0,
            event_loop: bits & 8 != 0,
            process_files: false,
            fixed_addresses: false,
        };
        let native = |call: Call, first| {
            let arguments = [first, 0, 0, 0, 0, 0];
            filter_result(needs, NATIVE_ARCHITECTURE, call as u32, arguments)
        };
        for (needed, call, first) in [
            (needs.pairs, SYS_socketpair, unix),
            (needs.messages, SYS_sendmsg, 0),
            (needs.messages, SYS_sendmmsg, 0),
            (needs.processes, SYS_clone, process),
            (needs.event_loop, SYS_epoll_create1, 0),
            (needs.event_loop, SYS_eventfd2, 0),
            #[cfg(target_arch = "x86_64")]
            (needs.processes, SYS_fork, 0),
            #[cfg(target_arch = "x86_64")]
            (needs.processes, SYS_vfork, 0),
        ] {
            let expected = if needed { ALLOW_CALL } else { refused };
            assert_eq!(native(call, first), expected, "{needs:?} {call}");
        }
        assert_eq!(native(SYS_socketpair, AF_INET as u32), refused);
        for (flags, expected) in [
            (process | thread | files, ALLOW_CALL),
            (thread | files | CLONE_NEWUSER as u32, KILL_PROCESS),
            // Each table of open files has its own limit, so separate tables are refused.
            (thread, invalid),
            (thread | files | descriptor, invalid),
            (descriptor, invalid),
        ] {
            let found = native(SYS_clone, flags);
            assert_eq!(found, expected, "{needs:?} {flags:#x}");
        }
    }
}
