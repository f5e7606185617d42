//! Determines the verdict from the way in which a process ended. Also determines the CPU time at
//! which a process is stopped.

use std::time::Duration;

use crate::process::job::Ending;
use mousetrap_model::{Limits, Message, Usage, Verdict};

/// `Ok` for an accepted run, otherwise the verdict and the reason.
pub(crate) type RunVerdict = Result<(), (Verdict, Message)>;

/// Returns the verdict for a process with this ending. A complete program may exit with code 0, but
/// a driver must never exit by itself.
pub(crate) fn verdict_for_ending(
    ending: Ending,
    is_driver: bool,
    usage: Usage,
    limits: &Limits,
) -> RunVerdict {
    const SIGXFSZ: i32 = 25;
    const SIGSYS: i32 = 31;
    let crash = |message| (Verdict::RunTimeError, message);
    Err(match ending {
        Ending::Code(0) if !is_driver => return Ok(()),
        Ending::Output(stream) => {
            let (limit, stream) = (limits.output, stream.to_owned());
            let reason = Message::OutputLimit { limit, stream };
            (Verdict::OutputLimitExceeded, reason)
        }
        Ending::Memory => {
            let limit = limits.memory;
            (Verdict::MemoryLimitExceeded, Message::MemoryLimit { limit })
        }
        Ending::Cpu => {
            let limit = limits.cpu;
            (Verdict::TimeLimitExceeded, Message::CpuLimit { limit })
        }
        Ending::Wall => {
            let Usage { cpu, wall, .. } = usage;
            (Verdict::TimeLimitExceeded, Message::WallLimit { wall, cpu })
        }
        Ending::Signal(SIGSYS) => (Verdict::SecurityViolation, Message::DeniedSystemCall),
        Ending::Signal(SIGXFSZ) => (Verdict::OutputLimitExceeded, Message::FileTooLarge),
        Ending::Closed => crash(Message::ClosedReplyChannel),
        Ending::Code(code) if is_driver => crash(Message::ExitCodeBeforeReply { code }),
        Ending::Code(code) => crash(Message::ExitCode { code }),
        Ending::Signal(number) => crash(match signal_hook::low_level::signal_name(number) {
            Some(name) => Message::NamedSignal {
                number,
                name: name.to_owned(),
            },
            None => Message::Signal { number },
        }),
        // Only a compilation can end in this way, and this function is not called for compilations.
        Ending::Uncollected(_) => crash(Message::Interrupted),
    })
}

/// A run is repeated if its CPU time differs from the limit by at most this fraction of the limit.
pub(crate) const BORDERLINE_FRACTION: f64 = 0.2;

/// Returns the CPU time at which a run is stopped. It is well above the limit, because a run that
/// ends near the limit is repeated, and because reports show by how much a run exceeded the limit.
pub(crate) fn hard_cpu_limit(limit: Duration) -> Duration {
    const MAX_EXTRA_CPU_TIME: Duration = Duration::from_secs(1);
    limit.mul_f64(1.0 + BORDERLINE_FRACTION) + (limit / 2).min(MAX_EXTRA_CPU_TIME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hard_cpu_limit_is_slightly_above_the_case_limit() {
        let millis = |limit| hard_cpu_limit(Duration::from_millis(limit)).as_millis();
        assert_eq!([100, 2000, 20_000].map(millis), [170, 3400, 25_000]);
    }

    #[test]
    fn exit_is_a_crash_unless_a_complete_program_exits_with_zero() {
        let judge = |code, is_driver| {
            verdict_for_ending(Ending::Code(code), is_driver, Usage::NONE, &Limits::DEFAULT)
        };
        let crash = |message| Err((Verdict::RunTimeError, message));
        assert_eq!(judge(0, false), Ok(()));
        assert_eq!(judge(3, false), crash(Message::ExitCode { code: 3 }));
        for code in [0, 3] {
            assert_eq!(
                judge(code, true),
                crash(Message::ExitCodeBeforeReply { code })
            );
        }
    }
}
