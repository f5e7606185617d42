//! What the judge reports while it works. Reports know the judge by these types
//! alone, so that each is tested from hand-built events.
//!
//! `SetAside` comes first, if at all, then `Compared`, if at all, and then
//! `RunStarted`. Order for one submission: `Compiling`, perhaps `Preparing`,
//! `Started`, `CaseStarted` for each run and `Case` for each case, perhaps `Preparing` for the build with sanitizers,
//! `Finished`. Of a submission that cannot run here there is `Skipped` alone, of
//! one that is the same as another `Same`. Of one that is judged already there is nothing.
//! `RunFinished` is always last, also after an interruption.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Alike, Refused};
use cat_and_mouse::game::Bounds;
use cat_and_mouse::{Game, Instance};
use mousetrap_base::Bytes;
use mousetrap_model::CaseId;
use mousetrap_model::Clock;
use mousetrap_model::Form;
use mousetrap_model::Limits;
use mousetrap_model::Verdict;
use mousetrap_suite::Case;

/// One thing that has happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// Files that will not be judged; at most once, and before all else.
    SetAside {
        /// Those that cannot be judged, each with its reason.
        refused: Vec<Refused>,
        /// Those that are not meant to be: hidden files, backups, reports of
        /// earlier runs.
        left_out: Vec<PathBuf>,
    },
    /// Which submissions resemble each other, by their places in `RunStarted`;
    /// at most once, and before it.
    Compared(Vec<Alike>),
    /// Judging begins.
    RunStarted {
        /// Every submission, in the order in which reports list them.
        submissions: Vec<SubmissionInfo>,
        /// Worker threads.
        jobs: usize,
        /// The isolation in force, in words.
        isolation: String,
        /// What reads the CPU time of runs.
        clock: Clock,
    },
    /// A submission cannot be judged here.
    Skipped {
        /// Index into the submissions of `RunStarted`.
        submission: usize,
        /// Why, and the remedy.
        skip: Skip,
    },
    /// A worker compiles a submission.
    Compiling {
        /// Index of the submission.
        submission: usize,
        /// Worker number, from 0.
        worker: usize,
    },
    /// A worker makes the toolchain of a submission ready, once for all that are to
    /// come.
    Preparing {
        /// Index of the submission.
        submission: usize,
        /// Worker number, from 0.
        worker: usize,
        /// Why it could not; compiling takes longer then.
        failed: Option<String>,
    },
    /// A worker starts to run a submission.
    Started {
        /// Index of the submission.
        submission: usize,
        /// Worker number, from 0.
        worker: usize,
    },
    /// A submission is about to run on a case, perhaps again.
    CaseStarted {
        /// Index of the submission.
        submission: usize,
        /// The case.
        case: CaseId,
        /// The position of the case among those of the submission, from 1.
        number: usize,
    },
    /// A case has been judged. What a sanitizer finds later on comes as another
    /// result of that case, which takes the place of the first.
    Case {
        /// Index of the submission.
        submission: usize,
        /// The result.
        result: Box<CaseResult>,
    },
    /// A submission has its verdict.
    Finished {
        /// Index of the submission.
        submission: usize,
        /// The result.
        result: Box<SubmissionResult>,
    },
    /// A submission is the same as another of this run, whose judgement, which has
    /// just been reported, is its own.
    Same {
        /// Index of the submission.
        submission: usize,
        /// Index of the other.
        first: usize,
    },
    /// The judge itself failed on this submission; nobody is blamed.
    Failed {
        /// Index of the submission.
        submission: usize,
        /// What went wrong, and the remedy.
        error: String,
    },
    /// Judging has ended.
    RunFinished {
        /// Whether it was cut short by a signal; what has no verdict by then
        /// was not judged.
        interrupted: bool,
        /// Wall time of the whole run.
        wall: Duration,
    },
}

/// A submission as the judge found it.
#[derive(Clone, Debug)]
pub struct SubmissionInfo {
    /// The file, as the user would name it.
    pub path: PathBuf,
    /// The problem's id.
    pub problem: String,
    /// The language's id: `cpp`.
    pub language: String,
    /// The language as people write it: `C++`.
    pub language_name: String,
    /// Function or program form.
    pub form: Form,
    /// The encoding that the file was in, where it was converted to UTF-8.
    pub encoding: Option<String>,
    /// What it ought to earn.
    pub expected: Verdict,
    /// Whether the user says so, by where it lies; else whoever is judged is
    /// taken to hope for the best.
    pub is_placed: bool,
    /// How many cases it will be run on at most.
    pub cases: usize,
    /// Stands for its language, form, problem and text.
    pub source: String,
}

/// Why a submission was not judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skip {
    /// What is missing: `kotlinc not found`.
    pub reason: String,
    /// The command that mends it: `mousetrap setup kotlin`.
    pub remedy: String,
}

/// What one run has used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    /// CPU time, user and system, of the whole process tree.
    pub cpu: Duration,
    /// Wall time.
    pub wall: Duration,
    /// Peak memory of the whole process tree.
    pub memory: Bytes,
}

impl Measured {
    /// What nothing uses that was not even started.
    pub const NOTHING: Self = Self {
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        memory: Bytes(0),
    };

    /// Whether it was mostly spent sleeping: more wall time than the limit would
    /// allow for work, and less than a quarter of it at work.
    pub(crate) fn slept(&self, limits: &Limits) -> bool {
        self.wall > limits.cpu && self.cpu * 4 < self.wall
    }

