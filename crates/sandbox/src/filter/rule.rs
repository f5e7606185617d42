//! Filter rules for single system calls, and the filter instructions that implement them.

use std::mem::offset_of;

use libc::{seccomp_data, sock_filter};

pub(super) const LOAD_WORD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
pub(super) const JUMP_IF_EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ) as u16;
pub(super) const JUMP_IF_AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE) as u16;
pub(super) const JUMP_IF_ANY_BIT: u16 = (libc::BPF_JMP | libc::BPF_JSET) as u16;
pub(super) const RETURN_RESULT: u16 = libc::BPF_RET as u16;

pub(super) const CALL_NUMBER_OFFSET: u32 = offset_of!(seccomp_data, nr) as u32;
pub(super) const ARCHITECTURE_OFFSET: u32 = offset_of!(seccomp_data, arch) as u32;

/// Returns the offset of the lower half of an argument in `seccomp_data`. The rules compare only
/// this half, because the kernel ignores the upper 32 bits of these arguments.
pub(super) const fn argument_offset(index: u32) -> u32 {
    offset_of!(seccomp_data, args) as u32 + 8 * index
}

pub(super) const ALLOW_CALL: u32 = libc::SECCOMP_RET_ALLOW;
pub(super) const KILL_PROCESS: u32 = libc::SECCOMP_RET_KILL_PROCESS;
/// Returns the filter result that skips the call and makes it fail with `errno`.
pub(super) const fn fail_with(errno: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | errno as u32
}

/// The filter result that skips the call and reports success.
pub(super) const PRETEND_SUCCESS: u32 = fail_with(0);

#[cfg(target_arch = "x86_64")]
pub(super) const NATIVE_ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
pub(super) const NATIVE_ARCHITECTURE: u32 = 0xc000_00b7;

/// Bit 30 of a call number, which marks calls through the x32 ABI.
pub(super) const X32_CALL_BIT: u32 = 0x4000_0000;

/// Flags of `clone` that create a namespace, except `CLONE_NEWTIME`, which only `clone3` supports.
/// `clone` uses the bit of `CLONE_NEWTIME` for the exit signal.
pub(super) const NAMESPACE_FLAGS: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u32;

/// How the filter handles a system call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// Always returns this filter result.
    Return(u32),
    /// Allows the call unless all of these bits are set in an argument.
    UnlessBits {
        argument: u32,
        bits: &'static [u32],
        otherwise: u32,
    },
    /// Returns the first filter result in `outcomes` if an argument has one of `values`, and the
    /// second one otherwise.
    ByValue {
        argument: u32,
        values: &'static [u32],
        outcomes: [u32; 2],
    },
    /// The rule for `clone`: refuses new namespaces, pidfds, and threads with a separate table of
    /// file descriptors. Allows new processes only if `processes` is set.
    Clone { processes: bool },
}

impl Rule {
    /// Appends the instructions of the rule to `program`.
    pub(super) fn emit(self, program: &mut Vec<sock_filter>) {
        let ret = |value| instruction(RETURN_RESULT, 0, 0, value);
        match self {
            Self::Return(value) => program.push(ret(value)),
            Self::UnlessBits {
                argument: index,
                bits,
                otherwise,
            } => {
                program.push(instruction(LOAD_WORD, 0, 0, argument_offset(index)));
                for (at, &bit) in bits.iter().enumerate() {
                    let to_last = u8::try_from(bits.len() - at).expect("the list is short");
                    program.push(instruction(JUMP_IF_ANY_BIT, 0, to_last, bit));
                }
                program.extend([ret(otherwise), ret(ALLOW_CALL)]);
            }
            Self::ByValue {
                argument: index,
                values,
                outcomes: [if_listed, otherwise],
            } => {
                program.push(instruction(LOAD_WORD, 0, 0, argument_offset(index)));
                for (at, &value) in values.iter().enumerate() {
                    let to_last = u8::try_from(values.len() - at).expect("the list is short");
                    program.push(instruction(JUMP_IF_EQUAL, to_last, 0, value));
                }
                program.extend([ret(otherwise), ret(if_listed)]);
            }
            Self::Clone { processes } => program.extend([
                instruction(LOAD_WORD, 0, 0, argument_offset(0)),
                instruction(JUMP_IF_ANY_BIT, 0, 1, NAMESPACE_FLAGS),
                ret(KILL_PROCESS),
                instruction(JUMP_IF_ANY_BIT, 0, 1, libc::CLONE_PIDFD as u32),
                ret(fail_with(libc::EINVAL)),
                instruction(JUMP_IF_ANY_BIT, 1, 0, libc::CLONE_THREAD as u32),
                ret(if processes {
                    ALLOW_CALL
                } else {
                    fail_with(libc::EPERM)
                }),
                // The limit on open files applies to each table of open files, so threads with
                // separate tables could exceed the limit.
                instruction(JUMP_IF_ANY_BIT, 0, 1, libc::CLONE_FILES as u32),
                ret(ALLOW_CALL),
                ret(fail_with(libc::EINVAL)),
            ]),
        }
    }
}

pub(super) const fn instruction(code: u16, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code, jt, jf, k }
}
