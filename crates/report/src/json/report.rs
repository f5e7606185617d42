//! The JSON report of a run.

use std::collections::BTreeMap;
use std::io;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use super::safe::SafeJson;
use crate::log::FORMAT;
use crate::{Labelled, Model, Submission, Summary};
use mousetrap_model::{RepeatedOptions, Run, RunHeader, RunSubmission};
use mousetrap_util::printable::one_line;

/// The JSON report: a run with a summary.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report<S = Vec<RunSubmission>> {
    /// Version of this format. It grows when a field changes its meaning or
    /// is removed, not when one is added.
    pub format: u32,
    /// Version of Mousetrap.
    pub version: String,
    /// The run in numbers.
    pub summary: Summary,
    /// How programs that are known to be right or wrong fared, by problem, and all together
    /// in a last row if there are several problems; left out if there are no such programs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labelled: Vec<Labelled>,
    /// The run.
    #[serde(flatten)]
    pub run: Run<S>,
}

/// A text that is not a JSON report in the format of this version.
#[derive(Debug, Error)]
pub enum ReadReportError {
    /// A report in another format.
    #[error(
        "this report of Mousetrap {} has format {format}, and only format {FORMAT} can be \
         read; judge again with: mousetrap judge --output FILE.json",
        one_line(version)
    )]
    OtherFormat {
        /// Its format.
        format: u32,
        /// The version of Mousetrap that wrote it.
        version: String,
    },
    /// A text that is not a report of a run.
    #[error("not a JSON report: {0}; write one with: mousetrap judge --output FILE.json")]
    Invalid(#[from] serde_json::Error),
}

/// The fields that reports have in every format.
#[derive(Deserialize)]
struct AnyFormat {
    format: u32,
    version: String,
}

impl Report {
    /// The report of a run as far as it is known.
    pub fn new(model: &Model) -> Self {
        let submissions = model.each().map(|one| run_submission(&one));
        Self::with(model, submissions.collect())
    }

    /// Writes the JSON text of a run, ending in a newline. Only one submission at a time is
    /// in memory.
    pub(crate) fn write(model: &Model, out: &mut dyn io::Write) -> io::Result<()> {
        serde_json::to_writer_pretty(SafeJson(out), &Report::with(model, Lazy(model)))?;
        out.write_all(b"\n")
    }

    /// Reads the text of a JSON report.
    ///
    /// # Errors
    /// A report in another format, and a text that is not a report.
    pub fn parse(text: &str) -> Result<Self, ReadReportError> {
        if let Ok(AnyFormat { format, version }) = serde_json::from_str(text)
            && format != FORMAT
        {
            return Err(ReadReportError::OtherFormat { format, version });
        }
        Ok(serde_json::from_str(text)?)
    }

    /// The JSON Schema of the format, as in `docs/report.schema.json`.
    pub fn schema() -> String {
        super::schema::<Self>("Mousetrap report")
    }
}

impl<S> Report<S> {
    fn with(model: &Model, submissions: S) -> Self {
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            summary: model.summary(),
            labelled: Labelled::of(model),
            run: Run {
                header: RunHeader {
                    // These serve to continue or merge a run, and say more than a report
                    // needs to.
                    conditions: BTreeMap::new(),
                    repeated: RepeatedOptions::default(),
                    named: Vec::new(),
                    archives: Vec::new(),
                    ..model.header.clone()
                },
                submissions,
                ending: model.ending.clone(),
            },
        }
    }
}

/// The submissions of a run, each read from the log when its turn comes.
struct Lazy<'a>(&'a Model);

impl Serialize for Lazy<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.each().map(|one| run_submission(&one)))
    }
}

