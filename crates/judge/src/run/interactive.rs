//! Interactive sessions, in which the next case may depend on the previous answers. Validators,
//! reference solutions, and the commands `stress`, `run` and `explain` use interactive sessions.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::context::JudgeContext;
use crate::program::program_runner::find_toolchain;
use crate::run::driver_session::SessionStartResult;
use crate::run::judging_rules::{REPLY_EXCERPT_LENGTH, Run};
use crate::run::prepare::{JudgingTask, prepare};
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
    /// The beginning of standard output. Empty if standard output carries the reply.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The time and memory that the run used.
    pub usage: Usage,
    /// The limits of the case, scaled for the language.
    pub limits: Limits,
}

/// A submission with a running session in its own sandbox and thread.
#[derive(Debug)]
pub struct InteractiveSession {
    requests: SyncSender<CaseRequest>,
    /// Receives `None` once the submission is compiled, and then an answer to each request.
    answers: Receiver<Result<Option<Answer>, JudgeError>>,
}

impl InteractiveSession {
    /// Runs a case and returns the answer.
    ///
    /// # Errors
    /// Returns an error if the judge fails or the user asks to stop.
    pub fn request_answer(&self, request: CaseRequest) -> Result<Answer, JudgeError> {
        self.send(request);
        self.answer(&mut || ())?.ok_or(JudgeError::Interrupted)
    }

    /// Starts running a case. [`InteractiveSession::answer`] waits for the answer.
    pub fn send(&self, question: CaseRequest) {
        // Errors are ignored: if the session has ended, `answer` reports that.
        let _ = self.requests.send(question);
    }

    /// Waits for the answer to the case that was sent last, and calls `waiting` at regular
    /// intervals. Returns `None` if the session has ended because the user asked to stop.
    ///
    /// # Errors
    /// Returns an error if the judge fails.
    pub fn answer(&self, waiting: &mut dyn FnMut()) -> Result<Option<Answer>, JudgeError> {
        loop {
            match self.answers.recv_timeout(POLL_INTERVAL) {
                Err(RecvTimeoutError::Timeout) => waiting(),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Ok(answer) => return answer,
            }
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
pub fn with_sessions<T, E: From<JudgeError>>(
    submissions: &[&Submission<'_>],
    options: SessionOptions<'_>,
    body: impl FnOnce(&[InteractiveSession]) -> Result<T, E>,
) -> Result<T, E> {
    let context = &JudgeContext::open(options.judge, options.interrupted)?;
    thread::scope(|scope| {
        let mut sessions = Vec::new();
        for &submission in submissions {
            let toolchain = find_toolchain(submission.detected.language, &submission.path)?;
            let mut sandbox = Sandbox::new(options.judge.isolation).map_err(JudgeError::from)?;
            let (requests, received) = sync_channel(1);
            let (sender, answers) = sync_channel(1);
            scope.spawn(move || {
                let judging = JudgingTask {
                    submission,
                    toolchain: &toolchain,
                    memory: options.memory,
                    cases: &[],
                };
                let channels = (&received, &sender);
                match answer_requests(context, &mut sandbox, judging, channels) {
                    Ok(()) | Err(JudgeError::Interrupted) => {}
                    Err(error) => drop(sender.send(Err(error))),
                }
            });
            sessions.push(InteractiveSession { requests, answers });
        }
        for session in &sessions {
            // The channel is closed without a message if the user asked to stop.
            let first = session.answers.recv();
            first.unwrap_or(Err(JudgeError::Interrupted))?;
        }
        body(&sessions)
    })
}

/// Compiles a submission, and runs it on one requested case after another until the channel of
/// requests is closed.
fn answer_requests(
    context: &JudgeContext<'_>,
    sandbox: &mut Sandbox,
    judging: JudgingTask<'_>,
    (requests, answers): (
        &Receiver<CaseRequest>,
        &SyncSender<Result<Option<Answer>, JudgeError>>,
    ),
) -> Result<(), JudgeError> {
    let compiled = prepare(context, sandbox, judging, &|_| ())?;
    let runner = compiled.into_program(&judging.submission.path)?;
    // Errors are ignored: if the receiver no longer exists, the session is about to end.
    let _ = answers.send(Ok(None));
    let mut session = None;
    let reads_input = judging.submission.detected.line_that_reads_stdin();
    while let Ok(mut request) = requests.recv() {
        // A function that reads standard input would block until the wall time limit.
        if reads_input.is_some() {
            request.case.limits.wall = request.case.limits.wall.min(request.case.limits.cpu);
        }
        let CaseRequest { case, new_process } = request;
        let run;
        if new_process {
            drop(session);
            session = None;
            run = runner.run_in_new_process(sandbox, &case)?;
        } else {
            let rules = runner.rules(&case.limits);
            let start = if let Some(session) = session.map(SessionStartResult::Session) {
                session
            } else {
                runner.start_session(sandbox, &case, &rules)?
            };
            (run, session) = start.run_case(&case, &rules)?;
        }
        let answer = answer_from_run(&runner, judging.submission.problem, case, run);
        let _ = answers.send(Ok(Some(answer)));
    }
    Ok(())
}

/// Returns the answer that a submission gave in a run on a case.
fn answer_from_run(runner: &Runner<'_>, problem: &Problem, case: Case, mut run: Run) -> Answer {
    runner.add_ambiguity_remark(&mut run);
    let reply = run.reply.take();
    // A reply of the wrong type is ignored, because its text can equal that of a correct reply.
    let is_of_type = matches!(run.verdict, Verdict::Accepted | Verdict::WrongAnswer);
    let claim = reply.as_ref().filter(|_| is_of_type);
    Answer {
        verdict: run.verdict,
        claim: claim.and_then(|reply| canonical_reply(problem, reply.bytes())),
        reason: run.reason,
        reply: reply.map(|reply| reply.limit_to(REPLY_EXCERPT_LENGTH).text()),
        stdout: run.output.stdout.text(),
        stderr: runner.stderr_for_author(&run.output.stderr.text()),
        usage: run.usage,
        limits: runner.scaled_limits(&case.limits),
        case,
    }
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
