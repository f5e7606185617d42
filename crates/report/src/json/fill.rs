//! The JSON report of a run, and its text.

use std::io;
use std::path::Path;

use serde::{Serialize, Serializer};
use serde_json::ser::PrettyFormatter;

use super::fields::{
    JsonAlike, JsonCase, JsonFailing, JsonForm, JsonHidden, JsonLikeness, JsonLimit, JsonRefused,
    JsonSkip, JsonStatus, JsonSubmission, Report, Used,
};
use super::safe::line;
use crate::labelled::label;
use crate::{Hidden, Labelled, Model, State, Submission};
use mousetrap_base::printable::named;
use mousetrap_judge::{Alike, CaseResult, Likeness, Measured, Refused};
use mousetrap_model::Form;
use mousetrap_model::Limits;
use mousetrap_model::Verdict;

/// The format's version, [`Report::format`].
const FORMAT: u32 = 1;

impl Report {
    /// What is known about a run, as it is written to a file.
    pub fn new(model: &Model) -> Self {
        let submissions = model.each();
        let submissions = submissions.map(|one| JsonSubmission::new(&one)).collect();
        Self::of(model, submissions)
    }

    /// Writes the JSON text of a run, ending in a newline, one submission after the
    /// other.
    pub(crate) fn write(model: &Model, out: &mut dyn io::Write) -> io::Result<()> {
        line(&Report::of(model, Lazy(model)), PrettyFormatter::new(), out)
    }

    /// The JSON Schema of the format, as it stands in `docs/report.schema.json`.
    pub fn schema() -> String {
        let mut schema = schemars::schema_for!(Self);
        schema.insert("title".to_owned(), "Mousetrap report".into());
        let text = serde_json::to_string_pretty(&schema).expect("a schema has only text keys");
        text + "\n"
    }

    /// The JSON text, ending in a newline.
    #[cfg(test)]
    pub(crate) fn to_json(&self) -> String {
        let mut json = Vec::new();
        line(self, PrettyFormatter::new(), &mut json).expect("memory does not fail");
        String::from_utf8(json).expect("JSON is text")
    }
}

impl<S> Report<S> {
    fn of(model: &Model, submissions: S) -> Self {
        let micros = |time: std::time::Duration| time.as_micros() as u64;
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            jobs: model.jobs,
            isolation: model.isolation.clone(),
            clock: model.clock.to_string(),
            clock_unseen: model.clock.unseen().map(str::to_owned),
            interrupted: model.interrupted(),
            wall_us: model.ending.and_then(|ending| ending.wall).map(micros),
            reporting_cpu_us: model.reporting.map(micros),
            facts: model.facts.clone(),
            summary: model.summary(),
            points: model.points.clone(),
            labelled: Labelled::of(model),
            submissions,
            refused: model.refused.iter().map(JsonRefused::new).collect(),
            similar: model.similar.as_ref().map(|similar| {
                let similar = similar.iter();
                similar.map(|alike| JsonAlike::new(alike, model)).collect()
            }),
            left_out: (model.left_out.iter()).map(|path| shown(path)).collect(),
        }
    }
}

/// The submissions of a run, each made when its turn comes.
struct Lazy<'a>(&'a Model);

impl Serialize for Lazy<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.each().map(|one| JsonSubmission::new(&one)))
    }
}

impl JsonAlike {
    fn new(alike: &Alike, model: &Model) -> Self {
        let (likeness, percent) = match alike.likeness {
            Likeness::Same => (JsonLikeness::Same, 100),
            Likeness::Renamed => (JsonLikeness::Renamed, 100),
            Likeness::Percent(percent) => (JsonLikeness::Near, percent),
        };
        let members = alike.submissions.iter();
        Self {
            likeness,
            percent,
            submissions: members
                .map(|&index| shown(&model.submissions[index].info.path))
                .collect(),
        }
    }
}

impl JsonRefused {
    /// Whether it lies among programs that are known to be right, or wrong.
    pub fn is_labelled(&self) -> bool {
        label(Path::new(&self.path)).is_some()
    }

    fn new(refused: &Refused) -> Self {
        Self {
            path: shown(&refused.path),
            reason: refused.reason.clone(),
        }
    }
}

impl JsonSubmission {
    /// Whether it is known to be right; `None` without a label.
    pub fn is_right(&self) -> Option<bool> {
        match &self.expected {
            Some(verdict) => Some(verdict == Verdict::Accepted.code()),
            None => label(Path::new(&self.path)),
        }
    }

    fn new(submission: &Submission) -> Self {
        let info = &submission.info;
        let verdict = submission.verdict();
        let mut json = Self {
            path: shown(&info.path),
            problem: info.problem.clone(),
            language: info.language.clone(),
            form: match info.form {
                Form::Function => JsonForm::Function,
                Form::Program => JsonForm::Program,
            },
            encoding: info.encoding.clone(),
            expected: submission
                .expected()
                .map(|verdict| verdict.code().to_owned()),
            status: JsonStatus::NotJudged,
            verdict: verdict.map(|verdict| verdict.code().to_owned()),
            as_expected: verdict.map(|verdict| verdict == info.expected),
            award: submission.award.clone(),
            first_failing: submission.first_failing().map(|case| case.id.to_string()),
            skip: None,
            error: None,
            from_cache: submission.is_cached(),
            same_as: submission.same_as.as_deref().map(shown),
            compiler: String::new(),
            unchecked: None,
            gave_up: None,
            compile: None,
            startup: None,
            all_cases: info.cases,
            cases: submission.cases.iter().map(JsonCase::new).collect(),
            hidden: submission.hidden.map(JsonHidden::from),
        };
        match &submission.state {
            State::Waiting | State::Compiling | State::Running => {}
            State::Skipped(skip) => {
                json.status = JsonStatus::Skipped;
                json.verdict = Some("SKIP".to_owned());
                json.skip = Some(JsonSkip {
                    reason: skip.reason.clone(),
                    remedy: skip.remedy.clone(),
                });
            }
            State::Failed(error) => {
                json.status = JsonStatus::Failed;
                json.error = Some(error.clone());
            }
            State::Finished(result) => {
                json.status = JsonStatus::Judged;
                json.compiler.clone_from(&result.compiler);
                json.unchecked.clone_from(&result.unchecked);
                json.gave_up = result.gave_up.map(|why| why.to_string());
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
            stdout: case.stdout.clone(),
            stderr: case.stderr.clone(),
            failing: case.failing.as_ref().map(|failing| JsonFailing {
                input: failing.input.clone(),
                leetcode: failing.leetcode.clone(),
                drawing: failing.drawing.clone(),
                answer: failing.answer.clone(),
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

/// A path as it is, or as other reports show it where it is not text.
pub(crate) fn shown(path: &Path) -> String {
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
        let page = include_str!("../../../../docs/json.md");
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
