//! A worker thread, which judges one submission after the other until none is left.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use parking_lot::Mutex;

use crate::context::JudgeContext;
use crate::context::available_cores;
use crate::run::prepare::JudgingTask;
use crate::schedule::result_cache::{ResultCache, read, store};
use crate::schedule::submission::events::EventSink;
use crate::schedule::submission::judging::judge;
use crate::{JudgeError, JudgeRequest, Options, Submission};
use mousetrap_languages::{Probed, probe};
use mousetrap_model::{Clock, Event, SkipReason};
use mousetrap_sandbox::{Core, Isolation, Sandbox, SandboxError, pin_this_thread};

/// A lock that is held while a toolchain is probed, so that only one worker does so at a time.
static PROBE_LOCK: Mutex<()> = Mutex::new(());

/// The queue of submissions that all worker threads share.
pub(crate) struct WorkQueue<'a> {
    pub request: JudgeRequest<'a>,
    pub context: JudgeContext<'a>,
    /// The cache of earlier results, if they may be reused.
    pub results: Option<ResultCache>,
    /// For each submission that is identical to an earlier submission, the index of the earlier
    /// one.
    pub same: BTreeMap<usize, usize>,
    /// Indices of the submissions in the order in which they are judged.
    pub order: Vec<usize>,
    /// The position in this order of the next submission.
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
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let index = *self.order.get(place)?;
            let submission = &self.request.submissions[index];
            if !submission.is_done && !self.same.contains_key(&index) {
                return Some((index, submission));
            }
        }
    }

    /// Reports the submissions that are identical to the submission `first`, which was judged.
    fn report_identical(&self, first: usize, events: &Sender<Event>) {
        let of_first = self.same.iter().filter(|(_, of)| **of == first);
        for (&submission, _) in of_first {
            let _ = events.send(Event::SameAs { submission, first });
        }
    }
}

/// Idle sandboxes, which are kept for later submissions, because starting a sandbox takes longer
/// than most submissions run.
#[derive(Debug, Default)]
pub(crate) struct IdleSandboxes(Mutex<Vec<Sandbox>>);

impl IdleSandboxes {
    /// Returns an idle sandbox with this isolation that is up to date. If there is none, creates a
    /// sandbox and drops another idle one, so that their number does not grow.
    pub(crate) fn take(&self, isolation: Isolation) -> Result<Sandbox, SandboxError> {
        let mut idle = self.0.lock();
        let found = idle
            .iter_mut()
            .position(|sandbox| sandbox.is_up_to_date(isolation));
        let other = match found {
            Some(place) => return Ok(idle.swap_remove(place)),
            None => idle.pop(),
        };
        drop(idle);
        drop(other);
        Sandbox::new(isolation)
    }

    /// Takes back a sandbox in which the judge has not failed.
    pub(crate) fn put_back(&self, sandbox: Sandbox) {
        self.0.lock().push(sandbox);
    }
}

/// The sandbox and the CPU core of a worker thread.
pub(crate) struct Worker {
    number: usize,
    sandbox: Sandbox,
    /// The CPU core that only this worker uses. The worker thread is pinned to the core, too. It
    /// sleeps while the submission works. While it reads the measurements, the submission cannot
    /// run, so the measurements are complete.
    core: Option<Core>,
}

impl Worker {
    /// Creates one of `jobs` workers. If there are more workers than cores, no worker is pinned.
    pub(crate) fn new(
        number: usize,
        options: &Options,
        jobs: usize,
        idle: &IdleSandboxes,
    ) -> Result<Self, SandboxError> {
        let core = (jobs <= available_cores()).then(Core::claim).flatten();
        let core_number = core.as_ref().map(Core::number);
        let sandbox = idle.take(options.isolation)?;
        let sandbox = sandbox.with_core(core_number).with_pace(options.pace);
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

    /// Judges submissions until none is left. Returns the sandbox, unless the judge failed in it.
    pub(crate) fn run(mut self, work: &WorkQueue<'_>, events: &Sender<Event>) -> Option<Sandbox> {
        let mut is_usable = true;
        if let Some(core) = &self.core {
            // The thread is pinned only now, so that the sandbox's worker process is not pinned
            // with it.
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
            work.report_identical(index, events);
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
        let file = results.map(|results| results.result_file(judging, &work.context.options));
        let known = file.as_ref().and_then(|file| read(file, cases.len()));
        if let Some(known) = known {
            sink.send_started();
            sink.send_judged(known);
            return Ok(true);
        }
        let judgement = judge(&work.context, &mut self.sandbox, judging, sink)?;
        let Some(judgement) = judgement else {
            return Ok(false);
        };
        if let Some(file) = &file {
            let size = store(file, &judgement);
            // Errors are ignored: at worst, the next judge prunes the caches.
            let _ = work.context.programs.add_size(size);
        }
        sink.send_judged(judgement);
        Ok(true)
    }
}
