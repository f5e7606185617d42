//! The rule for each system call.

use std::collections::BTreeMap;

use libc::c_long as Call;

use super::calls::{
    ALLOWED_CALLS, DEVICE_QUERIES, EVENT_LOOP_CALLS, FILE_COMMANDS, HOSTILE_CALLS, IGNORED_CALLS,
    MEMORY_ADVICE, MESSAGE_CALLS, PROCESS_CALLS, REFUSED_CALLS, REFUSED_PRCTL_OPTIONS,
    REFUSED_SOCKET_OPTIONS,
};
use super::rule::{ALLOW, KILL, PRETEND_SUCCESS, Rule, fail};
use crate::job::Needs;

/// Returns the rules of all system calls as ranges of call numbers with equal rules: the first
/// call number of each range, and the rule.
pub(super) fn rule_ranges(needs: Needs) -> Vec<(u32, Rule)> {
    let [allowed, refused] = [ALLOW, fail(libc::EPERM)].map(Rule::Return);
    let if_needed = |needed: bool, rule| if needed { rule } else { refused };
    let clone = Rule::Clone {
        processes: needs.processes,
    };
    let unix = allow_values(0, &[libc::AF_UNIX as u32], libc::EPERM);
    let lists: [(&[u32], Rule); 9] = [
        (ALLOWED_CALLS, allowed),
        (IGNORED_CALLS, Rule::Return(PRETEND_SUCCESS)),
        (HOSTILE_CALLS, Rule::Return(KILL)),
        (REFUSED_CALLS, refused),
        (MESSAGE_CALLS, if_needed(needs.messages, allowed)),
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
    let absent = Rule::Return(fail(libc::ENOSYS));
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
    // These calls are allowed for the calling process only.
    (libc::SYS_prlimit64, allow_values(0, &[0], libc::EPERM)),
    // Mono sets the normal policy, which is already in effect, and prints a message to standard
    // output if the call fails.
    (
        libc::SYS_sched_setscheduler,
        allow_values(1, &[libc::SCHED_OTHER as u32], libc::EPERM),
    ),
    // Concurrent runs that see the same files could communicate through locks, leases and
    // notifications.
    (libc::SYS_fcntl, allow_values(1, FILE_COMMANDS, libc::EPERM)),
    (
        libc::SYS_ioctl,
        allow_values(1, DEVICE_QUERIES, libc::ENOTTY),
    ),
    (
        libc::SYS_madvise,
        allow_values(2, MEMORY_ADVICE, libc::EINVAL),
    ),
    // The numbers of socket cookies and process descriptors reveal activity of the entire machine.
    (
        libc::SYS_getsockopt,
        Rule::ByValue {
            argument: 2,
            values: REFUSED_SOCKET_OPTIONS,
            outcomes: [fail(libc::ENOPROTOOPT), ALLOW],
        },
    ),
    // `CLOSE_RANGE_UNSHARE` gives a thread its own table of open files, which `Rule::Clone`
    // prevents.
    (
        libc::SYS_close_range,
        Rule::UnlessBits {
            argument: 2,
            bits: &[libc::CLOSE_RANGE_UNSHARE],
            otherwise: fail(libc::EINVAL),
        },
    ),
    // Pages of shared memory that a process releases (`MADV_DONTNEED`) stay allocated, and then no
    // process is charged for them. Files may be mapped, because their size is limited.
    (
        libc::SYS_mmap,
        Rule::UnlessBits {
            argument: 3,
            bits: &[libc::MAP_SHARED as u32, libc::MAP_ANONYMOUS as u32],
            otherwise: fail(libc::EPERM),
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
    // The other options in this list would evade measurement.
    (
        libc::SYS_prctl,
        Rule::ByValue {
            argument: 0,
            values: REFUSED_PRCTL_OPTIONS,
            outcomes: [fail(libc::EINVAL), ALLOW],
        },
    ),
    // Only setting the default personality and reading the current one are allowed.
    (
        libc::SYS_personality,
        allow_values(0, &[0, u32::MAX], libc::EPERM),
    ),
];

/// Returns the rule that allows a call only if an argument has one of these values. Otherwise the
/// call fails with `errno`.
const fn allow_values(argument: u32, values: &'static [u32], errno: i32) -> Rule {
    Rule::ByValue {
        argument,
        values,
        outcomes: [ALLOW, fail(errno)],
    }
}
