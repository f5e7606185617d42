//! Interactive sessions, in which the next case may depend on the previous answers. Stress tests
//! use them, and so does the command that explains a wrong answer.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::context::JudgeContext;
use crate::program::program_runner::{ProgramError, find_toolchain};
use crate::run::driver_session::SessionStartResult;
use crate::run::prepare::{JudgingTask, prepare};
use crate::run::rules::{REPLY_EXCERPT_LENGTH, Run};
use crate::run::runner::Runner;
use crate::verdict::checker::check_reply;
use crate::{JudgeError, Options, Submission};
use mousetrap_model::{Case, Limits, Message, Problem, Usage, Value, Verdict};
use mousetrap_sandbox::Sandbox;
use mousetrap_util::Bytes;

/// Time between two calls of the callback `waiting` while the judge waits for an answer.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A case that is sent to a session.
#[derive(Debug)]
pub struct CaseRequest {
    /// The case.
    pub case: Case,
    /// Whether the case must be run in a new process.
    pub new_process: bool,
}

/// A message from the thread of a session.
#[derive(Debug)]
enum SessionEvent {
    /// The submission has been compiled and waits for cases.
    Ready,
    /// The submission does not compile. Contains the compiler's output. No further event follows.
    Rejected(String),
    /// A case has been run.
    Answer(Box<Answer>),
}

/// The result of a submission on a case.
#[derive(Debug)]
pub struct Answer {
    /// The case on which the submission was run.
    pub case: Case,
    /// The verdict.
    pub verdict: Verdict,
    /// The reply in canonical form; `None` if it is not a possible answer to any case.
    pub claim: Option<String>,
    /// The reason for the verdict; `None` if the submission was accepted.
    pub reason: Option<Message>,
    /// The reply exactly as the submission sent it, if there was one.
    pub reply: Option<String>,
    /// The beginning of standard output; empty if the reply is sent on standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The time and memory that the run used.
    pub usage: Usage,
    /// The limits of the case, scaled for the language.
    pub limits: Limits,
    /// Whether the user asked to stop before the run ended.
    pub interrupted: bool,
}

/// A submission with a running session in its own sandbox and thread.
#[derive(Debug)]
pub struct InteractiveSession {
    requests: SyncSender<CaseRequest>,
    events: Receiver<Result<SessionEvent, JudgeError>>,
}

impl InteractiveSession {
    /// Runs a case and returns the answer. Returns `None` if the session has ended because the
    /// user asked to stop.
    ///
    /// # Errors
    /// Returns an error if the judge fails.
    pub fn ask(&self, question: CaseRequest) -> Result<Option<Answer>, JudgeError> {
        self.send(question);
        self.answer(&mut || ())
    }

    /// Starts running a case. [`InteractiveSession::answer`] waits for the answer.
    pub fn send(&self, question: CaseRequest) {
        // Errors are ignored: if the session has ended, `answer` reports it.
        let _ = self.requests.send(question);
    }

