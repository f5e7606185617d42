//! An engine that lets a server judge submissions. If the connection is lost, it resends the
//! submissions that have no verdict yet.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use mousetrap_judge::{Engine, JudgeError, JudgeRequest, Options, Submission};
use mousetrap_model::{Event, MachineFacts, SubmissionOutcome};
use mousetrap_service::{Batch, BatchItem, JudgeInfo, SuiteFile, is_valid_file_name};
use mousetrap_util::Choice as _;
use mousetrap_util::printable::to_printable;

use super::client::{Client, ServerError};
use super::response::Outcomes;

/// Maximum number of sources in one request.
const MAX_BATCH_ITEMS: usize = 500;

/// Maximum total size of the sources in one request, in bytes. A larger source is sent alone.
const MAX_BATCH_BYTES: usize = 16 << 20;

/// If a server has sent nothing for this long, the connection is considered lost. While a server
/// judges, it sends a line every five seconds.
const SILENCE_TIMEOUT: Duration = Duration::from_mins(1);

/// Delay before the first retry of a failed request. The delay doubles with each failure.
const MIN_RETRY_DELAY: Duration = Duration::from_secs(1);

/// Maximum delay before a retry.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(15);

/// Maximum number of consecutive requests that end early without any verdict.
const MAX_FAILED_REQUESTS: u32 = 10;

/// Interval at which to check whether the run was interrupted.
const INTERRUPT_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// An engine that judges on a server.
#[derive(Debug)]
pub(crate) struct RemoteEngine {
    pub(super) client: Client,
    pub(super) info: JudgeInfo,
    /// The suites of the run, by problem id.
    pub(super) suites: BTreeMap<String, SuiteFile>,
    /// Maximum time for retrying requests to a server that has stopped responding.
    pub(super) max_retry_time: Duration,
}

impl RemoteEngine {
    /// Uploads the suites that the server does not have yet.
    pub(super) fn upload_suites(&self) -> Result<(), ServerError> {
        let mut suites = self.suites.values();
        suites.try_for_each(|suite| self.client.upload_suite(suite))
    }

    fn to_batch_item(&self, submission: &Submission<'_>, options: &Options) -> BatchItem {
        let problem = submission.problem.id.clone();
        let path = &submission.path;
        let name = path.file_name().and_then(|name| name.to_str());
        let file = match name.filter(|name| is_valid_file_name(name)) {
            Some(name) => name.to_owned(),
            // The server would not accept the original name. Only the extension matters, because it
            // determines the language.
            None => format!("answer.{}", path.extension().unwrap_or_default().display()),
        };
        let suite = self.suites.get(&problem);
        BatchItem {
            source: submission.detected.code.text.clone(),
            file,
            problem,
            form: submission.detected.form.name().to_owned(),
            suites: Vec::new(),
            suites_digest: suite.map(|suite| suite.digest.clone()),
            all_cases: options.all_cases,
            gives_up: Some(options.gives_up),
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
        let begun = Instant::now();
        // Ignores errors, because judging continues even without a receiver of the events.
        let _ = events.send(Event::RunStarted {
            submissions: request.submission_infos(),
            jobs: self.info.jobs,
            isolation: self.info.isolation.clone(),
            clock: self.info.clock,
        });
        let same = request.duplicates();
        let numbered = request.submissions.iter().enumerate();
        let pending = numbered.filter(|(index, one)| !one.is_done && !same.contains_key(index));
        let mut run = RemoteRun {
            engine: self,
            interrupted,
            last_contact: Instant::now(),
            outcomes: Outcomes {
                request,
                events,
                pending: pending.map(|(index, _)| index).collect(),
                same,
            },
        };
        run.judge_all();
        let _ = events.send(Event::RunFinished {
            interrupted: interrupted.load(Ordering::Relaxed),
            wall: begun.elapsed(),
        });
        Ok(())
    }

    fn server_facts(&self) -> Option<&MachineFacts> {
        Some(&self.info.facts)
    }

    fn server_conditions(&self) -> Option<&BTreeMap<String, String>> {
        Some(&self.info.conditions)
    }
}

/// The state of a run on a server.
struct RemoteRun<'a> {
    engine: &'a RemoteEngine,
    interrupted: &'a AtomicBool,
    /// The time at which the server last sent anything.
    last_contact: Instant,
    outcomes: Outcomes<'a>,
}

