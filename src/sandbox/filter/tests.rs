//! What the filter lets through, by running its program.

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
