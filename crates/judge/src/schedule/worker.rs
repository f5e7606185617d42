//! A worker thread, which judges one submission after another until none is left.

use std::mem::{replace, take};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;

use parking_lot::Mutex;

use crate::options::available_cores;
use crate::run::prepare::JudgingTask;
use crate::schedule::result_cache::{read_judgement, store_judgement};
use crate::schedule::submission::events::EventSink;
use crate::schedule::submission::judging::judge;
use crate::schedule::work_queue::{Task, WorkQueue};
use crate::{JudgeError, Options};
use mousetrap_model::{Event, SubmissionOutcome};
use mousetrap_sandbox::{CoreLock, Isolation, Sandbox, SandboxError, pin_this_thread};

/// Idle sandboxes, which are kept for later runs of the judge, because starting a sandbox takes
/// longer than running most submissions.
#[derive(Debug, Default)]
pub(crate) struct IdleSandboxes(Mutex<Vec<Sandbox>>);

impl IdleSandboxes {
    /// Returns an idle sandbox with this isolation that hides all files that must be hidden now. If
    /// there is no such sandbox, discards another idle sandbox and starts a new one, so that the
    /// number of sandboxes does not grow.
    pub(crate) fn take_sandbox(&self, isolation: Isolation) -> Result<Sandbox, SandboxError> {
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
}

/// The sandbox and the CPU core of a worker thread.
pub(crate) struct Worker {
    number: usize,
    pub sandbox: Sandbox,
    /// A second sandbox, in which sanitizer builds are compiled at the same time.
    spare: Option<Sandbox>,
    /// The CPU core that only this worker uses. The worker thread and the submission are pinned to
    /// the same core. The thread sleeps while the submission runs. The submission cannot run while
    /// the thread reads the measurements, so the measurements are complete.
    core: Option<CoreLock>,
}

impl Worker {
    /// Creates a worker. `jobs` is the total number of workers. If there are more workers than
    /// cores, workers are not pinned to cores.
    pub(crate) fn new(
        number: usize,
        options: &Options,
        jobs: usize,
        has_spare: bool,
        idle: &IdleSandboxes,
    ) -> Result<Self, SandboxError> {
        let core = (jobs <= available_cores()).then(CoreLock::claim).flatten();
        let sandbox = idle.take_sandbox(options.isolation)?;
        let mut sandbox = sandbox.with_core(core.as_ref().map(CoreLock::number));
        sandbox.speedup = options.pace;
        let spare = has_spare.then(|| idle.take_sandbox(options.isolation));
        Ok(Self {
            number,
            sandbox,
            spare: spare.transpose()?.map(|spare| spare.with_core(None)),
            core,
        })
    }

    /// Judges submissions until none is left. Adds the sandboxes to `idle`, unless an internal error
    /// occurred while they were in use.
    pub(crate) fn run(
        mut self,
        work: &WorkQueue<'_>,
        events: &Sender<Event>,
        idle: &IdleSandboxes,
    ) {
        let isolation = work.context.build.options.isolation;
        let (mut is_usable, mut has_panicked) = (true, false);
        if let Some(core) = &self.core {
            // The thread is pinned after the start of the sandbox, because the sandbox's worker
            // process would otherwise be pinned, too.
            let _ = pin_this_thread(core.number());
        }
        while let Some(task) = work.next_task() {
            let mut sink = EventSink::new(events, task.index, self.number);
            match catch_panic(|| self.judge(work, task, &mut sink)) {
                Ok(()) => {}
                Err(JudgeError::Interrupted) => break,
                Err(error) => {
                    is_usable = false;
                    has_panicked = matches!(error, JudgeError::Panic(_));
                    let outcome = SubmissionOutcome::Failed(error.into());
                    sink.send(|submission, _| Event::Outcome(submission, outcome));
                }
            }
            work.report_duplicates(task.index, events);
            // The sandbox may still be busy with the submission on which the judge panicked.
            if take(&mut has_panicked) && self.replace_sandbox(isolation).is_err() {
                break;
            }
        }
        if is_usable {
            let sandboxes = [Some(self.sandbox), self.spare];
            idle.0.lock().extend(sandboxes.into_iter().flatten());
        }
    }

    /// Replaces the sandbox with a new one, and removes the spare sandbox.
    fn replace_sandbox(&mut self, isolation: Isolation) -> Result<(), SandboxError> {
        let core = self.core.as_ref().map(CoreLock::number);
        let sandbox = Sandbox::new(isolation)?.with_core(core);
        let old = replace(&mut self.sandbox, sandbox);
        self.sandbox.speedup = old.speedup;
        self.spare = None;
        Ok(())
    }

    /// Judges a submission or reuses its cached result.
    fn judge(
        &mut self,
        work: &WorkQueue<'_>,
        task: &Task,
        sink: &mut EventSink<'_>,
    ) -> Result<(), JudgeError> {
        let submission = &work.request.submissions[task.index];
        sink.send(|submission, worker| Event::Compiling { submission, worker });
        let cases = work.request.cases_of(submission);
        let largest = cases.iter().map(|case| case.limits.memory).max();
        let judging = JudgingTask {
            submission,
            toolchain: &task.toolchain,
            memory: largest.unwrap_or_default(),
            cases,
        };
        let results = work.results.as_ref();
        let file =
            results.map(|results| results.judgement_file(judging, &work.context.build.options));
        let known = file.as_ref().and_then(|it| read_judgement(it, cases.len()));
        if let Some(known) = known {
            sink.send(|submission, worker| Event::Started { submission, worker });
            sink.send_submission_judged(known);
            return Ok(());
        }
        let (sandbox, spare) = (&mut self.sandbox, &mut self.spare);
        let judgement = judge(&work.context, sandbox, spare, judging, sink)?;
        if let Some(file) = &file {
            let size = store_judgement(file, &judgement);
            // Errors are ignored: at worst, the next judge prunes the caches.
            let _ = work.context.build.programs.add_stored_size(size);
        }
        sink.send_submission_judged(judgement);
        Ok(())
    }
}

/// Judges a submission with `judge`, and converts a panic to an error, so that other submissions are
/// still judged.
fn catch_panic<T>(judge: impl FnOnce() -> Result<T, JudgeError>) -> Result<T, JudgeError> {
    catch_unwind(AssertUnwindSafe(judge)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Err(JudgeError::Panic(text.unwrap_or_default()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panic_becomes_an_error_with_its_message() {
        let error = catch_panic::<()>(|| panic!("no {}", 5)).unwrap_err();
        assert!(matches!(error, JudgeError::Panic(text) if text == "no 5"));
        assert_eq!(catch_panic(|| Ok(5)).unwrap(), 5);
    }
}
