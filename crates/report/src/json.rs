//! The JSON report: one object, described in `docs/json.md`.

use std::fmt::Write as _;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Facts, Hidden, Model, State, Submission};
use mousetrap_base::Limits;
use mousetrap_base::printable::{gives_orders, is_invisible, named};
use mousetrap_judge::language::Form;
use mousetrap_judge::{CaseResult, Measured, Refused};

/// A whole run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Version of this format. It grows when a field changes its meaning or
    /// goes away, not when one is added.
    pub format: u32,
    /// Version of Mousetrap.
    pub version: String,
    /// Worker threads.
    pub jobs: usize,
    /// The isolation in force, in words.
    pub isolation: String,
    /// What reads the CPU time of runs, in words.
    #[serde(default)]
    pub clock: String,
    /// What that cannot see; left out if nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_unseen: Option<String>,
    /// Whether the run was cut short or has not ended yet; what had no verdict
    /// by then has the status `not_judged`.
    pub interrupted: bool,
    /// Wall time of the whole run; null while it lasts.
    pub wall_us: Option<u64>,
    /// The machine and its toolchains.
    pub facts: Facts,
    /// The run in numbers.
    pub summary: Counts,
    /// Every submission.
    pub submissions: Vec<JsonSubmission>,
    /// Every file that cannot be judged.
    #[serde(default)]
    pub refused: Vec<JsonRefused>,
    /// Files in the directories judged that are not meant to be: hidden ones,
    /// backups, reports of earlier runs.
    #[serde(default)]
    pub left_out: Vec<String>,
}

/// A file that cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonRefused {
    /// The file.
    pub path: String,
    /// The rule that it breaks, and the remedy.
    pub reason: String,
}

/// A run in numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    /// Submissions in all.
    pub submissions: usize,
    /// Those with the expected verdict.
    pub as_expected: usize,
    /// Those with another verdict.
    pub unexpected: usize,
    /// Those whose toolchain is missing.
    pub skipped: usize,
    /// Those on which the judge failed.
    pub failed: usize,
    /// Those without a verdict because the run was cut short.
    pub not_judged: usize,
    /// Files that cannot be judged; they are not among the submissions.
    #[serde(default)]
    pub refused: usize,
    /// Those whose result was taken over from an earlier run of the same.
    #[serde(default)]
    pub from_cache: usize,
    /// Runs of a submission on a case, repeats of borderline cases included.
    pub runs: usize,
}

/// How far the judgement of a submission came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It has a verdict.
    Judged,
    /// Its toolchain is missing; its verdict is `SKIP`.
    Skipped,
    /// The judge failed on it; it has no verdict.
    Failed,
    /// The run ended before it had a verdict.
    NotJudged,
}

/// How a submission is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JsonForm {
    /// A function in `LeetCode`'s form.
    Function,
    /// A program that reads a case on stdin.
    Program,
}

/// One submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonSubmission {
    /// Its file.
    pub path: String,
    /// Id of its problem: `1728`.
    pub problem: String,
    /// Id of its language: `cpp`.
    pub language: String,
    /// Function or program.
    pub form: JsonForm,
    /// The verdict it ought to earn: `AC`, `WA`, …
    pub expected: String,
    /// How far its judgement came.
    pub status: Status,
    /// `AC`, `WA`, `TLE`, `MLE`, `OLE`, `RTE`, `CE`, `SV`, or `SKIP` where the
    /// toolchain is missing; null where the judge failed or was cut short.
    pub verdict: Option<String>,
    /// Whether the verdict is the expected one; null where there is none.
    pub as_expected: Option<bool>,
    /// Id of the first case it failed.
    pub first_failing: Option<String>,
    /// Why it was skipped; only with the status `skipped`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip: Option<JsonSkip>,
    /// What went wrong inside the judge; only with the status `failed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Whether the result, with its measurements, was taken over from an earlier
    /// run of the same; left out if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_cache: bool,
    /// What the compiler said; left out if it said nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub compiler: String,
    /// What the compilation used; left out where there was none or its result
    /// was cached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compile: Option<Used>,
    /// What the start of the first driver process used, before the first case;
    /// left out for programs, whose start is part of each run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub startup: Option<Used>,
    /// The cases judged, in the order in which they were run; none in a redacted
    /// report.
    pub cases: Vec<JsonCase>,
    /// What a redacted report says in place of the cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<JsonHidden>,
}

/// What a redacted report says of the cases: counts, and maxima over all of them,
/// rounded up and at most the limit. The maxima are null without a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonHidden {
    /// Cases judged.
    pub cases: usize,
    /// Those among them that were accepted.
    pub accepted: usize,
    /// CPU time in microseconds, rounded up to two digits.
    pub cpu_us: Option<u64>,
    /// Its limit; the largest, where cases differ.
    pub cpu_limit_us: Option<u64>,
    /// Peak memory in bytes, rounded up to whole mebibytes.
    pub memory_bytes: Option<u64>,
    /// Its limit; the largest, where cases differ.
    pub memory_limit_bytes: Option<u64>,
}

