//! Submissions that are asked one case after another, where the next case
//! depends on the answers so far: for stress tests and explanations.

use std::sync::RwLock;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::judge::check::check;
use crate::judge::compile::Cache;
use crate::judge::run::Run;
use crate::judge::runner::{Ready, Runner, Shared, ready};
use crate::judge::startup::Startups;
use crate::judge::{JudgeError, Measured, Options, Submission, Verdict};
use crate::language::{Form, Toolchain};
use crate::sandbox::Sandbox;
use crate::suite::{Bytes, Case, Limits};

/// A case for a contestant.
#[derive(Debug)]
pub struct Question {
    /// The case.
    pub case: Case,
    /// Whether it is to be answered by a process that has seen no other case.
    pub afresh: bool,
}

/// What a contestant has to say.
#[derive(Debug)]
pub enum Told {
    /// It is compiled and waits for questions.
    Ready,
    /// The compiler's text: it does not compile. Nothing follows.
    Rejected(String),
    /// The answer to a question.
    Answer(Box<Answer>),
}

/// How a contestant did on a case.
#[derive(Debug)]
pub struct Answer {
    /// The case, given back.
    pub case: Case,
    /// What it earned.
    pub verdict: Verdict,
    /// Its reply, if that is one of the replies of the problem.
    pub claim: Option<&'static str>,
    /// The reason in one line; empty when accepted.
    pub detail: String,
    /// What it wrote to standard error; empty when accepted.
    pub stderr: String,
    /// What the run used.
    pub measured: Measured,
    /// The limits in force, scaled for the language.
    pub limits: Limits,
    /// Whether the user asked to stop before it was over.
    pub interrupted: bool,
}

/// A submission with a live session in its own sandbox and thread.
#[derive(Debug)]
pub struct Contestant {
    questions: SyncSender<Question>,
    told: Receiver<Result<Told, JudgeError>>,
}

impl Contestant {
    /// Asks about a case and waits for the answer. None where the contestant
    /// has gone because the user asked to stop.
    ///
    /// # Errors
    /// If the judge itself fails.
    pub fn ask(&self, question: Question) -> Result<Option<Answer>, JudgeError> {
        self.send(question);
        self.answer()
    }

    /// Asks about a case; [`Contestant::answer`] waits for the answer.
    pub fn send(&self, question: Question) {
        // A contestant that has gone says why when it is waited for.
        let _ = self.questions.send(question);
    }

    /// Waits for the answer to the question before.
    ///
    /// # Errors
    /// If the judge itself fails.
    pub fn answer(&self) -> Result<Option<Answer>, JudgeError> {
        match self.told()? {
            Some(Told::Answer(answer)) if !answer.interrupted => Ok(Some(*answer)),
            _ => Ok(None),
        }
    }

    /// Waits for what it says next; before any question that is
    /// [`Told::Ready`] or [`Told::Rejected`].
    ///
    /// # Errors
    /// If the judge itself fails.
    pub fn told(&self) -> Result<Option<Told>, JudgeError> {
        self.told.recv().ok().transpose()
    }
}

/// Starts a contestant for each submission, hands them to `body`, and ends
/// them. `memory` is the largest memory limit of the cases to come.
///
/// # Errors
/// If no sandbox can be set up.
pub fn question<T>(
    submissions: &[(&Submission<'_>, Toolchain)],
    memory: Bytes,
    options: &Options,
    interrupted: &AtomicBool,
    body: impl FnOnce(&[Contestant]) -> T,
) -> Result<T, JudgeError> {
    let shared = Shared {
        options: options.judge,
        compile: options.compile,
        cache: Cache::open(options.judge.cache)?,
        all_cases: true,
        interrupted,
        quiet: RwLock::new(()),
        startups: Startups::default(),
    };
    let sandboxes = submissions
        .iter()
        .map(|_| Sandbox::new(options.isolation))
        .collect::<Result<Vec<_>, _>>()?;
    thread::scope(|scope| {
        let started = submissions.iter().zip(sandboxes);
        let contestants: Vec<Contestant> = started
            .map(|((submission, toolchain), mut sandbox)| {
                let (questions, asked) = sync_channel::<Question>(1);
                let (tell, told) = sync_channel(1);
                let shared = &shared;
                scope.spawn(move || {
                    let done = converse(
                        shared,
                        &mut sandbox,
                        submission,
                        toolchain,
                        memory,
                        || asked.recv().ok(),
                        |said| {
                            // Nobody listens any more: the end is near.
                            let _ = tell.send(Ok(said));
                        },
                    );
                    if let Err(error) = done {
                        let _ = tell.send(Err(error));
                    }
                });
                Contestant { questions, told }
            })
            .collect();
        let result = body(&contestants);
        drop(contestants);
        Ok(result)
    })
}

/// Compiles a submission and runs it on the cases that `next` gives, one at a
/// time; each result goes to `told` before the next case is asked for. A case
/// with `afresh` gets a process of its own.
fn converse(
    shared: &Shared<'_>,
    sandbox: &mut Sandbox,
    submission: &Submission<'_>,
    toolchain: &Toolchain,
    memory: Bytes,
    mut next: impl FnMut() -> Option<Question>,
    mut told: impl FnMut(Told),
) -> Result<(), JudgeError> {
    let runner = match ready(shared, sandbox, submission, toolchain, memory)? {
        Ready::Runner { runner, .. } => runner,
        Ready::Rejected { compiler, .. } => {
            told(Told::Rejected(compiler));
            return Ok(());
        }
        Ready::Interrupted => return Ok(()),
    };
    told(Told::Ready);
    let mut waiting = next();
    while let Some(question) = waiting.take() {
        if question.afresh || runner.form == Form::Program {
            let run = runner.alone(sandbox, &question.case)?;
            told(answer(&runner, question.case, run));
            waiting = next();
            continue;
        }
        let mut session = match runner.open(sandbox, &question.case)? {
            Ok(session) => session,
            Err(run) => {
                told(answer(&runner, question.case, run));
                waiting = next();
                continue;
            }
        };
        waiting = Some(question);
        while let Some(question) = waiting.take_if(|question| !question.afresh) {
            let (run, alive) = session.ask(&question.case, &runner.rules(&question.case))?;
            told(answer(&runner, question.case, run));
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
fn answer(runner: &Runner<'_>, case: Case, run: Run) -> Told {
    let reply = run.reply.unwrap_or_default();
    let mut replies = case.instance.problem().replies().iter().copied();
    let claim =
        replies.find(|answer| check(reply.bytes(), answer, runner.shared.options.booleans).is_ok());
    Told::Answer(Box::new(Answer {
        verdict: run.verdict,
        claim,
        detail: run.detail,
        stderr: run.stderr.text(),
        measured: run.measured,
        limits: runner.limits(&case),
        interrupted: run.interrupted,
        case,
    }))
}
