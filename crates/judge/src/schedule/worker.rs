//! A worker thread: takes one submission after the other until none is left.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use crate::options::cores;
use crate::program::probe::probe;
use crate::run::prepare::Shared;
use crate::schedule::events::Sink;
use crate::schedule::idle_sandboxes::Idle;
use crate::schedule::judging::judge;
use crate::schedule::result_cache::{Results, Slot};
use crate::{JudgeError, Options, Submission};
use mousetrap_languages::{Probed, stage};
use mousetrap_model::{Case, Clock, Event, Skip};
use mousetrap_sandbox::{Core, Sandbox, SandboxError, pin_this_thread};

/// What there is to do.
pub(crate) struct Work<'a> {
    pub submissions: &'a [Submission<'a>],
    pub cases: &'a BTreeMap<String, Vec<Case>>,
    pub options: &'a Options,
    pub shared: Shared<'a>,
    /// Results of earlier runs, where they may be taken over.
    pub results: Option<Results>,
    /// Of each submission that is the same as one before it, which that is.
    pub same: BTreeMap<usize, usize>,
    /// The submission that is taken next.
    pub next: AtomicUsize,
    pub probing: &'a Mutex<()>,
}

impl<'a> Work<'a> {
    /// The next submission and its index; `None` where none is left or the user
    /// asked to stop.
    fn next(&self) -> Option<(usize, &'a Submission<'a>)> {
        loop {
            if self.shared.interrupted.load(Ordering::Relaxed) {
                return None;
            }
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let submission = self.submissions.get(index)?;
            if !submission.is_done && !self.same.contains_key(&index) {
                return Some((index, submission));
            }
        }
    }

    /// Reports the submissions that are the same as one that is judged.
    fn say_same(&self, first: usize, events: &Sender<Event>) {
        let of_first = self.same.iter().filter(|(_, of)| **of == first);
        for (&submission, _) in of_first {
            let _ = events.send(Event::SameAs { submission, first });
        }
    }

    /// The cases of a submission.
    pub(crate) fn cases_of(&self, submission: &Submission<'_>) -> &'a [Case] {
        let cases = self.cases.get(&submission.problem.id);
        cases.map_or(&[], Vec::as_slice)
    }
}

/// What a worker thread works with.
pub(crate) struct Worker {
    number: usize,
    sandbox: Sandbox,
    /// The core that it has for itself. The thread is kept there as well: it
    /// sleeps while the submission works, and while it reads the figures the
    /// submission does not, so that nothing is still to be accounted for.
    core: Option<Core>,
}

impl Worker {
    /// One of `jobs` workers. More of them than cores are not kept anywhere.
    pub(crate) fn new(
        number: usize,
        options: &Options,
        jobs: usize,
        idle: &Idle,
    ) -> Result<Self, SandboxError> {
        let core = (jobs <= cores()).then(Core::claim).flatten();
        let core_number = core.as_ref().map(Core::number);
        let sandbox = idle.take(options.isolation)?;
        let sandbox = sandbox.kept_on(core_number).paced(options.pace);
        Ok(Self {
            number,
            sandbox,
            core,
        })
    }

    /// What reads the CPU time of its runs.
    pub(crate) fn clock(&self) -> Clock {
        self.sandbox.clock()
    }

    /// Judges submissions until none is left. Gives its sandbox back, if the judge has
    /// not failed in it.
    pub(crate) fn run(mut self, work: &Work<'_>, events: &Sender<Event>) -> Option<Sandbox> {
        let mut sound = true;
        if let Some(core) = &self.core {
            // The sandbox is there already, so the core may be used.
            let _ = pin_this_thread(core.number());
        }
        while let Some((index, submission)) = work.next() {
            let mut sink = Sink::new(events, index, self.number);
            let judged = submission
                .loaded()
                .and_then(|submission| self.one(work, &submission, &mut sink));
            match judged {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    sound = false;
                    sink.failed(&error);
                }
            }
            work.say_same(index, events);
        }
        sound.then_some(self.sandbox)
    }

    /// Judges a submission, or takes over what an earlier run of the same gave;
    /// `false` where the user asked to stop.
    fn one(
        &mut self,
        work: &Work<'_>,
        submission: &Submission<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<bool, JudgeError> {
        let probed = {
            let _one_at_a_time = work.probing.lock();
            probe(submission.detected.language, work.options.isolation)
        };
        let toolchain = match probed {
            Probed::Toolchain(toolchain) => toolchain,
            Probed::Missing { reason, install } => {
                sink.skipped(Skip {
                    reason: reason.to_string(),
                    remedy: install,
                });
                return Ok(true);
            }
        };
        sink.compiling();
        let cases = work.cases_of(submission);
        let slot = work.results.as_ref().map(|results| {
            let staged = stage(&submission.detected, &toolchain);
            results.slot(submission, &staged, &toolchain, cases, work.options)
        });
        if let Some(known) = slot.as_ref().and_then(Slot::read) {
            sink.started();
            sink.judged(known);
            return Ok(true);
        }
        let (shared, sandbox) = (&work.shared, &mut self.sandbox);
        let whole = judge(shared, sandbox, submission, &toolchain, cases, sink)?;
        let Some(whole) = whole else {
            return Ok(false);
        };
        if let Some(slot) = &slot {
            let size = slot.keep(&whole);
            // The next judge prunes what this one cannot.
            let _ = work.shared.store.count(size);
        }
        sink.judged(whole);
        Ok(true)
    }
}
