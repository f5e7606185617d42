//! The verdict for the way in which a process ended.

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
