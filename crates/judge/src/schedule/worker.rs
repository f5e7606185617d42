//! A worker thread, which judges one submission after another until none is left.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use parking_lot::Mutex;

use crate::context::JudgeContext;
use crate::options::available_cores;
use crate::run::prepare::JudgingTask;
use crate::schedule::result_cache::{ResultCache, read_judgement, store_judgement};
use crate::schedule::submission::events::EventSink;
use crate::schedule::submission::judging::judge;
use crate::{JudgeError, JudgeRequest, Options, Submission};
use mousetrap_languages::{Probed, probe};
use mousetrap_model::{Clock, Event, SkipReason};
use mousetrap_sandbox::{Core, Isolation, Sandbox, SandboxError, pin_this_thread};

/// A lock that is held while a worker probes a toolchain, so that two workers never probe at the
/// same time.
static PROBE_LOCK: Mutex<()> = Mutex::new(());

/// The queue of submissions that all worker threads share.
pub(crate) struct WorkQueue<'a> {
    pub request: JudgeRequest<'a>,
    pub context: JudgeContext<'a>,
    /// The result cache, if cached results are reused.
    pub results: Option<ResultCache>,
    /// Maps the index of each duplicate to the index of the earlier submission to which it is
    /// identical.
    pub duplicates: BTreeMap<usize, usize>,
    /// Indices of the submissions in the order in which they are judged.
    pub order: Vec<usize>,
    /// The index in `order` of the next submission.
    pub next: AtomicUsize,
}

impl<'a> WorkQueue<'a> {
    /// Returns the next submission and its index, or `None` if none is left or the user
    /// asked to stop.
    fn next(&self) -> Option<(usize, &'a Submission<'a>)> {
        loop {
            if self.context.interrupted.load(Ordering::Relaxed) {
                return None;
            }
            let position = self.next.fetch_add(1, Ordering::Relaxed);
            let index = *self.order.get(position)?;
            let submission = &self.request.submissions[index];
            if !submission.is_done && !self.duplicates.contains_key(&index) {
                return Some((index, submission));
            }
        }
    }

    /// Reports all submissions that are identical to `first`, the index of a judged submission.
    fn report_duplicates(&self, first: usize, events: &Sender<Event>) {
        let of_first = self.duplicates.iter().filter(|(_, of)| **of == first);
        for (&submission, _) in of_first {
            let _ = events.send(Event::SameAs { submission, first });
        }
    }
}

/// Idle sandboxes, which are kept for later runs of the judge, because starting a sandbox takes
/// longer than running most submissions.
#[derive(Debug, Default)]
pub(crate) struct IdleSandboxes(Mutex<Vec<Sandbox>>);

impl IdleSandboxes {
    /// Returns an idle sandbox that has this isolation and is up to date. If there is none, creates
    /// a sandbox and drops another idle sandbox, so that the number of sandboxes does not grow.
    pub(crate) fn take(&self, isolation: Isolation) -> Result<Sandbox, SandboxError> {
        let mut idle = self.0.lock();
        let found = idle
            .iter_mut()
            .position(|sandbox| sandbox.is_up_to_date(isolation));
        let other = match found {
            Some(index) => return Ok(idle.swap_remove(index)),
            None => idle.pop(),
        };
        drop(idle);
        drop(other);
        Sandbox::new(isolation)
    }

    /// Adds a sandbox that a worker no longer needs. Must not be called after a failure of the
    /// judge in this sandbox.
    pub(crate) fn put_back(&self, sandbox: Sandbox) {
        self.0.lock().push(sandbox);
    }
}

/// The sandbox and the CPU core of a worker thread.
pub(crate) struct Worker {
    number: usize,
    sandbox: Sandbox,
    /// The CPU core that only this worker uses. The worker thread and the submission are pinned to
    /// the same core. The thread sleeps while the submission runs. The submission cannot run while
    /// the thread reads the measurements, so the measurements are complete.
    core: Option<Core>,
}

impl Worker {
    /// Creates one of `jobs` workers. If there are more workers than cores, workers are not pinned
    /// to cores.
    pub(crate) fn new(
        number: usize,
        options: &Options,
        jobs: usize,
        idle: &IdleSandboxes,
    ) -> Result<Self, SandboxError> {
        let core = (jobs <= available_cores()).then(Core::claim).flatten();
        let core_number = core.as_ref().map(Core::number);
        let sandbox = idle.take(options.isolation)?;
        let sandbox = sandbox.with_core(core_number).with_speedup(options.pace);
        Ok(Self {
            number,
            sandbox,
            core,
        })
    }

    /// Returns the clock that measures CPU time.
    pub(crate) fn clock(&self) -> Clock {
        self.sandbox.clock()
    }

    /// Judges submissions until none is left. Returns the sandbox for reuse, or `None` if the judge
    /// has failed in it.
    pub(crate) fn run(mut self, work: &WorkQueue<'_>, events: &Sender<Event>) -> Option<Sandbox> {
        let mut is_usable = true;
        if let Some(core) = &self.core {
            // The thread is pinned after the start of the sandbox, because the sandbox's worker
            // process would otherwise be pinned, too.
            let _ = pin_this_thread(core.number());
        }
        while let Some((index, submission)) = work.next() {
            let mut sink = EventSink::new(events, index, self.number);
            match self.judge(work, submission, &mut sink) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    is_usable = false;
                    let error = error.into();
                    sink.send(|submission, _| Event::Failed { submission, error });
                }
            }
            work.report_duplicates(index, events);
        }
        is_usable.then_some(self.sandbox)
    }

    /// Judges a submission or reuses its cached result. Returns `false` if the user asked to stop.
    fn judge(
        &mut self,
        work: &WorkQueue<'_>,
        submission: &Submission<'_>,
        sink: &mut EventSink<'_>,
    ) -> Result<bool, JudgeError> {
        let probed = {
            let _one_at_a_time = PROBE_LOCK.lock();
            probe(submission.detected.language)
        };
        let toolchain = match probed {
            Probed::Toolchain(toolchain) => toolchain,
            Probed::Missing {
                reason,
                install: remedy,
            } => {
                let skip = SkipReason { reason, remedy };
                sink.send(|submission, _| Event::Skipped { submission, skip });
                return Ok(true);
            }
        };
        sink.send(|submission, worker| Event::Compiling { submission, worker });
        let cases = work.request.cases_of(submission);
        let largest = cases.iter().map(|case| case.limits.memory).max();
        let judging = JudgingTask {
            submission,
            toolchain: &toolchain,
            memory: largest.unwrap_or_default(),
            cases,
        };
        let results = work.results.as_ref();
        let file = results.map(|results| results.judgement_file(judging, &work.context.options));
        let known = file.as_ref().and_then(|it| read_judgement(it, cases.len()));
        if let Some(known) = known {
            sink.send_submission_started();
            sink.send_submission_judged(known);
            return Ok(true);
        }
        let Some(judgement) = judge(&work.context, &mut self.sandbox, judging, sink)? else {
            return Ok(false);
        };
        if let Some(file) = &file {
            let size = store_judgement(file, &judgement);
            // Errors are ignored: at worst, the next judge prunes the caches.
            let _ = work.context.build.programs.count_stored_size(size);
        }
        sink.send_submission_judged(judgement);
        Ok(true)
    }
}
