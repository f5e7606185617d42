//! The rule for each system call.

use std::collections::BTreeMap;

use libc::c_long as Call;

use super::calls::{
    ADVICE, DEVICE_QUERIES, EVENT_LOOP, FILE_COMMANDS, HOSTILE, IGNORED, MESSAGES, NEEDED, OLDER,
    PROCESS_OPTIONS, PROCESSES, REFUSED, SOCKET_NUMBERS,
};
use super::rule::{ALLOW, DONE, KILL, Rule, fail};
use crate::job::Needs;

/// Returns the rules of all calls as ranges: the first call number of each range of calls
/// with equal rules, and the rule.
pub(super) fn ranges(needs: Needs) -> Vec<(u32, Rule)> {
    let refused = Rule::Return(fail(libc::EPERM));
    let if_needed = |needed: bool, rule| if needed { rule } else { refused };
    let clone = Rule::Clone {
        processes: needs.processes,
    };
    let unix = only(0, &[libc::AF_UNIX as u32], libc::EPERM);
    let lists: [(&[Call], Rule); 10] = [
        (NEEDED, Rule::Return(ALLOW)),
        (OLDER, Rule::Return(ALLOW)),
        (IGNORED, Rule::Return(DONE)),
        (HOSTILE, Rule::Return(KILL)),
        (REFUSED, refused),
        (MESSAGES, if_needed(needs.messages, Rule::Return(ALLOW))),
        (PROCESSES, if_needed(needs.processes, Rule::Return(ALLOW))),
        (EVENT_LOOP, if_needed(needs.event_loop, Rule::Return(ALLOW))),
        (&[libc::SYS_clone], clone),
        (&[libc::SYS_socketpair], if_needed(needs.pairs, unix)),
    ];
    let listed = lists
        .iter()
        .flat_map(|&(calls, rule)| calls.iter().map(move |&call| (call, rule)));
    let rules: BTreeMap<Call, Rule> = listed.chain(BY_ARGUMENT.iter().copied()).collect();

    let absent = Rule::Return(fail(libc::ENOSYS));
    let last = rules.keys().next_back().copied().unwrap_or_default();
    let mut ranges: Vec<(u32, Rule)> = Vec::new();
    for call in 0..=last + 1 {
        let rule = rules.get(&call).copied().unwrap_or(absent);
        if ranges.last().is_none_or(|&(_, last)| last != rule) {
            ranges.push((call as u32, rule));
        }
    }
    ranges
}

/// Calls whose treatment depends on an argument.
pub(super) const BY_ARGUMENT: &[(Call, Rule)] = &[
    // Only for the calling process.
    (libc::SYS_prlimit64, only(0, &[0], libc::EPERM)),
    // Mono sets the normal policy, which it already has, and prints a message to standard
    // output if that fails.
    (
        libc::SYS_sched_setscheduler,
        only(1, &[libc::SCHED_OTHER as u32], libc::EPERM),
    ),
    // Runs that see the same files could communicate through locks, leases and notifications.
    (libc::SYS_fcntl, only(1, FILE_COMMANDS, libc::EPERM)),
    (libc::SYS_ioctl, only(1, DEVICE_QUERIES, libc::ENOTTY)),
    (libc::SYS_madvise, only(2, ADVICE, libc::EINVAL)),
    // Socket cookies and process descriptors are numbered across the entire machine.
    (
        libc::SYS_getsockopt,
        Rule::ByValue {
            argument: 2,
            values: SOCKET_NUMBERS,
            outcomes: [fail(libc::ENOPROTOOPT), ALLOW],
        },
    ),
    // With this flag a thread gets its own table of open files; see `Rule::Clone`.
    (
        libc::SYS_close_range,
        Rule::UnlessBits {
            argument: 2,
            bits: libc::CLOSE_RANGE_UNSHARE,
            otherwise: fail(libc::EINVAL),
        },
    ),
    // Pages of shared memory remain after a process releases them (`MADV_DONTNEED`), and then
    // count for no process. Files can be mapped, because their size is limited.
    (
        libc::SYS_mmap,
        Rule::UnlessBoth {
            argument: 3,
            bits: [libc::MAP_SHARED as u32, libc::MAP_ANONYMOUS as u32],
            errno: libc::EPERM,
        },
    ),
    // Without `MS_SYNC` it only checks whether memory is mapped, and some programs use it
    // for that.
    (
        libc::SYS_msync,
        Rule::UnlessBits {
            argument: 2,
            bits: libc::MS_SYNC as u32,
            otherwise: DONE,
        },
    ),
    // The access time of a merged page reveals whether another process has an equal page.
    // The other options would evade measurement.
    (
        libc::SYS_prctl,
        Rule::ByValue {
            argument: 0,
            values: PROCESS_OPTIONS,
            outcomes: [fail(libc::EINVAL), ALLOW],
        },
    ),
    // Only the default, and reading the current one.
    (libc::SYS_personality, only(0, &[0, u32::MAX], libc::EPERM)),
];

/// Allows a call if an argument has one of these values, else it fails with `errno`.
const fn only(argument: u32, values: &'static [u32], errno: i32) -> Rule {
    Rule::ByValue {
        argument,
        values,
        outcomes: [ALLOW, fail(errno)],
    }
}
