//! Verdicts that depend on how a process ended, and the CPU time at which processes are stopped.

use std::time::Duration;

use crate::process::job::End;
use mousetrap_model::{Limits, Message, Usage, Verdict};

/// `Ok` for an accepted run, otherwise the verdict and the reason.
pub(crate) type RunVerdict = Result<(), (Verdict, Message)>;

/// Returns the verdict for a process that ended in this way. A whole program may exit with code 0,
/// but a driver (`is_driver`) must never exit by itself.
pub(crate) fn verdict_for(
    end: End,
    is_driver: bool,
    measured: Usage,
    limits: &Limits,
) -> RunVerdict {
    const SIGXFSZ: i32 = 25;
    const SIGSYS: i32 = 31;
    Err(match end {
        End::Code(0) if !is_driver => return Ok(()),
        End::Output(stream) => {
            let (limit, stream) = (limits.output, stream.to_owned());
            (
                Verdict::OutputLimitExceeded,
                Message::OutputLimit { limit, stream },
            )
        }
        End::Memory => {
            let limit = limits.memory;
            (Verdict::MemoryLimitExceeded, Message::MemoryLimit { limit })
        }
        End::Cpu => {
            let limit = limits.cpu;
            (Verdict::TimeLimitExceeded, Message::CpuLimit { limit })
        }
        End::Wall => {
            let Usage { cpu, wall, .. } = measured;
            (Verdict::TimeLimitExceeded, Message::WallLimit { wall, cpu })
        }
        End::Signal(SIGSYS) => (Verdict::SecurityViolation, Message::DeniedSystemCall),
        End::Signal(SIGXFSZ) => (Verdict::OutputLimitExceeded, Message::FileTooLarge),
        crash => (Verdict::RunTimeError, crash_message(crash, is_driver)),
    })
}

/// Describes a crash.
fn crash_message(end: End, is_driver: bool) -> Message {
    match end {
        End::Closed => Message::ClosedReplyChannel,
        End::Code(code) if is_driver => Message::ExitCodeBeforeReply { code },
        End::Code(code) => Message::ExitCode { code },
        End::Signal(number) => match signal_hook::low_level::signal_name(number) {
            Some(name) => Message::NamedSignal {
                number,
                name: name.to_owned(),
            },
            None => Message::Signal { number },
        },
        // This case is only for completeness: verdicts of interrupted runs are not reported.
        _ => Message::Interrupted,
    }
}

/// A run is repeated if its CPU time differs from the limit by at most this fraction of the limit.
pub(crate) const BORDERLINE_FRACTION: f64 = 0.2;

/// Returns the CPU time at which a run is stopped. This is beyond the range in which runs are
/// repeated. The run gets at most one more second, so that reports can show by how much it is too
/// slow.
pub(crate) fn hard_stop(limit: Duration) -> Duration {
    const MAX_EXTRA_TIME: Duration = Duration::from_secs(1);
    limit.mul_f64(1.0 + BORDERLINE_FRACTION) + (limit / 2).min(MAX_EXTRA_TIME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hard_stop_is_shortly_after_the_limit() {
        let millis = |limit| hard_stop(Duration::from_millis(limit)).as_millis();
        assert_eq!([100, 2000, 20_000].map(millis), [170, 3400, 25_000]);
    }
}
