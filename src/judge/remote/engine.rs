//! An engine that has submissions judged by a server: what it sends, and when again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use mousetrap_judge::{Engine, JudgeError, JudgeRequest, Options, Submission};
use mousetrap_model::{Case, Event, SubmissionOutcome};
use mousetrap_service::{Batch, BatchItem, JudgeInfo, SuiteUpload, is_name};
use mousetrap_util::Choice as _;
use mousetrap_util::printable::printable;

use super::client::{Server, ServerError};

/// Maximum number of sources of one request, and of their bytes unless one source is larger.
const MAX_ITEMS: usize = 500;
const MAX_BYTES: usize = 16 << 20;

/// A server that has sent nothing for this long is gone. It sends a line every five seconds
/// while it judges.
const MAX_SILENCE: Duration = Duration::from_mins(1);

/// Pauses between two requests to a server that does not answer.
const MIN_PAUSE: Duration = Duration::from_secs(1);
const MAX_PAUSE: Duration = Duration::from_secs(15);

/// Maximum number of requests in a row that end early without a verdict.
const MAX_FRUITLESS: u32 = 10;

/// How often to look whether the run was interrupted.
const TICK: Duration = Duration::from_millis(100);

/// The suites to judge on.
#[derive(Debug)]
pub(super) enum RemoteSuites {
    /// Suites of the server, their names by problem id.
    OfServer(BTreeMap<String, Vec<String>>),
    /// Suites of this project, by problem id.
    Uploaded(BTreeMap<String, SuiteUpload>),
}

/// Judges on a server. If the connection is lost, everything without a verdict is sent again.
#[derive(Debug)]
pub(super) struct RemoteEngine {
    pub(super) server: Server,
    pub(super) info: JudgeInfo,
    pub(super) suites: RemoteSuites,
    /// How long to retry a server that does not answer.
    pub(super) timeout: Duration,
}

impl RemoteEngine {
    /// Uploads the suites of this project that the server does not have.
    pub(super) fn upload(&self) -> Result<(), ServerError> {
        match &self.suites {
            RemoteSuites::OfServer(_) => Ok(()),
            RemoteSuites::Uploaded(suites) => suites
                .values()
                .try_for_each(|suite| self.server.upload(suite)),
        }
    }
}

impl Engine for RemoteEngine {
    fn judge(
        &self,
        request: JudgeRequest<'_>,
        interrupted: &AtomicBool,
        events: &Sender<Event>,
    ) -> Result<(), JudgeError> {
        let JudgeRequest {
            submissions,
            cases,
            options,
        } = request;
        let begun = Instant::now();
        // Judging continues if the receiver of the events is gone.
        let _ = events.send(Event::RunStarted {
            submissions: request.infos(),
            jobs: self.info.jobs,
            isolation: self.info.isolation.clone(),
            clock: self.info.clock,
        });
        let same = request.repeated();
        let numbered = submissions.iter().enumerate();
        let pending = numbered.filter(|(index, one)| !one.is_done && !same.contains_key(index));
        let mut run = RemoteRun {
            engine: self,
            submissions,
            cases,
            options,
            interrupted,
            events,
            pending: pending.map(|(index, _)| index).collect(),
            same,
            workers: Vec::new(),
            last_contact: Instant::now(),
        };
        run.judge_all();
        let _ = events.send(Event::RunFinished {
            interrupted: interrupted.load(Ordering::Relaxed),
            wall: begun.elapsed(),
        });
        Ok(())
    }
}

/// A run on a server.
pub(super) struct RemoteRun<'a> {
    pub(super) engine: &'a RemoteEngine,
    pub(super) submissions: &'a [Submission<'a>],
    pub(super) cases: &'a BTreeMap<String, Vec<Case>>,
    options: &'a Options,
    interrupted: &'a AtomicBool,
    pub(super) events: &'a Sender<Event>,
    /// The submissions without an outcome.
    pub(super) pending: BTreeSet<usize>,
    /// For each submission that is identical to an earlier one, the index of that one.
    pub(super) same: BTreeMap<usize, usize>,
    /// By worker number: the submission that the server judges there, and whether it runs.
    pub(super) workers: Vec<Option<(usize, bool)>>,
    /// When the server last sent anything.
    last_contact: Instant,
}

