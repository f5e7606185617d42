//! The JSON report of a run.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::ser::PrettyFormatter;

use super::safe::line;
use crate::log::FORMAT;
use crate::run::accuracy::label;
use crate::{Labelled, Model, Submission, Summary};
use mousetrap_model::{RepeatedOptions, Run, RunHeader, RunSubmission, Verdict};

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

impl Report {
    /// The report of a run as far as it is known.
    pub fn new(model: &Model) -> Self {
        let submissions = model.each();
        let submissions = submissions.map(|one| run_submission(&one)).collect();
        Self::with(model, submissions)
    }

    /// Writes the JSON text of a run, ending in a newline. Only one submission at a time is
    /// in memory.
    pub(crate) fn write(model: &Model, out: &mut dyn io::Write) -> io::Result<()> {
        line(
            &Report::with(model, Lazy(model)),
            PrettyFormatter::new(),
            out,
        )
    }

    /// The JSON Schema of the format, as in `docs/report.schema.json`.
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

/// Returns whether a program is known to be right, by the verdict that it should earn or
/// by its directory; none if nothing says so.
pub fn is_right(submission: &RunSubmission) -> Option<bool> {
    match submission.info.expected {
        Some(verdict) => Some(verdict == Verdict::Accepted),
        None => label(&submission.info.path),
    }
}

/// Returns whether a file is among programs that are known to be right or wrong.
pub fn is_labelled(file: &Path) -> bool {
    label(file).is_some()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use mousetrap_model::LogLine;
    use serde_json::Value;

    use super::*;
    use crate::sample;

    #[test]
    fn run_is_one_object() {
        insta::assert_snapshot!(Report::new(&sample::interrupted()).to_json());
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
}