impl RemoteRun<'_> {
    fn judge_all(&mut self) {
        let (mut delay, mut failed_requests) = (MIN_RETRY_DELAY, 0);
        while let Some((indices, batch)) = self.next_batch() {
            let (before, contact) = (self.outcomes.pending.len(), self.last_contact);
            let Err(error) = self.judge_batch(&indices, batch) else {
                continue;
            };
            if self.outcomes.pending.len() < before {
                (delay, failed_requests) = (MIN_RETRY_DELAY, 0);
            } else if self.last_contact > contact {
                failed_requests += 1;
            }
            let timed_out = self.last_contact.elapsed() > self.engine.max_retry_time;
            let message = to_printable(&format!("{}: {error}", self.engine.client.url));
            if !error.is_temporary() || timed_out || failed_requests > MAX_FAILED_REQUESTS {
                let message = format!(
                    "{message}; run the command again with --resume once the server is back"
                );
                for index in self.outcomes.pending.clone() {
                    let failed = SubmissionOutcome::Failed(message.clone().into());
                    self.outcomes.report_outcome(index, failed);
                }
                return;
            }
            errln!("{message}; resending the submissions that have no verdict yet");
            let until = Instant::now() + delay;
            while Instant::now() < until && !self.interrupted.load(Ordering::Relaxed) {
                thread::sleep(INTERRUPT_CHECK_INTERVAL);
            }
            delay = MAX_RETRY_DELAY.min(delay * 2);
        }
    }

    /// Returns the next batch to send, and the indices of its submissions. Returns `None` if no
    /// submission is left or the user asked to stop.
    fn next_batch(&self) -> Option<(Vec<usize>, Batch)> {
        let request = self.outcomes.request;
        let (mut indices, mut bytes) = (Vec::new(), 0);
        let mut batch = Batch {
            keep_alive: true,
            ..Batch::default()
        };
        for &index in self.outcomes.pending.iter().take(MAX_BATCH_ITEMS) {
            if self.interrupted.load(Ordering::Relaxed) {
                return None;
            }
            let submission = &request.submissions[index];
            let item = self.engine.to_batch_item(submission, request.options);
            bytes += item.source.len();
            if !indices.is_empty() && bytes > MAX_BATCH_BYTES {
                break;
            }
            let (problem, known) = (submission.problem, &mut batch.problems);
            if problem.game.is_none() && !known.iter().any(|it| it.id == problem.id) {
                known.push(problem.clone());
            }
            indices.push(index);
            batch.items.push(item);
        }
        (!indices.is_empty()).then_some((indices, batch))
    }

    /// Sends a batch to the server and records the response. On success, each of the submissions
    /// with these indices has an outcome, unless the run was interrupted.
    fn judge_batch(&mut self, indices: &[usize], batch: Batch) -> Result<(), ServerError> {
        // Uploads the suites again if the server has lost them, for example because it was
        // reinstalled.
        self.engine.upload_suites()?;
        let lines = self.engine.client.judge(batch);
        let mut heard = Instant::now();
        loop {
            match lines.recv_timeout(INTERRUPT_CHECK_INTERVAL) {
                Ok(line) => {
                    let line = line?;
                    heard = Instant::now();
                    self.last_contact = heard;
                    let index = line.index.and_then(|index| indices.get(index));
                    let pending = &self.outcomes.pending;
                    if let Some(&index) = index.filter(|index| pending.contains(index)) {
                        self.outcomes.record_response_line(index, line);
                    }
                }
                Err(RecvTimeoutError::Timeout) if heard.elapsed() > SILENCE_TIMEOUT => {
                    let seconds = SILENCE_TIMEOUT.as_secs();
                    let message = format!("the server has sent nothing for {seconds} s");
                    return Err(ServerError::Failed(message));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.interrupted.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
        let pending = &self.outcomes.pending;
        if indices.iter().any(|index| pending.contains(index)) {
            let message = "the server's response ended before all submissions were judged";
            return Err(ServerError::Failed(message.to_owned()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use cat_and_mouse::Game;
    use mousetrap_judge::{FindOptions, find};
    use mousetrap_languages::Languages;
    use mousetrap_util::project::Project;

    use super::*;

    #[test]
    fn every_submission_fails_if_server_is_unreachable() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("a.js");
        std::fs::write(&file, "var catMouseGame = function (graph) { return 0; };").unwrap();
        let languages = Languages::embedded();
        let wanted = FindOptions::new(Game::problems(), None, None);
        let submissions = find(&Project::default(), &[file], &languages, wanted).unwrap();
        let engine = RemoteEngine {
            client: Client::new("http://127.0.0.1:1", "token"),
            info: JudgeInfo::default(),
            suites: BTreeMap::new(),
            max_retry_time: Duration::ZERO,
        };
        let request = JudgeRequest {
            submissions: &submissions,
            cases: &BTreeMap::new(),
            options: &Options::default(),
        };
        let (sender, events) = mpsc::channel();
        let judged = engine.judge(request, &AtomicBool::new(false), &sender);
        judged.unwrap();
        let failed = |event: Event| match event {
            Event::Outcome(_, outcome) => matches!(outcome, SubmissionOutcome::Failed(_)),
            _ => false,
        };
        assert!(events.try_iter().any(failed));
    }
}