    /// Waits for the answer to the case that was sent last, and calls `waiting` at regular
    /// intervals. Returns `None` if the session has ended because the user asked to stop.
    ///
    /// # Errors
    /// Returns an error if the judge fails.
    pub fn answer(&self, waiting: &mut dyn FnMut()) -> Result<Option<Answer>, JudgeError> {
        loop {
            match self.events.recv_timeout(POLL_INTERVAL) {
                Err(RecvTimeoutError::Timeout) => waiting(),
                Ok(event) => {
                    return Ok(match event? {
                        SessionEvent::Answer(answer) if !answer.interrupted => Some(*answer),
                        _ => None,
                    });
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    /// Waits until the submission is compiled.
    fn wait_until_ready(&self, submission: &Submission<'_>) -> Result<(), ProgramError> {
        match self.events.recv().ok().transpose()? {
            Some(SessionEvent::Ready) => Ok(()),
            Some(SessionEvent::Rejected(compiler)) => Err(ProgramError::Rejected {
                path: submission.path.clone(),
                compiler,
            }),
            _ => Err(ProgramError::Interrupted),
        }
    }
}

/// The options of interactive sessions.
#[derive(Clone, Copy)]
pub struct SessionOptions<'a> {
    /// The largest memory limit of any case that the sessions will receive.
    pub memory: Bytes,
    /// The options of the judge.
    pub judge: &'a Options,
    /// Set if the user asks to stop.
    pub interrupted: &'a AtomicBool,
}

/// Compiles the submissions, starts one session per submission, passes the sessions to `body`, and
/// ends the sessions afterwards.
///
/// # Errors
/// Returns an error if a submission cannot be run, the user asks to stop before all of them are
/// compiled, the judge fails, or `body` fails.
pub fn with_sessions<T, E: From<ProgramError>>(
    submissions: &[&Submission<'_>],
    options: SessionOptions<'_>,
    body: impl FnOnce(&[InteractiveSession]) -> Result<T, E>,
) -> Result<T, E> {
    let context =
        &JudgeContext::open(options.judge, options.interrupted).map_err(ProgramError::from)?;
    thread::scope(|scope| {
        let mut sessions = Vec::new();
        for &submission in submissions {
            let toolchain = find_toolchain(submission.detected.language, &submission.path)?;
            let mut sandbox = Sandbox::new(options.judge.isolation)
                .map_err(|error| ProgramError::Judge(error.into()))?;
            let (requests, asked) = sync_channel::<CaseRequest>(1);
            let (sender, events) = sync_channel(1);
            scope.spawn(move || {
                let judging = JudgingTask {
                    submission,
                    toolchain: &toolchain,
                    memory: options.memory,
                    cases: &[],
                };
                let channels = (asked, sender);
                if let Err(error) = run_requests(context, &mut sandbox, judging, &channels) {
                    let _ = channels.1.send(Err(error));
                }
            });
            sessions.push(InteractiveSession { requests, events });
        }
        for (session, submission) in sessions.iter().zip(submissions) {
            session.wait_until_ready(submission)?;
        }
        body(&sessions)
    })
}

/// The channel ends that the thread of an [`InteractiveSession`] uses.
type Channels = (
    Receiver<CaseRequest>,
    SyncSender<Result<SessionEvent, JudgeError>>,
);

/// Compiles a submission, and runs it on one requested case after another until the channel of
/// requests is closed.
fn run_requests(
    context: &JudgeContext<'_>,
    sandbox: &mut Sandbox,
    judging: JudgingTask<'_>,
    (requests, events): &Channels,
) -> Result<(), JudgeError> {
    let report = |event| {
        // Errors are ignored: if the receiver no longer exists, the session is about to end.
        let _ = events.send(Ok(event));
    };
    let Some(compiled) = prepare(context, sandbox, judging, &|_| ())? else {
        return Ok(());
    };
    let Ok(runner) = compiled.program else {
        report(SessionEvent::Rejected(compiled.output));
        return Ok(());
    };
    let problem = judging.submission.problem;
    report(SessionEvent::Ready);
    let mut session = None;
    while let Ok(CaseRequest { case, new_process }) = requests.recv() {
        let rules = runner.rules(&case.limits);
        let run;
        if new_process {
            drop(session);
            session = None;
            run = runner.run_in_new_process(sandbox, &case, &rules)?;
        } else {
            let start = match session.map(SessionStartResult::Session) {
                Some(session) => session,
                none => {
                    drop(none);
                    runner.open(sandbox, &case, &rules)?
                }
            };
            (run, session) = start.run_case(&case, &rules)?;
        }
        report(run_to_event(&runner, problem, case, run));
    }
    Ok(())
}

fn run_to_event(runner: &Runner<'_>, problem: &Problem, case: Case, mut run: Run) -> SessionEvent {
    if run.verdict != Verdict::Accepted {
        runner.add_ambiguity_remark(&mut run);
    }
    let reply = run.reply.take();
    // A reply of the wrong type is not used, because it can print like a right reply.
    let is_of_type = matches!(run.verdict, Verdict::Accepted | Verdict::WrongAnswer);
    let claim = reply.as_ref().filter(|_| is_of_type);
    SessionEvent::Answer(Box::new(Answer {
        verdict: run.verdict,
        claim: claim.and_then(|reply| canonical_reply(problem, reply.bytes())),
        reason: run.reason,
        reply: reply.map(|reply| reply.truncated(REPLY_EXCERPT_LENGTH).text()),
        stdout: run.stdout.text(),
        stderr: runner.stderr_for_author(&run.stderr.text()),
        usage: run.usage,
        limits: runner.scaled_limits(&case.limits),
        interrupted: run.interrupted,
        case,
    }))
}

/// Returns a reply in canonical form, or `None` if it is not a possible answer to any case.
fn canonical_reply(problem: &Problem, reply: &[u8]) -> Option<String> {
    if problem.replies.is_empty() {
        let text = std::str::from_utf8(reply).ok()?;
        let value = Value::parse(text, problem.signature.answer_type()).ok()?;
        return Some(value.to_string());
    }
    let mut replies = problem.replies.iter();
    replies.find(|it| check_reply(reply, it).is_ok()).cloned()
}
