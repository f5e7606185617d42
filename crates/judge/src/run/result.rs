//! The result of one run of a submission on one case.

use crate::process::excerpt::Excerpt;
use crate::process::job::{End, Ended};
use crate::process::running::{EXCERPT, Output};
use crate::verdict::ending::Judged;
use mousetrap_model::{Message, Usage, Verdict};

/// A run on one case with its verdict.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub verdict: Verdict,
    /// The reason; `None` if accepted.
    pub reason: Option<Message>,
    pub reply: Option<Excerpt>,
    /// The start of standard output, unless it is the reply.
    pub stdout: Excerpt,
    /// The start and the end of standard error.
    pub stderr: Excerpt,
    pub measured: Usage,
    /// Whether the user asked to stop before the run ended.
    pub interrupted: bool,
}

impl Run {
    pub(super) fn new(
        judged: Judged,
        reply: Option<Excerpt>,
        output: Output,
        measured: Usage,
    ) -> Self {
        let (verdict, reason) = match judged {
            Ok(()) => (Verdict::Accepted, None),
            Err((verdict, reason)) => (verdict, Some(reason)),
        };
        Self {
            verdict,
            reason,
            reply,
            stdout: output.stdout,
            stderr: output.stderr,
            measured,
            interrupted: false,
        }
    }

    /// Wraps the reason of a failure in another message.
    pub(crate) fn wrap_reason(&mut self, wrap: impl FnOnce(Box<Message>) -> Message) {
        self.reason = self.reason.take().map(|reason| wrap(reason.into()));
    }

    /// Adds a remark to the reason of a failure.
    pub(crate) fn remark(&mut self, remark: Message) {
        self.wrap_reason(|reason| reason.with_remark(remark));
    }

    /// Returns the run of a finished process.
    pub(super) fn of_ended(ended: Ended, judged: Judged, reply: Option<Excerpt>) -> Self {
        let stdout = match reply {
            Some(_) => Excerpt::default(),
            None => ended.stdout.shortened(EXCERPT),
        };
        let stderr = ended.stderr;
        Self {
            interrupted: ended.end == End::Interrupted,
            ..Self::new(judged, reply, Output { stdout, stderr }, ended.measured)
        }
    }
}

/// Shortens a reply for reports. Correct replies are a single word.
pub(super) fn shortened_reply(bytes: &[u8]) -> Excerpt {
    const SHOWN: usize = 256;
    Excerpt::of(bytes, SHOWN)
}
