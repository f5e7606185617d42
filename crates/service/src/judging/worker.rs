//! Threads that take tasks and do them, one at a time each.

use std::mem::replace;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use super::budget::Budget;
use super::record::{Record, Step};
use super::{Search, Suites, trial};
use crate::fault::Reason;
use crate::hub::Hub;
use crate::store::{
    Database, FAILED, MOST_ATTEMPTS, NewJudgement, Room, StoreError, Submission, Task, Terms, now,
};
use cat_and_mouse::problem::Problem;
use mousetrap_base::Choice as _;
use mousetrap_judge::config::Config;
use mousetrap_judge::{Engine, FindOptions, Options, of_text};
use mousetrap_model::{Event, Form, Judgement};

/// How often what happens is written down, and shown.
const FLUSH: Duration = Duration::from_millis(100);
/// How often the holder of a task says that it is still there.
const SIGN: Duration = Duration::from_secs(5);
/// How often to look for tasks that other servers have taken in.
const LOOK: Duration = Duration::from_millis(500);

/// What has been done since the start.
#[derive(Debug, Default)]
pub(crate) struct Count {
    pub judged: AtomicU64,
    /// Those of them on which the judge failed.
    pub failed: AtomicU64,
}

/// What workers work with.
pub(crate) struct Bench {
    pub database: Database,
    pub hub: Arc<Hub>,
    pub runtime: Handle,
    pub engine: Arc<dyn Engine>,
    pub search: Search,
    pub suites: Suites,
    pub config: &'static Config,
    pub options: Options,
    /// Set when the service is to stop.
    pub interrupted: Arc<AtomicBool>,
    pub count: Count,
    /// Whether there may be a task.
    bell: (Mutex<bool>, Condvar),
}

impl Bench {
    pub(crate) fn new(
        (database, hub): (Database, Arc<Hub>),
        (engine, search): (Arc<dyn Engine>, Search),
        (config, options): (&'static Config, Options),
    ) -> Self {
        Self {
            database,
            hub,
            runtime: Handle::current(),
            engine,
            search,
            suites: Suites::new(config, options),
            config,
            options,
            interrupted: Arc::default(),
            count: Count::default(),
            bell: Default::default(),
        }
    }

    /// Says that there is a task.
    pub(crate) fn ring(&self) {
        *self.bell.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.bell.1.notify_all();
    }

    fn wait(&self) {
        let rung = self.bell.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.bell.1.wait_timeout_while(rung, LOOK, |rung| !*rung);
        *waited.unwrap_or_else(PoisonError::into_inner).0 = false;
    }

    /// A submission as the judge takes it.
    pub(super) fn found(
        &self,
        submission: &Submission,
    ) -> Result<mousetrap_judge::Submission<'static>, Reason> {
        let wanted = FindOptions::new(
            Problem::by_id(&submission.problem),
            Form::named(&submission.form),
        );
        let name = Path::new(&submission.file);
        let text = submission.source.as_bytes();
        of_text(name, text, &self.config.languages, wanted)
            .map_err(|refused| Reason(refused.reason))
    }

