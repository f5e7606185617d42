//! The verdict for the way in which a process ended, and the CPU time at which it is stopped.

use std::time::Duration;

use crate::process::job::End;
use mousetrap_model::{Limits, Message, Usage, Verdict};

/// `Ok` for an accepted run; otherwise the verdict and its reason.
pub(crate) type Judged = Result<(), (Verdict, Message)>;

/// Returns the verdict for a process that ended in this way. A program may exit with code 0;
/// a driver (`is_driver`) must never exit by itself.
pub(crate) fn verdict_for(end: End, is_driver: bool, measured: Usage, limits: &Limits) -> Judged {
    const SIGXFSZ: i32 = 25;
    const SIGSYS: i32 = 31;
    Err(match end {
        End::Code(0) if !is_driver => return Ok(()),
        End::Output(stream) => (
            Verdict::OutputLimitExceeded,
            Message::OutputLimit {
                limit: limits.output,
                stream: stream.to_string(),
            },
        ),
        End::Memory => (
            Verdict::MemoryLimitExceeded,
            Message::MemoryLimit {
                limit: limits.memory,
            },
        ),
        End::Cpu => (
            Verdict::TimeLimitExceeded,
            Message::CpuLimit { limit: limits.cpu },
        ),
        End::Wall => (
            Verdict::TimeLimitExceeded,
            Message::WallLimit {
                wall: measured.wall,
                cpu: measured.cpu,
            },
        ),
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
        // The verdict of an interrupted run is not reported.
        _ => Message::Interrupted,
    }
}

/// Runs within this share of a time limit are repeated.
pub(crate) const BORDERLINE: f64 = 0.2;

/// Returns the CPU time at which a run is stopped. Within the borderline band a run may
/// still be repeated. Beyond it, the run gets at most one second more, so that reports can
/// show by how much it is too slow.
pub(crate) fn hard_stop(limit: Duration) -> Duration {
    const SHOWN: Duration = Duration::from_secs(1);
    limit.mul_f64(1.0 + BORDERLINE) + (limit / 2).min(SHOWN)
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
