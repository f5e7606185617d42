//! What `mousetrap judge --server` and a server send each other: the types of
//! `/api/v1/judge` and `/api/v1/suites`.

use std::collections::BTreeMap;

use mousetrap_model::points::RunPoints;
use mousetrap_model::{Case, CaseId, Clock, Facts, Limits, Run};
use mousetrap_util::digest::digest_of_bytes;
use serde::{Deserialize, Serialize};

/// Maximum size of the sources of one call, and of an uploaded suite, in MiB.
pub const MAX_BODY_MIB: usize = 64;

/// What is to be judged.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// Up to 10,000.
    pub items: Vec<BatchItem>,
    /// Whether the answer also has lines that report progress, one every few seconds at
    /// least.
    #[serde(default)]
    pub progress: bool,
}

/// One source.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchItem {
    /// The source.
    pub source: String,
    /// The file name, which determines the language: `answer.py`.
    pub file: String,
    /// The problem id, if the source does not determine the problem.
    #[serde(default)]
    pub problem: String,
    /// `function` or `program`, if the source does not determine the form.
    #[serde(default)]
    pub form: String,
    /// Suites of the server, by name; the default ones if there are none.
    #[serde(default)]
    pub suites: Vec<String>,
    /// Digest of an uploaded suite, which replaces `suites`.
    #[serde(default)]
    pub suites_digest: Option<String>,
    /// Whether to continue after the first failing case.
    #[serde(default)]
    pub all_cases: bool,
    /// Whether a submission gives up early, as `mousetrap judge` does unless it has
    /// `--no-give-up`. It does if this is left out.
    #[serde(default)]
    pub gives_up: Option<bool>,
}

/// A line of the answer: a verdict or an error of an item, or progress.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct BatchLine {
    /// The index of the item in the call, from 0. Left out if the line is about no item and
    /// only shows that the server is at work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// `AC`, `WA`, `TLE`, `MLE`, `OLE`, `RTE`, `CE` or `SV`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// The run with this item alone, in the form of the JSON report of `mousetrap judge`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
    /// Why there is no verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<BatchError>,
    /// What the server does with the item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<BatchProgress>,
}

/// An error of one item.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BatchError {
    /// Who is at fault.
    pub kind: BatchErrorKind,
    /// What is wrong, for people.
    pub message: String,
}

impl BatchLine {
    /// A line that reports the error of an item.
    pub(crate) fn failed(index: usize, error: BatchError) -> Self {
        Self {
            index: Some(index),
            error: Some(error),
            ..Self::default()
        }
    }
}

/// Who is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BatchErrorKind {
    /// The item is at fault.
    Unusable,
    /// The judge is at fault, and the item may be sent again.
    Infrastructure,
}

/// What the server does with an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BatchProgress {
    /// It compiles the submission.
    Compiling,
    /// It runs the submission, and this many cases are done.
    Running {
        /// The number of cases that are done.
        cases: usize,
    },
}

/// How a server judges.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct JudgeInfo {
    /// The isolation in force, in words.
    pub isolation: String,
    /// What reads the CPU time of runs.
    pub clock: Clock,
    /// The number of submissions that are judged at a time.
    pub jobs: usize,
    /// Everything besides submissions and suites that decides judgements, by name. A run can
    /// only be resumed under the same conditions.
    pub conditions: BTreeMap<String, String>,
    /// Digests of the table rows of languages, by language id.
    pub languages: BTreeMap<String, String>,
    /// The machine and its toolchains.
    pub facts: Facts,
    /// The suites that the client asked for, by problem id. A problem that has none of them
    /// is left out.
    pub suites: BTreeMap<String, ServerSuites>,
}

/// Suites of a server, without the content of their cases.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ServerSuites {
    /// Their names.
    pub names: Vec<String>,
    /// Their cases, in order.
    pub cases: Vec<ServerCase>,
    /// Their point groups; left out if they give no points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<RunPoints>,
}

/// A case of a server, without its content.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ServerCase {
    /// Its name.
    pub id: CaseId,
    /// Its limits.
    pub limits: Limits,
}

/// A suite as servers publish it for workers and clients upload it: the cases of one problem in
/// JSON Lines.
#[derive(Clone, Debug)]
pub struct SuiteFile {
    /// The SHA-256 of the body, in hexadecimal.
    pub digest: String,
    /// A case in each line.
    pub body: String,
}

impl From<String> for SuiteFile {
    fn from(body: String) -> Self {
        Self {
            digest: digest_of_bytes(body.as_bytes()),
            body,
        }
    }
}

impl SuiteFile {
    /// Returns the file with these cases.
    pub fn new(cases: &[Case]) -> Self {
        let lines = cases.iter().map(|case| {
            let line = serde_json::to_string(case).expect("a case is JSON");
            line + "\n"
        });
        lines.collect::<String>().into()
    }

    /// The cases.
    pub(crate) fn cases(&self) -> Result<Vec<Case>, serde_json::Error> {
        self.body.lines().map(serde_json::from_str).collect()
    }
}
