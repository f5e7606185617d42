//! Tests run the filter program and compare its results.

use libc::c_long as Call;

use super::call_rules::BY_ARGUMENT;
use super::calls::*;
use super::program::*;
use super::rule::*;
use crate::job::Needs;

fn verdict(architecture: u32, call: u32, arguments: [u32; 6]) -> u32 {
    verdict_for(Needs::default(), architecture, call, arguments)
}

/// Runs the filter as the kernel would.
fn verdict_for(needs: Needs, architecture: u32, call: u32, arguments: [u32; 6]) -> u32 {
    let program = program(needs);
    let (mut at, mut accumulator) = (0, 0);
    loop {
        let now = program[at];
        at += 1;
        let jump = match now.code {
            LOAD => {
                accumulator = match now.k {
                    CALL_NUMBER => call,
                    ARCHITECTURE => architecture,
                    offset => arguments[(offset - argument(0)) as usize / 8],
                };
                continue;
            }
            RETURN => return now.k,
            JUMP_EQUAL => accumulator == now.k,
            JUMP_GREATER_EQUAL => accumulator >= now.k,
            JUMP_ANY_BIT => accumulator & now.k != 0,
            code => panic!("unknown instruction {code:#x}"),
        };
        at += usize::from(if jump { now.jt } else { now.jf });
    }
}

fn native(call: Call, first: u32) -> u32 {
    verdict(NATIVE, call as u32, [first, 0, 0, 0, 0, 0])
}

#[test]
fn listed_call_gets_its_rule() {
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
    let mut all = [
        NEEDED, IGNORED, HOSTILE, REFUSED, MESSAGES, PROCESSES, EVENT_LOOP,
    ]
    .concat();
    all.extend(BY_ARGUMENT.iter().map(|&(call, _)| call));
    all.sort_unstable();
    let count = all.len();
    all.dedup();
    assert_eq!(all.len(), count);
}

