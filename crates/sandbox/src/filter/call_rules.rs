//! The rule for each system call.

use std::collections::BTreeMap;

use libc::c_long as Call;

use super::calls::{
    ALLOWED_CALLS, ALLOWED_FCNTL_COMMANDS, ALLOWED_IOCTLS, ALLOWED_MEMORY_ADVICE,
    DESCRIPTOR_PASSING_CALLS, EVENT_LOOP_CALLS, FATAL_CALLS, IGNORED_CALLS, PROCESS_CALLS,
    REFUSED_CALLS, REFUSED_PRCTL_OPTIONS, REFUSED_SOCKET_OPTIONS,
};
use super::rule::{ALLOW_CALL, KILL_PROCESS, PRETEND_SUCCESS, Rule, fail_with};
use crate::job::Permissions;

/// Returns the rules of all system calls, as ranges of call numbers that have the same rule. A
/// range is given by its first call number and its rule.
pub(super) fn rule_ranges(needs: Permissions) -> Vec<(u32, Rule)> {
    let [allowed, refused] = [ALLOW_CALL, fail_with(libc::EPERM)].map(Rule::Return);
    let if_needed = |needed: bool, rule| if needed { rule } else { refused };
    let clone = Rule::Clone {
        processes: needs.processes,
    };
    let unix = allow_only_values(0, &[libc::AF_UNIX as u32], libc::EPERM);
    let lists: [(&[u32], Rule); 9] = [
        (ALLOWED_CALLS, allowed),
        (IGNORED_CALLS, Rule::Return(PRETEND_SUCCESS)),
        (FATAL_CALLS, Rule::Return(KILL_PROCESS)),
        (REFUSED_CALLS, refused),
        (DESCRIPTOR_PASSING_CALLS, if_needed(needs.messages, allowed)),
        (PROCESS_CALLS, if_needed(needs.processes, allowed)),
        (EVENT_LOOP_CALLS, if_needed(needs.event_loop, allowed)),
        (&[libc::SYS_clone as u32], clone),
        (&[libc::SYS_socketpair as u32], if_needed(needs.pairs, unix)),
    ];
    let listed = lists
        .iter()
        .flat_map(|&(calls, rule)| calls.iter().map(move |&call| (call, rule)));
    let by_argument = ARGUMENT_RULES.iter();
    let by_argument = by_argument.map(|&(call, rule)| (call as u32, rule));
    let rules: BTreeMap<u32, Rule> = listed.chain(by_argument).collect();
    let absent = Rule::Return(fail_with(libc::ENOSYS));
    let last = rules.keys().next_back().copied().unwrap_or_default();
    let mut ranges: Vec<(u32, Rule)> = Vec::new();
    for call in 0..=last + 1 {
        let rule = rules.get(&call).copied().unwrap_or(absent);
        if ranges.last().is_none_or(|&(_, last)| last != rule) {
            ranges.push((call, rule));
        }
    }
    ranges
}

/// System calls whose rule depends on an argument.
pub(super) const ARGUMENT_RULES: &[(Call, Rule)] = &[
    // A process may only change its own limits.
    (libc::SYS_prlimit64, allow_only_values(0, &[0], libc::EPERM)),
    // .NET sets the normal policy, which is already in effect.
    (
        libc::SYS_sched_setscheduler,
        allow_only_values(1, &[libc::SCHED_OTHER as u32], libc::EPERM),
    ),
    // Concurrent runs that see the same files could communicate through file locks, leases and
    // notifications.
    (
        libc::SYS_fcntl,
        allow_only_values(1, ALLOWED_FCNTL_COMMANDS, libc::EPERM),
    ),
    (
        libc::SYS_ioctl,
        allow_only_values(1, ALLOWED_IOCTLS, libc::ENOTTY),
    ),
    (
        libc::SYS_madvise,
        allow_only_values(2, ALLOWED_MEMORY_ADVICE, libc::EINVAL),
    ),
    // Socket cookies and pidfds reveal machine-wide counters.
    (
        libc::SYS_getsockopt,
        Rule::ByValue {
            argument: 2,
            values: REFUSED_SOCKET_OPTIONS,
            outcomes: [fail_with(libc::ENOPROTOOPT), ALLOW_CALL],
        },
    ),
    // `CLOSE_RANGE_UNSHARE` gives a thread its own table of open files, which `Rule::Clone`
    // prevents.
    (
        libc::SYS_close_range,
        Rule::UnlessBits {
            argument: 2,
            bits: &[libc::CLOSE_RANGE_UNSHARE],
            otherwise: fail_with(libc::EINVAL),
        },
    ),
    // After a process has released pages of anonymous shared memory (`MADV_DONTNEED`), they stay
    // allocated, but no process is charged for them. Files may be mapped, because their size is
    // limited.
    (
        libc::SYS_mmap,
        Rule::UnlessBits {
            argument: 3,
            bits: &[libc::MAP_SHARED as u32, libc::MAP_ANONYMOUS as u32],
            otherwise: fail_with(libc::EPERM),
        },
    ),
    // Without `MS_SYNC`, the call only checks whether memory is mapped, which some programs need.
    (
        libc::SYS_msync,
        Rule::UnlessBits {
            argument: 2,
            bits: &[libc::MS_SYNC as u32],
            otherwise: PRETEND_SUCCESS,
        },
    ),
    // After `PR_SET_MEMORY_MERGE`, access times reveal whether another process has an equal page.
    // The other options in this list would let a program evade measurement.
    (
        libc::SYS_prctl,
        Rule::ByValue {
            argument: 0,
            values: REFUSED_PRCTL_OPTIONS,
            outcomes: [fail_with(libc::EINVAL), ALLOW_CALL],
        },
    ),
    // Only setting the default personality and reading the current one are allowed.
    (
        libc::SYS_personality,
        allow_only_values(0, &[0, u32::MAX], libc::EPERM),
    ),
];

/// Returns the rule that allows a call only if an argument has one of these values. Otherwise the
/// call fails with `errno`.
const fn allow_only_values(argument: u32, values: &'static [u32], errno: i32) -> Rule {
    Rule::ByValue {
        argument,
        values,
        outcomes: [ALLOW_CALL, fail_with(errno)],
    }
}