    /// Whether a run that took too long would perhaps not do so again: its CPU time
    /// differs from its limit by this share of it at most, or a busy machine has left
    /// it no time to get there.
    pub fn is_borderline(&self, limits: &Limits, share: f64) -> bool {
        let close = self.cpu.abs_diff(limits.cpu) <= limits.cpu.mul_f64(share);
        let starved = self.cpu < limits.cpu && self.cpu * 4 > limits.cpu;
        (close || starved) && !self.slept(limits)
    }
}

/// The judgement on one case.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// The case.
    pub id: CaseId,
    /// What it earned there.
    pub verdict: Verdict,
    /// The reason in one line: `expected true, got false`, `signal 11
    /// (SIGSEGV)`; empty when accepted.
    pub detail: String,
    /// What the submission printed, cut to a few kilobytes; empty when accepted,
    /// and where it is the reply of a whole program.
    pub stdout: String,
    /// What the submission wrote to standard error, cut to a few kilobytes;
    /// empty when accepted.
    pub stderr: String,
    /// The case as it was sent; only present when it failed.
    pub failing: Option<Failing>,
    /// What the run used.
    pub measured: Measured,
    /// The limits in force: those of the case, scaled for the language.
    pub limits: Limits,
    /// How often the run was repeated because it was borderline.
    pub repeats: u32,
}

impl CaseResult {
    /// One of which there is nothing more to say.
    pub const fn new(id: CaseId, verdict: Verdict, measured: Measured, limits: Limits) -> Self {
        Self {
            id,
            verdict,
            detail: String::new(),
            stdout: String::new(),
            stderr: String::new(),
            failing: None,
            measured,
            limits,
            repeats: 0,
        }
    }
}

/// What an author needs to see of a failing case.
#[derive(Clone, Debug)]
pub struct Failing {
    /// The stdin text form.
    pub input: String,
    /// The `LeetCode` form.
    pub leetcode: String,
    /// The limit on the number of plies, which the texts do not say; none for a
    /// game that knows no such limit.
    pub max_plies: Option<u32>,
    /// The board or graph drawn for a terminal.
    pub drawing: String,
    /// The jury's reply.
    pub answer: String,
    /// The submission's reply, if there was one.
    pub reply: Option<String>,
}

/// Why a submission was not run on its remaining cases, although all were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GaveUp {
    /// It exceeded the time limit of this many cases.
    TimeOuts(u32),
    /// It used more CPU time on all cases together than it may.
    CpuTime(Duration),
    /// The user stopped the run after it had failed a case.
    Interrupted,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeOuts(count) => write!(f, "gave up after {count} time-outs"),
            Self::CpuTime(time) => write!(f, "gave up after {} s of CPU time", time.as_secs()),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

/// The judgement on a whole submission.
#[derive(Clone, Debug)]
pub struct SubmissionResult {
    /// That of its first failing case, or accepted.
    pub verdict: Verdict,
    /// The compiler's text, cut to a few kilobytes; empty if it said nothing.
    pub compiler: String,
    /// Why it does not compile, in one line.
    pub complaint: Option<String>,
    /// Why the checked build failed without a sanitizer's message, if the submission
    /// was accepted.
    pub unchecked: Option<String>,
    /// Why its remaining cases were not run. They count as failed.
    pub gave_up: Option<GaveUp>,
    /// Time to compile; `None` where there was nothing to compile or the
    /// result was cached.
    pub compile: Option<Measured>,
    /// Start-up of the first driver process, before the first case; `None`
    /// for programs, whose start-up is part of each run.
    pub startup: Option<Measured>,
    /// CPU time granted for its start: on each run of a program, which its
    /// limits contain, and once for a driver.
    pub granted: Duration,
    /// Whether nothing was run, since an earlier run of the same has given this
    /// result and every measurement in it.
    pub from_cache: bool,
}

impl SubmissionResult {
    /// One of which there is nothing more to say.
    pub const fn new(verdict: Verdict) -> Self {
        Self {
            verdict,
            compiler: String::new(),
            complaint: None,
            unchecked: None,
            gave_up: None,
            compile: None,
            startup: None,
            granted: Duration::ZERO,
            from_cache: false,
        }
    }

    /// Whether its verdict follows from the results of its cases, of which there are so
    /// many: who has not run all has not shown that a submission is accepted.
    pub fn follows_from(&self, results: &[CaseResult], cases: usize) -> bool {
        let once: BTreeSet<_> = results.iter().map(|result| &result.id).collect();
        let is = |verdict| move |result: &CaseResult| result.verdict == verdict;
        once.len() == results.len()
            && match self.verdict {
                Verdict::Accepted => {
                    results.len() == cases && results.iter().all(is(Verdict::Accepted))
                }
                // That is wrong on some case.
                Verdict::WrongAnswer if results.is_empty() => false,
                wrong => results.is_empty() || results.iter().any(is(wrong)),
            }
    }
}

impl Failing {
    /// What there is to see of a case; nothing where the submission did well.
    pub fn of(case: &Case, verdict: Verdict, reply: Option<String>) -> Option<Self> {
        (verdict != Verdict::Accepted).then(|| Self {
            input: case.input.clone(),
            leetcode: case.instance.leetcode(),
            max_plies: case.instance.max_plies(),
            drawing: case.instance.draw(),
            answer: case.answer.to_owned(),
            reply,
        })
    }

    /// The case as an instance of its problem; none if the text is not one.
    pub fn instance(&self, problem: &str) -> Option<Instance> {
        let parsed = Game::by_id(problem)?.parse(&self.input, Bounds::Extended);
        let instance = parsed.ok()?;
        let limited = self.max_plies.map(|plies| instance.with_max_plies(plies));
        Some(limited.flatten().unwrap_or(instance))
    }
}