#[test]
fn unlisted_call_fails_as_missing() {
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
fn foreign_call_ends_the_process() {
    assert_eq!(verdict(0x4000_0003, 1, [0; 6]), KILL);
    assert_eq!(verdict(NATIVE, FOREIGN | 1, [0; 6]), KILL);
}

#[test]
fn call_is_refused_by_argument() {
    assert_eq!(native(libc::SYS_clone, libc::CLONE_NEWUSER as u32), KILL);
    assert_eq!(native(libc::SYS_prlimit64, 0), ALLOW);
    assert_eq!(native(libc::SYS_prlimit64, 1), fail(libc::EPERM));
    assert_eq!(native(libc::SYS_personality, u32::MAX), ALLOW);
    assert_eq!(
        native(libc::SYS_personality, 0x0004_0000),
        fail(libc::EPERM)
    );
    let schedule = |policy: i32| {
        let call = libc::SYS_sched_setscheduler as u32;
        verdict(NATIVE, call, [0, policy as u32, 0, 0, 0, 0])
    };
    assert_eq!(schedule(libc::SCHED_OTHER), ALLOW);
    assert_eq!(schedule(libc::SCHED_FIFO), fail(libc::EPERM));
}

#[test]
fn shared_files_cannot_be_locked_watched_or_evicted() {
    let second =
        |call: Call, argument: u32| verdict(NATIVE, call as u32, [0, argument, 0, 0, 0, 0]);
    for command in 0..2048 {
        let expected = if FILE_COMMANDS.contains(&command) {
            ALLOW
        } else {
            fail(libc::EPERM)
        };
        assert_eq!(second(libc::SYS_fcntl, command), expected, "{command}");
    }
    for command in [
        libc::F_GETLK,
        libc::F_SETLK,
        libc::F_SETLKW,
        libc::F_OFD_GETLK,
        libc::F_OFD_SETLK,
        libc::F_OFD_SETLKW,
        libc::F_SETLEASE,
        libc::F_NOTIFY,
        libc::F_SETPIPE_SZ,
    ] {
        assert_eq!(
            second(libc::SYS_fcntl, command as u32),
            fail(libc::EPERM),
            "{command}"
        );
    }
    assert_eq!(second(libc::SYS_ioctl, libc::TIOCGWINSZ as u32), ALLOW);
    assert_eq!(
        second(libc::SYS_ioctl, libc::TIOCSTI as u32),
        fail(libc::ENOTTY)
    );
    for &call in IGNORED {
        assert_eq!(native(call, 0), DONE, "call {call}");
    }
    for call in [
        libc::SYS_mincore,
        libc::SYS_preadv2,
        libc::SYS_pwritev2,
        libc::SYS_process_madvise,
        451, // cachestat
    ] {
        assert_eq!(native(call, 0), fail(libc::ENOSYS), "call {call}");
    }
    let third =
        |call: Call, argument: i32| verdict(NATIVE, call as u32, [0, 0, argument as u32, 0, 0, 0]);
    for advice in [
        libc::MADV_MERGEABLE,
        libc::MADV_COLD,
        libc::MADV_PAGEOUT,
        libc::MADV_HWPOISON,
    ] {
        let expected = fail(libc::EINVAL);
        assert_eq!(third(libc::SYS_madvise, advice), expected, "{advice}");
    }
    assert_eq!(third(libc::SYS_madvise, libc::MADV_DONTNEED), ALLOW);
    assert_eq!(third(libc::SYS_msync, libc::MS_SYNC), DONE);
    assert_eq!(third(libc::SYS_msync, libc::MS_ASYNC), ALLOW);
    for option in [
        libc::PR_SET_MEMORY_MERGE,
        libc::PR_SET_DUMPABLE,
        libc::PR_SET_SECCOMP,
        libc::PR_TASK_PERF_EVENTS_DISABLE,
        libc::PR_TASK_PERF_EVENTS_ENABLE,
    ] {
        let option = option as u32;
        assert_eq!(native(libc::SYS_prctl, option), fail(libc::EINVAL));
    }
    assert_eq!(native(libc::SYS_prctl, libc::PR_SET_NAME as u32), ALLOW);
}

#[test]
fn additional_calls_are_allowed_only_by_need() {
    let unix = libc::AF_UNIX as u32;
    let process = libc::CLONE_VM as u32;
    let thread = (libc::CLONE_THREAD | libc::CLONE_FILES) as u32;
    let refused = fail(libc::EPERM);
    for bits in 0..16 {
        let needs = Needs {
            pairs: bits & 1 != 0,
            messages: bits & 2 != 0,
            processes: bits & 4 != 0,
            event_loop: bits & 8 != 0,
            process_files: false,
            fixed_addresses: false,
        };
        let native =
            |call: Call, first| verdict_for(needs, NATIVE, call as u32, [first, 0, 0, 0, 0, 0]);
        for (needed, call, first) in [
            (needs.pairs, libc::SYS_socketpair, unix),
            (needs.messages, libc::SYS_sendmsg, 0),
            (needs.messages, libc::SYS_sendmmsg, 0),
            (needs.processes, libc::SYS_clone, process),
            (needs.event_loop, libc::SYS_epoll_create1, 0),
            (needs.event_loop, libc::SYS_eventfd2, 0),
            #[cfg(target_arch = "x86_64")]
            (needs.processes, libc::SYS_fork, 0),
            #[cfg(target_arch = "x86_64")]
            (needs.processes, libc::SYS_vfork, 0),
        ] {
            let expected = if needed { ALLOW } else { refused };
            assert_eq!(native(call, first), expected, "{needs:?} {call}");
        }
        assert_eq!(native(libc::SYS_socketpair, libc::AF_INET as u32), refused);
        assert_eq!(native(libc::SYS_clone, process | thread), ALLOW);
        let user = libc::CLONE_NEWUSER as u32;
        assert_eq!(native(libc::SYS_clone, thread | user), KILL);
    }
}

#[test]
fn thread_without_shared_files_is_refused() {
    let [thread, files, descriptor] =
        [libc::CLONE_THREAD, libc::CLONE_FILES, libc::CLONE_PIDFD].map(|flag| flag as u32);
    let processes = Needs {
        processes: true,
        ..Needs::default()
    };
    let refused = fail(libc::EINVAL);
    for needs in [Needs::default(), processes] {
        let clone = |flags| {
            let call = libc::SYS_clone as u32;
            verdict_for(needs, NATIVE, call, [flags, 0, 0, 0, 0, 0])
        };
        assert_eq!(clone(thread | files), ALLOW);
        assert_eq!(clone(thread), refused);
        assert_eq!(clone(thread | files | descriptor), refused);
        assert_eq!(clone(descriptor), refused);
    }
    let close_range = |flags| {
        let call = libc::SYS_close_range as u32;
        verdict(NATIVE, call, [3, u32::MAX, flags, 0, 0, 0])
    };
    assert_eq!(close_range(libc::CLOSE_RANGE_CLOEXEC), ALLOW);
    let unshare = libc::CLOSE_RANGE_UNSHARE;
    assert_eq!(close_range(unshare | libc::CLOSE_RANGE_CLOEXEC), refused);
}

#[test]
fn socket_numbers_are_refused() {
    let option = |option: i32| {
        let call = libc::SYS_getsockopt as u32;
        verdict(
            NATIVE,
            call,
            [3, libc::SOL_SOCKET as u32, option as u32, 0, 0, 0],
        )
    };
    assert_eq!(option(libc::SO_TYPE), ALLOW);
    assert_eq!(option(libc::SO_COOKIE), fail(libc::ENOPROTOOPT));
}

#[test]
fn anonymous_shared_memory_is_refused() {
    let [shared, private, anonymous] =
        [libc::MAP_SHARED, libc::MAP_PRIVATE, libc::MAP_ANONYMOUS].map(|flag| flag as u32);
    let map = |flags| verdict(NATIVE, libc::SYS_mmap as u32, [0, 4096, 3, flags, 0, 0]);
    for allowed in [shared, private, private | anonymous] {
        assert_eq!(map(allowed), ALLOW, "{allowed:#x}");
    }
    let validated = libc::MAP_SHARED_VALIDATE as u32;
    for refused in [shared | anonymous, validated | anonymous] {
        assert_eq!(map(refused), fail(libc::EPERM), "{refused:#x}");
    }
}

#[test]
fn program_fits_into_short_jumps() {
    let length = program(Needs::default()).len();
    assert!(length < 256, "{length}");
}
