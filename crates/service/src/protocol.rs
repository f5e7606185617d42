//! The protocol between `mousetrap judge --server` and a server: the types of `/api/v1/judge`
//! and `/api/v1/suites`.

use std::collections::BTreeMap;

use mousetrap_model::{Case, Clock, MachineFacts, Problem, Run};
use mousetrap_util::digest::digest_of_bytes;
use serde::{Deserialize, Serialize};

/// Maximum size of a batch or of an uploaded suite, in MiB.
pub const MAX_BODY_MIB: usize = 64;

/// The body of a `POST /api/v1/judge` request: the sources to judge.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// At most 10,000 items.
    pub items: Vec<BatchItem>,
    /// Whether the response includes an empty object every five seconds to keep the connection
    /// alive.
    #[serde(default)]
    pub keep_alive: bool,
    /// Definitions of the client's custom problems that the items solve.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
}

/// A source, and the options for judging it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchItem {
    /// The source.
    pub source: String,
    /// The file name, such as `answer.py`. Its extension determines the language.
    pub file: String,
    /// The problem id; required if the problem cannot be detected from the source.
    #[serde(default)]
    pub problem: String,
    /// `function` or `program`; required if the form cannot be detected from the source.
    #[serde(default)]
    pub form: String,
    /// Names of suites on the server. If empty, the suites configured on the server are used.
    #[serde(default)]
    pub suites: Vec<String>,
    /// Digest of an uploaded suite on which the source is judged. `suites` must then be empty.
    #[serde(default)]
    pub suites_digest: Option<String>,
    /// Whether to continue after the first failing case.
    #[serde(default)]
    pub all_cases: bool,
    /// Whether judging stops early after several timeouts, or when the submission has used too much
    /// CPU time in total. Defaults to true.
    #[serde(default)]
    pub gives_up: Option<bool>,
}

/// A line of the response: the verdict or error for one item.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct BatchLine {
    /// The index of the item in the call, from 0. A line without an index only shows that the
    /// server is alive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// `AC`, `WA`, `TLE`, `MLE`, `OLE`, `RTE`, `CE` or `SV`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// The run report for this item alone, in the JSON format of `mousetrap judge`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
    /// The error, if there is no verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<BatchError>,
}

/// The error for one item.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BatchError {
    /// Whether the item or the judge caused the error.
    pub kind: BatchErrorKind,
    /// A human-readable description of the cause, and of how to correct it.
    pub message: String,
}

/// The cause of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BatchErrorKind {
    /// The item cannot be judged.
    Unusable,
    /// The judge failed. The client may send the item again.
    Infrastructure,
}

/// The description of a server.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct JudgeInfo {
    /// A description of the isolation that the server applies.
    pub isolation: String,
    /// The clock that measures CPU times.
    pub clock: Clock,
    /// Maximum number of submissions judged at the same time.
    pub jobs: usize,
    /// The inputs of a judgement other than submissions and suites, keyed by name. A run can be
    /// resumed only if all of these inputs are unchanged.
    pub conditions: BTreeMap<String, String>,
    /// Digests of the language definitions, keyed by language id.
    pub languages: BTreeMap<String, String>,
    /// Facts about the machine and its toolchains.
    pub facts: MachineFacts,
}

/// A suite in the format that workers download and clients upload: the cases of one problem in JSON
/// Lines.
#[derive(Clone, Debug)]
pub struct SuiteFile {
    /// The SHA-256 of the body, in hexadecimal.
    pub digest: String,
    /// One case per line, as JSON.
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
    /// Creates a suite file from cases.
    pub fn new(cases: &[Case]) -> Self {
        let lines = cases.iter().map(|case| {
            let line = serde_json::to_string(case).expect("a case is JSON");
            line + "\n"
        });
        lines.collect::<String>().into()
    }

    /// Parses the cases.
    pub(crate) fn parse_cases(&self) -> Result<Vec<Case>, serde_json::Error> {
        self.body.lines().map(serde_json::from_str).collect()
    }
}
