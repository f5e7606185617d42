//! The events that the judge emits while it works. Reports receive the results of the judge
//! only as these events, so each report format can be tested with hand-built events.

use std::path::PathBuf;
use std::time::Duration;

use mousetrap_util::printable::escape_path;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::serialization::serialize_path;
use crate::{CaseId, CaseResult, Clock, Form, Message, Signature, SubmissionOutcome, Verdict};

/// One event of a run.
///
/// Events arrive in this order:
///
/// 1. [`Event::RunStarted`].
/// 2. For each submission: `Compiling`; `Preparing` if the toolchain is not prepared yet;
///    `Started`; `CaseStarted` and `Case` for each case; if the submission is also run with
///    sanitizers, `Checking` and possibly `Preparing` again; and finally `Outcome`. If a submission
///    is a duplicate or cannot run on this machine, its only event is `Outcome`. A submission whose
///    result is reused from an earlier run causes no events.
/// 3. [`Event::RunFinished`], even after an interruption.
#[derive(Clone, Debug)]
pub enum Event {
    /// Judging begins.
    RunStarted {
        /// Every submission, in the order in which reports list them.
        submissions: Vec<SubmissionInfo>,
        /// The number of worker threads.
        jobs: usize,
        /// A description of the isolation in effect.
        isolation: String,
        /// The clock that measures the CPU time of runs.
        clock: Clock,
    },
    /// A worker compiles a submission.
    Compiling {
        /// Index of the submission.
        submission: usize,
        /// Worker number, from 0.
        worker: usize,
    },
    /// A worker prepares a toolchain, which this submission and all later ones use.
    Preparing {
        /// Index of the submission.
        submission: usize,
        /// Worker number, from 0.
        worker: usize,
        /// Why preparing the toolchain failed, if it failed. Compilation still works, but is
        /// slower.
        failed: Option<Message>,
    },
    /// A worker starts running a submission.
    Started {
        /// Index of the submission.
        submission: usize,
        /// Worker number, from 0.
        worker: usize,
    },
    /// A submission is about to run on a case, for the first time or again.
    CaseStarted {
        /// Index of the submission.
        submission: usize,
        /// Worker number, from 0.
        worker: usize,
        /// The name of the case.
        case: CaseId,
        /// The position of the case among the submission's cases, counted from 1.
        number: usize,
    },
    /// A case has been judged. If a sanitizer later reports an error, a second event for the case
    /// replaces the first.
    Case {
        /// Index of the submission.
        submission: usize,
        /// The result of the submission on the case.
        result: Box<CaseResult>,
    },
    /// A worker starts compiling an accepted submission with sanitizers, or running the compiled
    /// program.
    Checking {
        /// Index of the submission.
        submission: usize,
        /// Worker number, from 0.
        worker: usize,
    },
    /// The outcome of the submission with this index is known. A judgement contains the results of
    /// all cases. If the submission is identical to an earlier one, the outcome of the earlier one
    /// has already been sent.
    Outcome(usize, SubmissionOutcome),
    /// Judging has ended.
    RunFinished {
        /// Whether a signal interrupted the run. If so, the submissions without a verdict were
        /// never judged.
        interrupted: bool,
        /// Wall time of the entire run.
        wall: Duration,
    },
}

/// Submissions with similar code, regardless of comments and layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SimilarGroup {
    /// How similar the submissions are.
    pub similarity: Similarity,
    /// The indices of the submissions in the run. A group has at least two submissions, all in the
    /// same language and for the same problem.
    pub submissions: Vec<usize>,
}

/// The degree of similarity between submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Similarity {
    /// The same code.
    Same,
    /// The same code with different names.
    Renamed,
    /// The percentage of tokens that the submissions share in the same order, ignoring names.
    Percent(u8),
}

/// The properties of a submission that are known before it is judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmissionInfo {
    /// The path of the file, as the user would type it.
    #[serde(serialize_with = "serialize_path")]
    pub path: PathBuf,
    /// The problem's id, such as `1728`.
    pub problem: String,
    /// The signature of the function that solves the problem; missing in reports of earlier
    /// versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
    /// The language's id, such as `cpp`.
    pub language: String,
    /// The language's name, such as `C++`.
    pub language_name: String,
    /// Whether the submission is a function or a complete program.
    pub form: Form,
    /// The encoding of the file; omitted if it is UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// The expected verdict, given by the name of the directory; omitted if the directory is not
    /// named after a verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Verdict>,
    /// The suites on which the submission is run; empty if it is run on all suites of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suites: Vec<String>,
    /// The number of cases that the submission must pass to be accepted.
    pub case_count: usize,
    /// The estimated judging time; 1000 units are the time to compile one source file. Only
    /// progress displays use this estimate.
    #[serde(skip)]
    pub cost: u32,
    /// Digest of the language, form, problem and source; omitted from a redacted report.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub digest: String,
}

impl SubmissionInfo {
    /// Returns the expected verdict: [`Verdict::Accepted`], unless the name of the directory
    /// specifies another verdict.
    pub fn expected_verdict(&self) -> Verdict {
        self.expected.unwrap_or(Verdict::Accepted)
    }
}

/// A file that cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("{}: {reason}", escape_path(path))]
pub struct RefusedFile {
    /// The path of the unusable file or directory, as the user would type it.
    #[serde(serialize_with = "serialize_path")]
    pub path: PathBuf,
    /// Why the file cannot be judged, and how to fix it.
    pub reason: Message,
}