    pub(super) fn stops(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Keeps what a task came to, as soon as it can be kept: a disk may be full for
    /// hours.
    pub(super) fn keep<T, K>(&self, keep: impl Fn() -> K) -> Result<T, StoreError>
    where
        K: Future<Output = Result<T, StoreError>>,
    {
        let mut is_said = false;
        loop {
            match self.runtime.block_on(keep()) {
                Err(error) if error.passes() && !self.stops() => {
                    if !replace(&mut is_said, true) {
                        tracing::error!(%error, "what a task came to waits to be kept");
                    }
                    thread::sleep(LOOK);
                }
                kept => return kept,
            }
        }
    }
}

/// Starts so many workers. They end soon after `interrupted` is set.
pub(crate) fn start(bench: &Arc<Bench>, workers: usize) -> Vec<JoinHandle<()>> {
    let start = |_| {
        let bench = Arc::clone(bench);
        thread::spawn(move || {
            while !bench.stops() {
                // Who takes a task may not end with it: it is begun again, and set aside
                // if it goes wrong each time.
                match catch_unwind(AssertUnwindSafe(|| one(&bench))) {
                    Ok(Ok(true)) => {}
                    Ok(Ok(false)) => bench.wait(),
                    Ok(Err(error)) => {
                        tracing::error!(%error, "a task could not be done");
                        thread::sleep(LOOK);
                    }
                    Err(_) => tracing::error!("a task went wrong; it is begun again"),
                }
            }
        })
    };
    (0..workers).map(start).collect()
}

/// Takes a task and does it; whether there was one.
fn one(bench: &Bench) -> Result<bool, StoreError> {
    let database = &bench.database;
    let Some(task) = bench.runtime.block_on(database.take())? else {
        return Ok(false);
    };
    bench.hub.poke();
    let room = bench.runtime.block_on(database.room(&task.room))?;
    let submission = bench
        .runtime
        .block_on(database.submission(&task.submission))?;
    if let (Some(room), Some(submission)) = (room, submission) {
        let stop = Arc::default();
        signed(bench, &task, &stop, || match task.kind.as_str() {
            "try" => trial::one(bench, &task, &room, &submission, &stop),
            _ => judged(bench, &task, (&room, &submission), &stop),
        })?;
    }
    bench.hub.poke();
    Ok(true)
}

/// Works on a task, and says again and again that it is being worked on; sets `stop`
/// once it is another's, or was ended, or the service is to stop.
fn signed<T>(bench: &Bench, task: &Task, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (working, ends) = channel::<()>();
        scope.spawn(move || {
            let mut signed = Instant::now();
            while ends.recv_timeout(FLUSH) == Err(RecvTimeoutError::Timeout) {
                stop.fetch_or(bench.stops(), Ordering::Relaxed);
                if signed.elapsed() < SIGN {
                    continue;
                }
                signed = Instant::now();
                let kept = bench.runtime.block_on(bench.database.keep(task));
                if matches!(kept, Ok(false)) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let _working = working;
        work()
    })
}

/// Judges the submission of a task, and ends that.
fn judged(
    bench: &Bench,
    task: &Task,
    (room, submission): (&Room, &Submission),
    stop: &Arc<AtomicBool>,
) -> Result<(), StoreError> {
    let database = &bench.database;
    let mut record = Record::new(submission);
    let mut budget = Budget::new(&room.policy, stop);
    if task.attempts > MOST_ATTEMPTS {
        record.fail(lost());
    } else if let Err(error) = judge(bench, task, (room, submission), (&mut record, &mut budget))? {
        record.fail(error.0);
    }
    if bench.stops() && record.code().is_none() {
        return bench.runtime.block_on(database.return_task(task));
    }
    let judgement = NewJudgement {
        verdict: record.code().unwrap_or(FAILED),
        run: record.into_run(),
        shown: budget.shown(now()),
    };
    if !bench.keep(|| database.finish(task, &judgement))? {
        tracing::warn!(task = task.id, "another has ended this task meanwhile");
        return Ok(());
    }
    if judgement.verdict == FAILED {
        bench.count.failed.fetch_add(1, Ordering::Relaxed);
    }
    bench.count.judged.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

/// Why a task is set aside that was begun too often.
pub(super) fn lost() -> String {
    format!(
        "the judge was lost {MOST_ATTEMPTS} times while it worked on this; the owner can have it \
         judged again"
    )
}

/// Judges a submission; why that could not even begin.
fn judge(
    bench: &Bench,
    task: &Task,
    (room, submission): (&Room, &Submission),
    (record, budget): (&mut Record, &mut Budget),
) -> Result<Result<(), Reason>, StoreError> {
    let problem = Problem::by_id(&submission.problem);
    let Some(problem) = problem else {
        return Ok(Err(
            format!("there is no problem {}", submission.problem).into()
        ));
    };
    let more = bench.database.room_cases(&room.id, task.revision);
    let more = bench.runtime.block_on(more)?;
    let terms = match task.body.as_str() {
        // Stopping early would tell which case it was.
        "" => Terms {
            suites: room.policy.suites.clone(),
            all_cases: room.policy.hides(),
        },
        terms => serde_json::from_str(terms)?,
    };
    let suites = &terms.suites;
    let cases = bench
        .suites
        .with(problem, suites, &more, &bench.interrupted);
    let cases = match cases {
        Ok(cases) => cases,
        Err(error) => return Ok(Err(error.to_string().into())),
    };
    let found = match bench.found(submission) {
        Ok(found) => found,
        Err(refused) => return Ok(Err(refused)),
    };
    let mut options = bench.options;
    options.all_cases = terms.all_cases;
    let shows = !room.policy.hides();
    let attempt = bench.keep(|| bench.database.next_attempt(task))?;
    let (sender, events) = channel();
    thread::scope(|scope| {
        let judging = scope.spawn({
            let (cases, found, interrupted) = (&cases, &found, budget.stops());
            move || {
                let interrupted = &*interrupted;
                let one = std::slice::from_ref(found);
                // The sender goes with this closure, so that the other end sees its end.
                let sender = sender;
                bench
                    .engine
                    .judge(one, cases, &options, interrupted, &sender)
            }
        });
        let _ended = budget.guard();
        let mut steps: Vec<Step> = Vec::new();
        let (mut seq, mut flushed) = (0, Instant::now());
        loop {
            let event = events.recv_timeout(FLUSH);
            let is_over = matches!(event, Err(RecvTimeoutError::Disconnected));
            if let Ok(event) = event {
                budget.see(&event);
                steps.extend(record.take(event));
            }
            if is_over || flushed.elapsed() >= FLUSH {
                steps.extend(record.step());
                if shows && !steps.is_empty() {
                    seq += 1;
                    let body = serde_json::to_string(&steps)?;
                    // Who watches sees less; the verdict says it all.
                    let added = bench.database.add_progress(task, (attempt, seq), &body);
                    if let Err(error) = bench.runtime.block_on(added) {
                        tracing::error!(%error, "progress could not be kept");
                    }
                    bench.hub.poke();
                }
                steps.clear();
                flushed = Instant::now();
            }
            if is_over {
                break;
            }
        }
        let judged = judging.join();
        let judged = judged.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        if record.code().is_none() {
            if let Some(result) = budget.result(record.first_failure()) {
                let cases = record.cases().to_vec();
                record.take(Event::Judged {
                    submission: 0,
                    judgement: Box::new(Judgement { cases, ..result }),
                });
                return Ok(Ok(()));
            }
        }
        Ok(judged.map_err(|error| Reason(error.to_string())))
    })
}