impl RemoteRun<'_> {
    fn judge_all(&mut self) {
        let (mut pause, mut fruitless) = (MIN_PAUSE, 0);
        while let Some(batch) = self.next_batch() {
            let (before, contact) = (self.pending.len(), self.last_contact);
            let Err(error) = self.request(&batch) else {
                continue;
            };
            self.workers.clear();
            if self.pending.len() < before {
                (pause, fruitless) = (MIN_PAUSE, 0);
            } else if self.last_contact > contact {
                fruitless += 1;
            }
            let is_over = self.last_contact.elapsed() > self.engine.timeout;
            if !error.is_temporary() || is_over || fruitless > MAX_FRUITLESS {
                return self.fail_all(&error);
            }
            errln!(
                "{}; sending again what has no verdict",
                printable(&error.to_string())
            );
            let until = Instant::now() + pause;
            while Instant::now() < until && !self.interrupted.load(Ordering::Relaxed) {
                thread::sleep(TICK);
            }
            pause = MAX_PAUSE.min(pause * 2);
        }
    }

    /// Returns the next submissions to send, with their indices; `None` if none is left or
    /// the user asked to stop.
    fn next_batch(&mut self) -> Option<Vec<(usize, BatchItem)>> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        for index in self.pending.clone() {
            if self.interrupted.load(Ordering::Relaxed) {
                return None;
            }
            let loaded = self.submissions[index].loaded();
            let submission = match loaded {
                Ok(submission) => submission,
                Err(error) => {
                    self.end(index, SubmissionOutcome::Failed(error.to_string().into()));
                    continue;
                }
            };
            let item = self.item(&submission);
            bytes += item.source.len();
            if !batch.is_empty() && bytes > MAX_BYTES {
                break;
            }
            batch.push((index, item));
            if batch.len() == MAX_ITEMS {
                break;
            }
        }
        (!batch.is_empty()).then_some(batch)
    }

    fn item(&self, submission: &Submission<'_>) -> BatchItem {
        let problem = submission.problem.id.clone();
        let path = &submission.path;
        let name = path.file_name().and_then(|name| name.to_str());
        let file = name.filter(|name| is_name(name)).map_or_else(
            || {
                // The server accepts no such name, and the language is all that matters.
                let extension = path.extension().unwrap_or_default().to_string_lossy();
                format!("answer.{extension}")
            },
            str::to_owned,
        );
        let (suites, suites_digest) = match &self.engine.suites {
            RemoteSuites::OfServer(names) => (names.get(&problem).cloned(), None),
            RemoteSuites::Uploaded(suites) => {
                (None, suites.get(&problem).map(|suite| suite.digest.clone()))
            }
        };
        BatchItem {
            source: submission.detected.code.text.clone(),
            file,
            problem,
            form: submission.detected.form.name().to_owned(),
            suites: suites.unwrap_or_default(),
            suites_digest,
            all_cases: self.options.all_cases,
            gives_up: Some(self.options.gives_up),
        }
    }

    /// Sends a request and takes in its answer. Without an error, each of the submissions has
    /// an outcome, or the run was interrupted.
    fn request(&mut self, batch: &[(usize, BatchItem)]) -> Result<(), ServerError> {
        // A server that was set up again does not have them any more.
        self.engine.upload()?;
        let server = &self.engine.server;
        let lines = server.judge(Batch {
            items: batch.iter().map(|(_, item)| item.clone()).collect(),
            progress: true,
        });
        let mut heard = Instant::now();
        loop {
            match lines.recv_timeout(TICK) {
                Ok(line) => {
                    let line = line?;
                    heard = Instant::now();
                    self.last_contact = heard;
                    let index = line.index.and_then(|index| batch.get(index));
                    if let Some((index, _)) =
                        index.filter(|(index, _)| self.pending.contains(index))
                    {
                        self.take(*index, line);
                    }
                }
                Err(RecvTimeoutError::Timeout) if heard.elapsed() > MAX_SILENCE => {
                    return Err(ServerError::Silent {
                        server: server.url.clone(),
                        after: MAX_SILENCE,
                    });
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.interrupted.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
        if batch.iter().any(|(index, _)| self.pending.contains(index)) {
            let server = server.url.clone();
            return Err(ServerError::EndedEarly { server });
        }
        Ok(())
    }
}