/// Why a submission was skipped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonSkip {
    /// What is missing.
    pub reason: String,
    /// The command that mends it.
    pub remedy: String,
}

/// What a process tree has used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Used {
    /// CPU time, user and system, in microseconds.
    pub cpu_us: u64,
    /// Wall time in microseconds.
    pub wall_us: u64,
    /// Peak memory in bytes.
    pub memory_bytes: u64,
}

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonLimit {
    /// CPU time in microseconds; it decides.
    pub cpu_us: u64,
    /// Wall time in microseconds: a net against sleepers.
    pub wall_us: u64,
    /// Peak memory in bytes.
    pub memory_bytes: u64,
    /// Output in bytes, per stream.
    pub output_bytes: u64,
}

/// One submission on one case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonCase {
    /// The case: `hidden/walls-017`.
    pub id: String,
    /// What it earned there.
    pub verdict: String,
    /// What it used.
    #[serde(flatten)]
    pub used: Used,
    /// What it was allowed, scaled for its language.
    pub limit: JsonLimit,
    /// How often the run was repeated because it was borderline; left out if
    /// never.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub repeats: u32,
    /// The reason in one line; left out when accepted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// What it wrote to standard error, cut to a few kilobytes; left out when
    /// empty or accepted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// The case itself and both replies; only where it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing: Option<JsonFailing>,
}

/// A case that was failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonFailing {
    /// The stdin text form.
    pub input: String,
    /// The `LeetCode` form: one JSON argument per line.
    pub leetcode: String,
    /// The board or graph drawn with characters.
    pub drawing: String,
    /// The jury's reply.
    pub answer: String,
    /// The submission's reply, cut to 256 bytes; null if there was none.
    pub reply: Option<String>,
}

/// The format's version, [`Report::format`].
const FORMAT: u32 = 1;

impl Report {
    /// What is known about a run, as it is written to a file.
    pub fn new(model: &Model) -> Self {
        let summary = model.summary();
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            jobs: model.jobs,
            isolation: model.isolation.clone(),
            clock: model.clock.to_string(),
            clock_unseen: model.clock.unseen().map(str::to_owned),
            interrupted: model.interrupted(),
            wall_us: model.ending.map(|ending| ending.wall.as_micros() as u64),
            facts: model.facts.clone(),
            summary: Counts {
                submissions: summary.submissions,
                as_expected: summary.as_expected,
                unexpected: summary.unexpected,
                skipped: summary.skipped,
                failed: summary.failed,
                not_judged: summary.not_judged,
                refused: summary.refused,
                from_cache: summary.from_cache,
                runs: summary.runs,
            },
            submissions: model.submissions.iter().map(JsonSubmission::new).collect(),
            refused: model.refused.iter().map(JsonRefused::new).collect(),
            left_out: (model.left_out.iter()).map(|path| shown(path)).collect(),
        }
    }

    /// The JSON Schema of the format, as it stands in `docs/report.schema.json`.
    pub fn schema() -> String {
        let mut schema = schemars::schema_for!(Self);
        schema.insert("title".to_owned(), "Mousetrap report".into());
        let text = serde_json::to_string_pretty(&schema).expect("a schema has only text keys");
        text + "\n"
    }

    /// The JSON text, ending in a newline.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("a report has only text keys");
        escaped(&text) + "\n"
    }
}

impl JsonRefused {
    fn new(refused: &Refused) -> Self {
        Self {
            path: shown(&refused.path),
            reason: refused.reason.clone(),
        }
    }
}

impl JsonSubmission {
    fn new(submission: &Submission) -> Self {
        let info = &submission.info;
        let verdict = submission.verdict();
        let mut json = Self {
            path: shown(&info.path),
            problem: info.problem.to_owned(),
            language: info.language.clone(),
            form: match info.form {
                Form::Function => JsonForm::Function,
                Form::Program => JsonForm::Program,
            },
            expected: info.expected.code().to_owned(),
            status: Status::NotJudged,
            verdict: verdict.map(|verdict| verdict.code().to_owned()),
            as_expected: verdict.map(|verdict| verdict == info.expected),
            first_failing: submission.first_failing().map(|case| case.id.to_string()),
            skip: None,
            error: None,
            from_cache: submission.is_cached(),
            compiler: String::new(),
            compile: None,
            startup: None,
            cases: submission.cases.iter().map(JsonCase::new).collect(),
            hidden: submission.hidden.map(JsonHidden::from),
        };
        match &submission.state {
            State::Waiting | State::Compiling | State::Running => {}
            State::Skipped(skip) => {
                json.status = Status::Skipped;
                json.verdict = Some("SKIP".to_owned());
                json.skip = Some(JsonSkip {
                    reason: skip.reason.clone(),
                    remedy: skip.remedy.clone(),
                });
            }
            State::Failed(error) => {
                json.status = Status::Failed;
                json.error = Some(error.clone());
            }
            State::Finished(result) => {
                json.status = Status::Judged;
                json.compiler.clone_from(&result.compiler);
                json.compile = result.compile.map(Used::from);
                json.startup = result.startup.map(Used::from);
            }
        }
        json
    }
}

