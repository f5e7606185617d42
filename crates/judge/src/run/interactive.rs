//! Submissions that are asked one case after another, where the next case
//! depends on the answers so far: for stress tests and explanations.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::process::excerpt::Excerpt;
use crate::program::program_cache::Store;
use crate::run::prepare::{Ready, Shared, ready};
use crate::run::runner::Runner;
use crate::run::verdict::Run;
use crate::verdict::checker::check;
use crate::{JudgeError, Options, Submission};
use mousetrap_base::Bytes;
use mousetrap_languages::Toolchain;
use mousetrap_model::{Case, Form, Limits, Message, Usage, Verdict};
use mousetrap_sandbox::Sandbox;

/// A case for a session.
#[derive(Debug)]
pub struct Question {
    /// The case.
    pub case: Case,
    /// Whether it is to be answered by a process that has seen no other case.
    pub afresh: bool,
}

/// What a session has to say.
#[derive(Debug)]
pub enum SessionEvent {
    /// It is compiled and waits for questions.
    Ready,
    /// The compiler's text: it does not compile. Nothing follows.
    Rejected(String),
    /// The answer to a question.
    Answer(Box<Answer>),
}

/// How a session did on a case.
#[derive(Debug)]
pub struct Answer {
    /// The case, given back.
    pub case: Case,
    /// What it earned.
    pub verdict: Verdict,
    /// Its reply, if that is one of the replies of the problem.
    pub claim: Option<String>,
    /// The reason; none if accepted.
    pub reason: Option<Message>,
    /// Its reply as it came, if there was one.
    pub reply: Option<String>,
    /// The start of what it printed, unless that is its reply.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
    /// What the run used.
    pub measured: Usage,
    /// The limits in force, scaled for the language.
    pub limits: Limits,
    /// Whether the user asked to stop before it was over.
    pub interrupted: bool,
}

/// A submission with a live session in its own sandbox and thread.
#[derive(Debug)]
pub struct InteractiveSession {
    questions: SyncSender<Question>,
    events: Receiver<Result<SessionEvent, JudgeError>>,
}

impl InteractiveSession {
    /// Asks about a case and waits for the answer. None where the session
    /// has gone because the user asked to stop.
    ///
    /// # Errors
    /// If the judge itself fails.
    pub fn ask(&self, question: Question) -> Result<Option<Answer>, JudgeError> {
        self.send(question);
        self.answer()
    }

    /// Asks about a case; [`InteractiveSession::answer`] waits for the answer.
    pub fn send(&self, question: Question) {
        // A session that has gone says why when it is waited for.
        let _ = self.questions.send(question);
    }

    /// Waits for the answer to the question before.
    ///
    /// # Errors
    /// If the judge itself fails.
    pub fn answer(&self) -> Result<Option<Answer>, JudgeError> {
        Ok(self.next_event()?.and_then(completed))
    }