fn run_submission(submission: &Submission) -> RunSubmission {
    RunSubmission {
        info: submission.info.clone(),
        outcome: submission.reported_outcome(),
        award: submission.award.clone(),
        redacted_cases: submission.redacted_cases(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use mousetrap_model::LogLine;
    use serde_json::Value;

    use super::super::pretty;
    use super::*;
    use crate::tests::sample;
    use crate::{Format, View, render};

    #[test]
    fn run_is_one_object() {
        insta::assert_snapshot!(render(
            Format::Json,
            &sample::interrupted(),
            &View::default()
        ));
    }

    #[test]
    fn published_schema_is_that_of_the_code() {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
            .join("docs/report.schema.json");
        let published = fs::read_to_string(&path).unwrap_or_default();
        if published != Report::schema() {
            fs::write(&path, Report::schema()).unwrap();
            panic!("docs/report.schema.json was old and has been written again; commit it");
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
        let judged = &mut report["submissions"][0]["outcome"]["judged"];
        judged["cases"][0]["usage"]["cpu_us"] = "fast".into();
        assert!(!validator.is_valid(&report));
    }

    #[test]
    fn json_page_describes_every_field() {
        let page = include_str!("../../../../docs/json.md");
        for schema in [
            schemars::schema_for!(Report),
            schemars::schema_for!(LogLine),
        ] {
            let mut fields = BTreeSet::new();
            collect_fields(schema.as_value(), &mut fields);
            for field in fields {
                let name = format!("`{field}`");
                assert!(page.contains(&name), "docs/json.md: {name} is missing");
            }
        }
    }

    #[test]
    fn example_on_the_json_page_is_a_report() {
        let page = include_str!("../../../../docs/json.md");
        let (_, example) = page.split_once("```json\n").unwrap();
        let (example, _) = example.split_once("```").unwrap();
        let report = Report::parse(example).unwrap();
        let judgement = report.run.judgement(0).unwrap();
        assert!(judgement.is_consistent(1), "{judgement:?}");
        let schema = serde_json::from_str(&Report::schema()).unwrap();
        let example = serde_json::from_str(example).unwrap();
        jsonschema::validate(&schema, &example).unwrap();
        // The text is that of the message.
        let again = serde_json::to_value(&report).unwrap();
        assert_eq!(again["submissions"], example["submissions"]);
    }

    /// Collects the names of all fields and values in a JSON Schema.
    fn collect_fields(schema: &Value, names: &mut BTreeSet<String>) {
        match schema {
            Value::Object(keywords) => {
                if let Some(Value::Object(fields)) = keywords.get("properties") {
                    names.extend(fields.keys().cloned());
                }
                let values = keywords.get("enum").and_then(Value::as_array);
                let values = values.into_iter().flatten().chain(keywords.get("const"));
                names.extend(values.filter_map(Value::as_str).map(str::to_owned));
                for keyword in keywords.values() {
                    collect_fields(keyword, names);
                }
            }
            Value::Array(schemas) => {
                for schema in schemas {
                    collect_fields(schema, names);
                }
            }
            _ => {}
        }
    }

    #[test]
    fn report_reads_back_as_it_was_written() {
        let report = Report::new(&sample::interrupted());
        assert_eq!(Report::parse(&pretty(&report)).unwrap(), report);
    }

    #[test]
    fn report_of_another_format_is_refused_with_its_version_and_the_remedy() {
        let newer = Report {
            format: 3,
            version: "0.9.0".to_owned(),
            ..Report::new(&sample::empty())
        };
        let old = r#"{"format": 1, "version": "0.1.0", "jobs": 2, "isolation": "none",
            "interrupted": false, "summary": {}, "submissions": []}"#;
        for (text, start) in [
            (old, "this report of Mousetrap 0.1.0 has format 1"),
            (
                &pretty(&newer),
                "this report of Mousetrap 0.9.0 has format 3",
            ),
        ] {
            let error = Report::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(start), "{error}");
            assert!(error.contains("; judge again with: "), "{error}");
        }
    }

    #[test]
    fn text_that_is_no_report_is_refused_with_its_line() {
        for (text, line) in [("", 1), ("{\n}", 2), ("{\n\n\"a", 3)] {
            let error = Report::parse(text).unwrap_err().to_string();
            assert!(
                error.contains(&format!(" at line {line} column ")),
                "{error}"
            );
        }
    }
}