impl JsonCase {
    fn new(case: &CaseResult) -> Self {
        Self {
            id: case.id.to_string(),
            verdict: case.verdict.code().to_owned(),
            used: case.measured.into(),
            limit: case.limits.into(),
            repeats: case.repeats,
            detail: case.detail.clone(),
            stderr: case.stderr.clone(),
            failing: case.failing.as_ref().map(|failing| JsonFailing {
                input: failing.input.clone(),
                leetcode: failing.leetcode.clone(),
                drawing: failing.drawing.clone(),
                answer: failing.answer.to_owned(),
                reply: failing.reply.clone(),
            }),
        }
    }
}

impl From<Hidden> for JsonHidden {
    fn from(hidden: Hidden) -> Self {
        let peak = hidden.peak;
        Self {
            cases: hidden.judged,
            accepted: hidden.accepted,
            cpu_us: peak.map(|peak| peak.cpu.as_micros() as u64),
            cpu_limit_us: peak.map(|peak| peak.cpu_limit.as_micros() as u64),
            memory_bytes: peak.map(|peak| peak.memory.0),
            memory_limit_bytes: peak.map(|peak| peak.memory_limit.0),
        }
    }
}

impl From<Measured> for Used {
    fn from(measured: Measured) -> Self {
        Self {
            cpu_us: measured.cpu.as_micros() as u64,
            wall_us: measured.wall.as_micros() as u64,
            memory_bytes: measured.memory.0,
        }
    }
}

impl From<Limits> for JsonLimit {
    fn from(limits: Limits) -> Self {
        Self {
            cpu_us: limits.cpu.as_micros() as u64,
            wall_us: limits.wall.as_micros() as u64,
            memory_bytes: limits.memory.0,
            output_bytes: limits.output.0,
        }
    }
}

/// JSON whose texts hold only what can be seen, and nothing that a runner takes
/// for an order; it means the same.
fn escaped(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for (at, character) in json.char_indices() {
        let order = character == '#' && gives_orders(&json[at..]);
        // Line ends stand between texts, never in one.
        if order || character != '\n' && is_invisible(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(safe, "\\u{unit:04x}");
            }
        } else {
            safe.push(character);
        }
    }
    safe
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A path as it is, or as other reports show it where it is not text.
fn shown(path: &Path) -> String {
    path.to_str().map_or_else(|| named(path), str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::sample;

    #[test]
    fn a_run_is_one_object() {
        insta::assert_snapshot!(Report::new(&sample::interrupted()).to_json());
    }

    #[test]
    fn the_published_schema_is_that_of_the_code() {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
            .join("docs/report.schema.json");
        let published = fs::read_to_string(&path).unwrap_or_default();
        if published != Report::schema() {
            fs::write(&path, Report::schema()).unwrap();
            panic!("docs/report.schema.json was old and has been written anew; commit it");
        }
    }

    #[test]
    fn reports_satisfy_the_schema_and_other_objects_do_not() {
        let schema = serde_json::from_str(&Report::schema()).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        for model in [
            sample::interrupted(),
            sample::good(),
            sample::good().redacted(),
            sample::empty(),
        ] {
            let report = serde_json::to_value(Report::new(&model)).unwrap();
            let errors: Vec<_> = validator.iter_errors(&report).collect();
            assert!(errors.is_empty(), "{errors:?}");
        }
        let mut report = serde_json::to_value(Report::new(&sample::good())).unwrap();
        report["submissions"][0]["cases"][0]["cpu_us"] = "fast".into();
        assert!(!validator.is_valid(&report));
    }

    #[test]
    fn every_field_is_described_on_the_page() {
        let page = include_str!("../../../docs/json.md");
        let mut keys = Vec::new();
        for model in [sample::interrupted(), sample::good().redacted()] {
            collect_keys(
                &serde_json::to_value(Report::new(&model)).unwrap(),
                &mut keys,
            );
        }
        for key in keys {
            assert!(
                page.contains(&format!("`{key}`")),
                "docs/json.md: no `{key}`"
            );
        }
    }

    fn collect_keys(value: &serde_json::Value, keys: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(fields) => {
                for (key, value) in fields {
                    keys.push(key.clone());
                    collect_keys(value, keys);
                }
            }
            serde_json::Value::Array(values) => {
                for value in values {
                    collect_keys(value, keys);
                }
            }
            _ => {}
        }
    }

    #[test]
    fn a_report_reads_back_as_it_was_written() {
        let report = Report::new(&sample::interrupted());
        let read: Report = serde_json::from_str(&report.to_json()).unwrap();
        assert_eq!(read, report);
    }
}
