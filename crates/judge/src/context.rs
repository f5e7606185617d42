//! The caches and flags that all phases of judging share, and the trait [`Engine`], which judges
//! submissions.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use parking_lot::{Mutex, RwLock};

use crate::program::build::BuildContext;
use crate::program::measured_times::MeasuredTimes;
use crate::program::program_runner::ProgramRunner;
use crate::{JudgeError, Options, Submission};
use mousetrap_model::{Case, Event, MachineFacts, SubmissionInfo, Verdict};

/// Options, caches and flags that all workers share.
pub(crate) struct JudgeContext<'a> {
    /// The context for compiling programs, with the options and the flag that stops the run.
    pub build: BuildContext<'a>,
    pub startup_times: Arc<MeasuredTimes>,
    /// A lock that is held for reading during each run, and for writing during an exclusive run.
    pub run_lock: Arc<RwLock<()>>,
    /// Runs the checker programs of the judged problems.
    pub checkers: Mutex<ProgramRunner>,
}

impl<'a> JudgeContext<'a> {
    /// Creates a context for a single judge, which shares nothing with other judges in this
    /// process.
    ///
    /// # Errors
    /// Returns an error if the program cache cannot be opened.
    pub(crate) fn open(options: &Options, interrupted: &'a AtomicBool) -> Result<Self, JudgeError> {
        Ok(Self {
            build: BuildContext::open(options, interrupted)?,
            startup_times: Arc::default(),
            run_lock: Arc::default(),
            checkers: Mutex::default(),
        })
    }
}

/// The submissions of a run, with their cases and the options.
#[derive(Clone, Copy, Debug)]
pub struct JudgeRequest<'a> {
    /// The submissions, in the order in which reports list them.
    pub submissions: &'a [Submission<'a>],
    /// The cases, keyed by [`Submission::case_list_key`]: the problem id, followed by suites if a
    /// submission is not run on all suites.
    pub cases: &'a BTreeMap<String, Vec<Case>>,
    /// The options of the run.
    pub options: &'a Options,
}

impl<'a> JudgeRequest<'a> {
    /// Returns the cases of a submission.
    pub(crate) fn cases_of(&self, submission: &Submission<'_>) -> &'a [Case] {
        let cases = self.cases.get(&submission.case_list_key());
        cases.map_or(&[], Vec::as_slice)
    }

    /// Returns the expected time for judging a submission, in the unit of
    /// [`SubmissionInfo::cost`].
    ///
    /// The formula is based on measurements of this repository's solutions in all languages.
    /// Compiling a solution takes as long as running a C++ solution on 800 cases, if both times
    /// include the check with sanitizers. In slower languages, the time for a case grows roughly
    /// with the square root of the language's time factor. A solution that is too slow runs for
    /// about twice its compilation time before it is stopped on its first slow case. The runs of
    /// solutions with other failing verdicts are so short that they are not counted.
    pub(crate) fn estimated_cost(&self, submission: &Submission<'_>) -> u32 {
        let runs = match submission.expected {
            Verdict::Accepted => {
                let cases = self.cases_of(submission).len() as f64;
                cases * submission.detected.language.time_factor.sqrt() / 800.0
            }
            Verdict::TimeLimitExceeded => 2.0,
            _ => 0.0,
        };
        (1000.0 * (1.0 + runs)) as u32
    }

    /// Returns the facts about each submission that reports need.
    pub fn submission_infos(&self) -> Vec<SubmissionInfo> {
        let info = |submission: &Submission<'_>| {
            let language = submission.detected.language;
            SubmissionInfo {
                path: submission.path.clone(),
                problem: submission.problem.id.clone(),
                signature: Some(submission.problem.signature.clone()),
                language: language.id.clone(),
                language_name: language.name.clone(),
                form: submission.detected.form,
                encoding: submission.encoding.map(str::to_owned),
                expected: submission.is_placed.then_some(submission.expected),
                suites: submission.suites.clone(),
                case_count: self.cases_of(submission).len(),
                cost: self.estimated_cost(submission),
                digest: submission.source.clone(),
            }
        };
        self.submissions.iter().map(info).collect()
    }

    /// Returns a map from the index of each duplicate, which is not judged, to the index of the
    /// identical earlier submission. The map is empty unless the options request that duplicates
    /// are skipped.
    pub fn duplicates(&self) -> BTreeMap<usize, usize> {
        let mut firsts = BTreeMap::new();
        let numbered = self.submissions.iter().enumerate();
        let same = numbered.filter_map(|(index, submission)| {
            let first = *firsts.entry(&submission.source).or_insert(index);
            (first != index && self.options.skips_duplicates).then_some((index, first))
        });
        same.collect()
    }
}

/// Judges submissions. [`LocalEngine`](crate::LocalEngine) judges on this machine. The other
/// implementations are a client of a server and a stub for tests.
pub trait Engine: Debug + Send + Sync {
    /// Judges each submission on the cases of its problem, and sends an event for each step to
    /// `events`. Returns when every submission has been judged, or early if `interrupted` is set.
    /// In both cases, all processes that the judge started have ended.
    ///
    /// # Errors
    /// Returns an error if judging cannot begin. A failure of the judge on a single
    /// submission is reported as [`SubmissionOutcome::Failed`](mousetrap_model::SubmissionOutcome).
    fn judge(
        &self,
        request: JudgeRequest<'_>,
        interrupted: &AtomicBool,
        events: &Sender<Event>,
    ) -> Result<(), JudgeError>;

    /// Returns the facts about the server that judges, or `None` if this machine judges.
    fn server_facts(&self) -> Option<&MachineFacts> {
        None
    }

    /// Returns the settings of the server that judges, or `None` if this machine judges. The
    /// settings must be the same in a resumed run.
    fn server_conditions(&self) -> Option<&BTreeMap<String, String>> {
        None
    }
}
