//! What the judge reports while it works. Reports depend on the judge by these types
//! alone, so that each is tested with hand-built events.

use std::path::PathBuf;
use std::time::Duration;

use mousetrap_util::printable::named;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::serial::path;
use crate::{CaseId, CaseResult, Clock, Form, Judgement, Message, Skip, Verdict};

/// One event of a run.
///
/// [`Event::FilesFound`] and [`Event::SimilarFound`] come first, each at most once, then
/// [`Event::RunStarted`]. A submission has `Compiling`, perhaps `Preparing`, `Started`, then
/// `CaseStarted` and `Case` for each case, perhaps `Checking` and `Preparing` for
/// the build with sanitizers, and at last `Judged`. A submission that cannot run here has only `Skipped`,
/// a repeated one only `SameAs`, and one that an earlier run judged has no event.
/// [`Event::RunFinished`] is always last, also after an interruption.
#[derive(Clone, Debug)]
pub enum Event {
    /// Files that will not be judged.
    FilesFound {
        /// Files that cannot be judged.
        refused: Vec<RefusedFile>,
        /// Files that are not meant to be judged: hidden files, backups, reports of
        /// earlier runs.
        left_out: Vec<PathBuf>,
    },
    /// Groups of submissions with similar code, by their indices in `RunStarted`.
    SimilarFound(Vec<SimilarGroup>),
    /// Judging begins.
    RunStarted {
        /// Every submission, in the order in which reports list them.
        submissions: Vec<SubmissionInfo>,
        /// The number of worker threads.
        jobs: usize,
        /// The isolation in force, in words.
        isolation: String,
        /// What reads the CPU time of runs.
        clock: Clock,
    },
    /// A submission cannot be judged here.
    Skipped {
        /// Index of the submission.
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
    /// A worker prepares the toolchain of a submission, once for all later ones.
    Preparing {
        /// Index of the submission.
        submission: usize,
        /// Worker number, from 0.
        worker: usize,
        /// Why it failed. Compiling takes longer then.
        failed: Option<Message>,
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
    /// A case has been judged. If a sanitizer finds a mistake later, the case has another
    /// event, which replaces the first.
    Case {
        /// Index of the submission.
        submission: usize,
        /// The result.
        result: Box<CaseResult>,
    },
    /// A worker begins to build a judged submission with sanitizers, or to run that build.
    Checking {
        /// Index of the submission.
        submission: usize,
        /// Worker number, from 0.
        worker: usize,
    },
    /// A submission has its verdict.
    Judged {
        /// Index of the submission.
        submission: usize,
        /// The judgement, with all cases.
        judgement: Box<Judgement>,
    },
    /// A submission is the same as another of this run, and has its judgement.
    SameAs {
        /// Index of the submission.
        submission: usize,
        /// Index of the other, whose `Judged`, `Skipped` or `Failed` came before.
        first: usize,
    },
    /// The judge itself failed on this submission, which is not to blame.
    Failed {
        /// Index of the submission.
        submission: usize,
        /// What went wrong, and the remedy.
        error: Message,
    },
    /// Judging has ended.
    RunFinished {
        /// Whether a signal cut the run short. A submission without a verdict was then not
        /// judged.
        interrupted: bool,
        /// Wall time of the entire run.
        wall: Duration,
    },
}

/// A group of submissions with similar code. Comments and layout do not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SimilarGroup {
    /// How similar they are.
    pub similarity: Similarity,
    /// Their indices in the run; at least two, of one problem and language.
    pub submissions: Vec<usize>,
}

/// How similar submissions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Similarity {
    /// The same code.
    Same,
    /// The same code with other names.
    Renamed,
    /// This many percent of the tokens are common and in the same order, apart from names.
    Percent(u8),
}

/// A submission as the judge found it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmissionInfo {
    /// The file, as the user would name it.
    #[serde(serialize_with = "path")]
    pub path: PathBuf,
    /// Id of its problem: `1728`.
    pub problem: String,
    /// Id of its language: `cpp`.
    pub language: String,
    /// Name of its language: `C++`.
    pub language_name: String,
    /// Function or program.
    pub form: Form,
    /// The encoding that the file was in; left out if it was UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// The verdict that it should earn, by the name of its directory; left out if
    /// it is in no such directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Verdict>,
    /// The suites that it runs, if it does not run all suites of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suites: Vec<String>,
    /// The number of cases that it must pass to be accepted.
    pub case_count: usize,
    /// How long judging it is expected to take, as a multiple of compiling a source, in
    /// thousandths. Only progress displays use it.
    #[serde(skip)]
    pub cost: u32,
    /// Digest of its language, form, problem and text; left out of a redacted report.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub digest: String,
}

impl SubmissionInfo {
    /// The verdict that it should earn: accepted, unless its directory says otherwise.
    pub fn expected_verdict(&self) -> Verdict {
        self.expected.unwrap_or(Verdict::Accepted)
    }
}

/// A file that cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("{}: {reason}", named(path))]
pub struct RefusedFile {
    /// The file, or a directory that cannot be read, as the user would name it.
    #[serde(serialize_with = "path")]
    pub path: PathBuf,
    /// The rule that it breaks, and the remedy.
    pub reason: Message,
}
