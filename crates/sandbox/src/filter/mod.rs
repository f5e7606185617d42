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

use libc::c_long as Call;

use crate::Needs;
use calls::{
    ADVICE, DEVICE_QUESTIONS, FILE_COMMANDS, HOSTILE, IGNORED, MESSAGES, NEEDED, PROCESS_OPTIONS,
    PROCESSES, REFUSED,
};

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
    /// Allowed if an argument has one of these values.
    If {
        argument: u32,
        values: &'static [u32],
        otherwise: u32,
    },
    /// Allowed unless an argument has one of these values.
    Unless {
        argument: u32,
        values: &'static [u32],
        otherwise: u32,
    },
    /// `clone`, for threads alone: neither for namespaces nor for processes.
    OnlyThreads,
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
            Self::If {
                argument,
                values,
                otherwise,
            } => choose(program, argument, values, [ALLOW, otherwise]),
            Self::Unless {
                argument,
                values,
                otherwise,
            } => choose(program, argument, values, [otherwise, ALLOW]),
            Self::OnlyThreads => program.extend([
                instruction(LOAD, 0, 0, argument(0)),
                instruction(JUMP_ANY_BIT, 0, 1, NEW_NAMESPACE),
                give(KILL),
                instruction(JUMP_ANY_BIT, 0, 1, libc::CLONE_THREAD as u32),
                give(ALLOW),
                give(fail(libc::EPERM)),
            ]),
        }
    }
}

/// Gives the first outcome if an argument has one of the values, else the
/// second.
fn choose(program: &mut Vec<Instruction>, index: u32, values: &[u32], [one, none]: [u32; 2]) {
    program.push(instruction(LOAD, 0, 0, argument(index)));
    for (at, &value) in values.iter().enumerate() {
        let to_last = u8::try_from(values.len() - at).expect("lists are short");
        program.push(instruction(JUMP_EQUAL, to_last, 0, value));
    }
    program.push(instruction(RETURN, 0, 0, none));
    program.push(instruction(RETURN, 0, 0, one));
}

const fn instruction(code: u16, jump_true: u8, jump_false: u8, value: u32) -> Instruction {
    Instruction {
        code,
        jump_true,
        jump_false,
        value,
    }
}

/// The whole filter, for jobs with these needs.
pub(super) fn program(needs: Needs) -> Vec<Instruction> {
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
fn ranges(needs: Needs) -> Vec<(u32, Rule)> {
    let absent = Rule::Return(fail(libc::ENOSYS));
    let last = NEEDED
        .iter()
        .chain(IGNORED)
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
    set(IGNORED, Rule::Return(DONE));
    set(HOSTILE, Rule::Return(KILL));
    let refused = Rule::Return(fail(libc::EPERM));
    set(REFUSED, refused);
    let if_needed = |needed: bool, rule| if needed { rule } else { refused };
    set(MESSAGES, if_needed(needs.messages, Rule::Return(ALLOW)));
    set(PROCESSES, if_needed(needs.processes, Rule::Return(ALLOW)));
    set(
        &[libc::SYS_clone],
        if needs.processes {
            Rule::UnlessBits {
                argument: 0,
                bits: NEW_NAMESPACE,
                otherwise: KILL,
            }
        } else {
            Rule::OnlyThreads
        },
    );
    let unix = Rule::If {
        argument: 0,
        values: &[libc::AF_UNIX as u32],
        otherwise: fail(libc::EPERM),
    };
    set(&[libc::SYS_socketpair], if_needed(needs.pairs, unix));
    // Limits of other processes are not a candidate's business.
    set(
        &[libc::SYS_prlimit64],
        Rule::If {
            argument: 0,
            values: &[0],
            otherwise: fail(libc::EPERM),
        },
    );
    // Mono asks for the ordinary policy, which it has, and complains on
    // standard output if it is refused.
    set(
        &[libc::SYS_sched_setscheduler],
        Rule::If {
            argument: 1,
            values: &[libc::SCHED_OTHER as u32],
            otherwise: fail(libc::EPERM),
        },
    );
    // Locks, leases and notices are how those who see the same files talk.
    set(
        &[libc::SYS_fcntl],
        Rule::If {
            argument: 1,
            values: FILE_COMMANDS,
            otherwise: fail(libc::EPERM),
        },
    );
    set(
        &[libc::SYS_ioctl],
        Rule::If {
            argument: 1,
            values: DEVICE_QUESTIONS,
            otherwise: fail(libc::ENOTTY),
        },
    );
    set(
        &[libc::SYS_madvise],
        Rule::If {
            argument: 2,
            values: ADVICE,
            otherwise: fail(libc::EINVAL),
        },
    );
    // Asynchronously it does nothing but look whether memory is there, for
    // which some use it.
    set(
        &[libc::SYS_msync],
        Rule::UnlessBits {
            argument: 2,
            bits: libc::MS_SYNC as u32,
            otherwise: DONE,
        },
    );
    // Pages merged with those of others tell by their time what others have;
    // the other options are ways to go unmeasured.
    set(
        &[libc::SYS_prctl],
        Rule::Unless {
            argument: 0,
            values: PROCESS_OPTIONS,
            otherwise: fail(libc::EINVAL),
        },
    );
    // Only the default, and the question which one is in force.
    set(
        &[libc::SYS_personality],
        Rule::If {
            argument: 0,
            values: &[0, u32::MAX],
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
