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
//!
//! There is a program for each [`Needs`]; a worker builds those that it uses,
//! once.

mod calls;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::mem::offset_of;

use libc::{c_long as Call, seccomp_data, sock_filter};

use crate::Needs;
use calls::{
    ADVICE, DEVICE_QUESTIONS, EVENT_LOOP, FILE_COMMANDS, HOSTILE, IGNORED, MESSAGES, NEEDED, OLDER,
    PROCESS_OPTIONS, PROCESSES, REFUSED, SOCKET_NUMBERS,
};

const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
const JUMP_EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ) as u16;
const JUMP_GREATER_EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JGE) as u16;
const JUMP_ANY_BIT: u16 = (libc::BPF_JMP | libc::BPF_JSET) as u16;
const RETURN: u16 = libc::BPF_RET as u16;

const CALL_NUMBER: u32 = offset_of!(seccomp_data, nr) as u32;
const ARCHITECTURE: u32 = offset_of!(seccomp_data, arch) as u32;
/// An argument by its lower half, which is all that the kernel looks at for those
/// checked here.
const fn argument(index: u32) -> u32 {
    offset_of!(seccomp_data, args) as u32 + 8 * index
}

const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const KILL: u32 = libc::SECCOMP_RET_KILL_PROCESS;
const fn fail(errno: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | errno as u32
}
/// Nothing happens, and the caller hears that it worked.
const DONE: u32 = fail(0);

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
    /// The first if an argument has one of these values, else the second.
    ByValue {
        argument: u32,
        values: &'static [u32],
        outcomes: [u32; 2],
    },
    /// Refused if an argument has both of these bits.
    UnlessBoth {
        argument: u32,
        bits: [u32; 2],
        errno: i32,
    },
    /// `clone`: never for a namespace or a process descriptor, for threads only if they
    /// share their files, and for processes if these are allowed.
    Clone {
        processes: bool,
    },
}

impl Rule {
    fn emit(self, program: &mut Vec<sock_filter>) {
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
            Self::ByValue {
                argument: index,
                values,
                outcomes: [one, none],
            } => {
                program.push(instruction(LOAD, 0, 0, argument(index)));
                for (at, &value) in values.iter().enumerate() {
                    let to_last = u8::try_from(values.len() - at).expect("lists are short");
                    program.push(instruction(JUMP_EQUAL, to_last, 0, value));
                }
                program.extend([give(none), give(one)]);
            }
            Self::UnlessBoth {
                argument: index,
                bits: [one, other],
                errno,
            } => program.extend([
                instruction(LOAD, 0, 0, argument(index)),
                instruction(JUMP_ANY_BIT, 0, 2, one),
                instruction(JUMP_ANY_BIT, 0, 1, other),
                give(fail(errno)),
                give(ALLOW),
            ]),
            Self::Clone { processes } => program.extend([
                instruction(LOAD, 0, 0, argument(0)),
                instruction(JUMP_ANY_BIT, 0, 1, NEW_NAMESPACE),
                give(KILL),
                instruction(JUMP_ANY_BIT, 0, 1, libc::CLONE_PIDFD as u32),
                give(fail(libc::EINVAL)),
                instruction(JUMP_ANY_BIT, 1, 0, libc::CLONE_THREAD as u32),
                give(if processes { ALLOW } else { fail(libc::EPERM) }),
                // Each table of files has the full limit: with tables of their own, the
                // threads of a process could open many times as many.
                instruction(JUMP_ANY_BIT, 0, 1, libc::CLONE_FILES as u32),
                give(ALLOW),
                give(fail(libc::EINVAL)),
            ]),
        }
    }
}

const fn instruction(code: u16, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code, jt, jf, k }
}

/// The whole filter, for jobs with these needs.
pub(super) fn program(needs: Needs) -> Vec<sock_filter> {
    let mut program = vec![
        instruction(LOAD, 0, 0, ARCHITECTURE),
        instruction(JUMP_EQUAL, 1, 0, NATIVE),
        instruction(RETURN, 0, 0, KILL),
        instruction(LOAD, 0, 0, CALL_NUMBER),
        instruction(JUMP_GREATER_EQUAL, 0, 1, FOREIGN),
        instruction(RETURN, 0, 0, KILL),
    ];
    program.extend(search(&ranges(needs)));
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
fn search(ranges: &[(u32, Rule)]) -> Vec<sock_filter> {
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

/// Calls whose arguments decide.
const BY_ARGUMENT: &[(Call, Rule)] = &[
    // Limits of other processes are not a submission's business.
    (libc::SYS_prlimit64, only(0, &[0], libc::EPERM)),
    // Mono asks for the ordinary policy, which it has, and complains on
    // standard output if it is refused.
    (
        libc::SYS_sched_setscheduler,
        only(1, &[libc::SCHED_OTHER as u32], libc::EPERM),
    ),
    // Locks, leases and notices are how those who see the same files talk.
    (libc::SYS_fcntl, only(1, FILE_COMMANDS, libc::EPERM)),
    (libc::SYS_ioctl, only(1, DEVICE_QUESTIONS, libc::ENOTTY)),
    (libc::SYS_madvise, only(2, ADVICE, libc::EINVAL)),
    // Cookies and process descriptors of sockets are numbered across the whole machine.
    (
        libc::SYS_getsockopt,
        Rule::ByValue {
            argument: 2,
            values: SOCKET_NUMBERS,
            outcomes: [fail(libc::ENOPROTOOPT), ALLOW],
        },
    ),
    // With this flag, a thread gets a table of open files of its own; see `Rule::Clone`.
    (
        libc::SYS_close_range,
        Rule::UnlessBits {
            argument: 2,
            bits: libc::CLOSE_RANGE_UNSHARE,
            otherwise: fail(libc::EINVAL),
        },
    ),
    // Pages of shared memory stay when a process lets go of them (`MADV_DONTNEED`), and then
    // count for no process. Files, which are limited, can be mapped.
    (
        libc::SYS_mmap,
        Rule::UnlessBoth {
            argument: 3,
            bits: [libc::MAP_SHARED as u32, libc::MAP_ANONYMOUS as u32],
            errno: libc::EPERM,
        },
    ),
    // Asynchronously it does nothing but look whether memory is there, for
    // which some use it.
    (
        libc::SYS_msync,
        Rule::UnlessBits {
            argument: 2,
            bits: libc::MS_SYNC as u32,
            otherwise: DONE,
        },
    ),
    // Pages merged with those of others tell by their time what others have;
    // the other options are ways to go unmeasured.
    (
        libc::SYS_prctl,
        Rule::ByValue {
            argument: 0,
            values: PROCESS_OPTIONS,
            outcomes: [fail(libc::EINVAL), ALLOW],
        },
    ),
    // Only the default, and the question which one is in force.
    (libc::SYS_personality, only(0, &[0, u32::MAX], libc::EPERM)),
];

/// Allowed if an argument has one of these values, else it fails.
const fn only(argument: u32, values: &'static [u32], errno: i32) -> Rule {
    Rule::ByValue {
        argument,
        values,
        outcomes: [ALLOW, fail(errno)],
    }
}

/// The first call number of each run of equal rules.
fn ranges(needs: Needs) -> Vec<(u32, Rule)> {
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