    /// As [`answer`](Self::answer), and calls `waiting` after each `interval` without an
    /// answer.
    ///
    /// # Errors
    /// If the judge itself fails.
    pub fn answer_with_progress(
        &self,
        interval: Duration,
        waiting: &mut dyn FnMut(),
    ) -> Result<Option<Answer>, JudgeError> {
        loop {
            match self.events.recv_timeout(interval) {
                Err(RecvTimeoutError::Timeout) => waiting(),
                Ok(event) => return Ok(completed(event?)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    /// Waits for what it says next; before any question that is
    /// [`SessionEvent::Ready`] or [`SessionEvent::Rejected`].
    ///
    /// # Errors
    /// If the judge itself fails.
    pub fn next_event(&self) -> Result<Option<SessionEvent>, JudgeError> {
        self.events.recv().ok().transpose()
    }
}

/// Returns the answer of a run that was not interrupted.
fn completed(event: SessionEvent) -> Option<Answer> {
    match event {
        SessionEvent::Answer(answer) if !answer.interrupted => Some(*answer),
        _ => None,
    }
}

/// Starts a session for each submission, hands them to `body`, and ends
/// them. `memory` is the largest memory limit of the cases to come.
///
/// # Errors
/// If no sandbox can be set up.
pub fn with_sessions<T>(
    submissions: &[(&Submission<'_>, Toolchain)],
    memory: Bytes,
    options: &Options,
    interrupted: &AtomicBool,
    body: impl FnOnce(&[InteractiveSession]) -> T,
) -> Result<T, JudgeError> {
    let shared = Shared {
        options: options.judge,
        compile: options.compile,
        store: Arc::new(Store::open(options.judge.cache)?),
        all_cases: true,
        gives_up: false,
        sanitizers: false,
        interrupted,
        run_lock: Arc::default(),
        startups: Arc::default(),
    };
    let sandboxes = submissions
        .iter()
        .map(|_| Sandbox::new(options.isolation))
        .collect::<Result<Vec<_>, _>>()?;
    thread::scope(|scope| {
        let started = submissions.iter().zip(sandboxes);
        let sessions: Vec<InteractiveSession> = started
            .map(|((submission, toolchain), mut sandbox)| {
                let (questions, asked) = sync_channel::<Question>(1);
                let (sender, events) = sync_channel(1);
                let shared = &shared;
                scope.spawn(move || {
                    let done = serve(
                        shared,
                        &mut sandbox,
                        submission,
                        toolchain,
                        memory,
                        || asked.recv().ok(),
                        |event| {
                            // Nobody listens any more: the end is near.
                            let _ = sender.send(Ok(event));
                        },
                    );
                    if let Err(error) = done {
                        let _ = sender.send(Err(error));
                    }
                });
                InteractiveSession { questions, events }
            })
            .collect();
        let result = body(&sessions);
        drop(sessions);
        Ok(result)
    })
}

/// Compiles a submission and runs it on the cases that `next` gives, one at a
/// time; each result goes to `events` before the next case is asked for. A case
/// with `afresh` gets a process of its own.
fn serve(
    shared: &Shared<'_>,
    sandbox: &mut Sandbox,
    submission: &Submission<'_>,
    toolchain: &Toolchain,
    memory: Bytes,
    mut next: impl FnMut() -> Option<Question>,
    mut report: impl FnMut(SessionEvent),
) -> Result<(), JudgeError> {
    let runner = match ready(shared, sandbox, submission, toolchain, memory, &|_| ())? {
        Ready::Runner { runner, .. } => runner,
        Ready::Rejected { compiler, .. } => {
            report(SessionEvent::Rejected(compiler));
            return Ok(());
        }
        Ready::Interrupted => return Ok(()),
    };
    let replies = &submission.problem.replies;
    report(SessionEvent::Ready);
    let mut waiting = next();
    while let Some(question) = waiting.take() {
        if question.afresh || runner.form == Form::Program {
            let run = runner.alone(sandbox, &question.case)?;
            report(answer(&runner, replies, question.case, run));
            waiting = next();
            continue;
        }
        let mut session = match runner.open(sandbox, &question.case)? {
            Ok(session) => session,
            Err(run) => {
                report(answer(&runner, replies, question.case, run));
                waiting = next();
                continue;
            }
        };
        waiting = Some(question);
        while let Some(question) = waiting.take_if(|question| !question.afresh) {
            let (run, alive) = session.ask(&question.case, &runner.rules(&question.case))?;
            report(answer(&runner, replies, question.case, run));
            waiting = next();
            match alive {
                Some(alive) => session = alive,
                None => break,
            }
        }
    }
    Ok(())
}

/// What a run on a case says.
fn answer(runner: &Runner<'_>, replies: &[String], case: Case, mut run: Run) -> SessionEvent {
    if run.verdict != Verdict::Accepted {
        runner.doubt_form(&mut run);
    }
    let text = run.reply.as_ref().map(Excerpt::text);
    let reply = run.reply.unwrap_or_default();
    let mut replies = replies.iter();
    // An object of another type can have the text of a reply.
    let is_of_type = run.verdict != Verdict::RunTimeError;
    let claim = replies.find(|answer| {
        is_of_type && check(reply.bytes(), answer, runner.shared.options.booleans).is_ok()
    });
    SessionEvent::Answer(Box::new(Answer {
        verdict: run.verdict,
        claim: claim.cloned(),
        reason: run.reason,
        reply: text,
        stdout: run.stdout.text(),
        stderr: runner.trace(&run.stderr.text()),
        measured: run.measured,
        limits: runner.limits(&case),
        interrupted: run.interrupted,
        case,
    }))
}
