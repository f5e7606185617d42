//! Two report formats: the JSON report, which `docs/json.md` describes, and the log of a run.

use std::collections::BTreeMap;
use std::io;

use serde::{Deserialize, Serialize, Serializer};

use crate::{Model, Submission, Summary};
use mousetrap_model::{LogLine, Run, RunHeader, RunSubmission, SubmissionOutcome};
use mousetrap_util::printable::{is_ci_runner_command, is_invisible};

/// The version of the log format and of the JSON report format. The version increases when a field
/// is removed or changes its meaning, but not when a field is added.
const FORMAT_VERSION: u32 = 2;

/// The JSON report: a run with a summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report<S = Vec<RunSubmission>> {
    /// The version of the report format.
    pub format: u32,
    /// The version of Mousetrap that wrote the report.
    pub version: String,
    /// Statistics about the run.
    pub summary: Summary,
    /// The run.
    #[serde(flatten)]
    pub run: Run<S>,
}

impl Report {
    /// Returns the report of a run, which may still be in progress.
    #[cfg(test)]
    pub(crate) fn new(model: &Model) -> Self {
        let submissions = model.loaded_submissions().map(|one| submission_data(&one));
        Self::from_submissions(model, submissions.collect())
    }

    /// Writes the JSON report of a run, followed by a newline. Only one submission at a time is
    /// loaded into memory.
    pub(crate) fn write(model: &Model, out: &mut dyn io::Write) -> io::Result<()> {
        let report = Report::from_submissions(model, LazySubmissions(model));
        serde_json::to_writer_pretty(EscapingWriter(out), &report)?;
        out.write_all(b"\n")
    }

    /// Parses a JSON report.
    ///
    /// # Errors
    /// Returns an error if the text is not a report.
    pub fn parse(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }
}

impl<S> Report<S> {
    fn from_submissions(model: &Model, submissions: S) -> Self {
        Self {
            format: FORMAT_VERSION,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            summary: model.summary(),
            run: Run {
                header: RunHeader {
                    // These fields are needed only to resume or merge a run, so only the log
                    // contains them.
                    conditions: BTreeMap::new(),
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

/// The submissions of a run. Each submission is read from the log only when it is serialized.
struct LazySubmissions<'a>(&'a Model);

impl Serialize for LazySubmissions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.loaded_submissions().map(|one| submission_data(&one)))
    }
}

fn submission_data(submission: &Submission) -> RunSubmission {
    RunSubmission {
        info: submission.info.clone(),
        outcome: submission.outcome_for_report(),
        award: submission.award.clone(),
        redacted_cases: submission.redacted_statistics(),
    }
}

/// Returns the first line of the log of a run.
pub(crate) fn first_log_line(model: &Model) -> LogLine {
    let submissions = model.submissions.iter();
    LogLine::Run {
        format: FORMAT_VERSION,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        header: Box::new(model.header.clone()),
        submissions: submissions.map(|one| one.info.clone()).collect(),
    }
}

/// Writes a run as the lines of its log.
pub(super) fn write_log(model: &Model, out: &mut dyn io::Write) -> io::Result<()> {
    let mut write = |line: &LogLine| -> io::Result<()> {
        serde_json::to_writer(EscapingWriter(out), line)?;
        out.write_all(b"\n")
    };
    write(&first_log_line(model))?;
    for (index, submission) in model.loaded_submissions().enumerate() {
        let outcome = submission.outcome_for_report();
        if outcome != SubmissionOutcome::NotJudged {
            write(&LogLine::Submission { index, outcome })?;
        }
    }
    let ending = model.ending.clone();
    ending.map_or(Ok(()), |ending| write(&LogLine::Ended(ending)))
}

/// A writer that makes the output of `serde_json` safe to print, but does not change its meaning.
/// The writer escapes invisible characters and the beginnings of CI runner commands.
///
/// `serde_json` splits a string only between characters, and escapes control characters itself.
struct EscapingWriter<'a>(&'a mut dyn io::Write);

impl io::Write for EscapingWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(bytes).map_err(io::Error::other)?;
        let mut plain = 0;
        for (at, character) in text.char_indices() {
            let is_command = character == '#' && is_ci_runner_command(&text[at..]);
            // In JSON, line breaks occur only between values.
            if is_command || is_invisible(character) && character != '\n' {
                self.0.write_all(&bytes[plain..at])?;
                plain = at + character.len_utf8();
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(self.0, "\\u{unit:04x}")?;
                }
            }
        }
        self.0.write_all(&bytes[plain..])?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::Duration;

    use mousetrap_model::{EarlyStop, Event, Message, RunWorker, ShardHeader};
    use serde_json::{Map, Value};

    use super::*;
    use crate::tests::sample;

    /// Returns the published schema. If `is_strict` is set, the schema forbids all fields that it
    /// does not describe.
    fn schema(is_strict: bool) -> Value {
        let schema = include_str!("../../../../docs/report.schema.json");
        let mut schema = serde_json::from_str(schema).unwrap();
        if is_strict {
            forbid_additional_properties(&mut schema);
        }
        schema
    }

    fn forbid_additional_properties(schema: &mut Value) {
        match schema {
            Value::Object(keywords) => {
                keywords.values_mut().for_each(forbid_additional_properties);
                if keywords.get("properties").is_some_and(Value::is_object) {
                    keywords.insert("additionalProperties".to_owned(), false.into());
                }
            }
            Value::Array(schemas) => schemas.iter_mut().for_each(forbid_additional_properties),
            _ => {}
        }
    }

    /// Returns runs whose reports together contain every field.
    fn sample_runs() -> [Model; 4] {
        let mut events = sample::events(false);
        let same = Event::Outcome(8, SubmissionOutcome::SameAs(5));
        events.insert(events.len() - 1, same);
        let second = Duration::from_secs(1);
        let mut gave_up = [EarlyStop::TimeOuts(3), EarlyStop::CpuTime(second)].into_iter();
        for event in &mut events {
            if let Event::Outcome(_, SubmissionOutcome::Judged(judgement)) = event {
                judgement.from_cache = true;
                judgement.unchecked = Some(Message::text("no more time"));
                judgement.gave_up = gave_up.next();
            }
        }
        let mut full = sample::run_with_points(events);
        full.header.shard = Some(ShardHeader {
            shard: "2/3".parse().unwrap(),
            indices: vec![4],
            similar: Some(Vec::new()),
        });
        full.header.worker = Some(RunWorker {
            name: "w".to_owned(),
            speed_factor_permille: Some(900),
        });
        let redacted = full.redacted();
        let (interrupted, empty) = (sample::interrupted_run(), sample::empty_run());
        [full, redacted, interrupted, empty]
    }

    #[test]
    fn published_schema_has_the_fields_and_types_of_reports() {
        let strict = jsonschema::validator_for(&schema(true)).unwrap();
        let mut written = BTreeSet::new();
        for model in sample_runs() {
            let report = serde_json::to_value(Report::new(&model)).unwrap();
            let errors: Vec<_> = strict.iter_errors(&report).collect();
            assert!(errors.is_empty(), "{errors:?}");
            visit_objects(&report, &mut |object| {
                written.extend(object.keys().cloned());
            });
        }
        let published = schema_names(&["properties"]);
        let unwritten: Vec<_> = published.difference(&written).collect();
        assert!(unwritten.is_empty(), "no report has {unwritten:?}");
        let mut report = serde_json::to_value(Report::new(&sample::good_run())).unwrap();
        let judged = &mut report["submissions"][0]["outcome"]["judged"];
        judged["cases"][0]["usage"]["cpu_us"] = "fast".into();
        assert!(!strict.is_valid(&report));
    }

    #[test]
    fn json_docs_describe_every_field() {
        let page = include_str!("../../../../docs/json.md");
        let mut fields = schema_names(&["properties", "const"]);
        let mut model = sample::interrupted_run();
        model.header.conditions = [("1".to_owned(), "2".to_owned())].into();
        (model.header.named, model.header.archives) = (vec!["1".into()], vec!["1".into()]);
        let first_line = serde_json::to_value(first_log_line(&model)).unwrap();
        let header = first_line["run"].as_object().unwrap();
        fields.extend(header.keys().cloned());
        for field in fields {
            let name = format!("`{field}`");
            assert!(page.contains(&name), "docs/json.md: {name} is missing");
        }
    }

    #[test]
    fn example_in_json_docs_is_a_valid_report() {
        let page = include_str!("../../../../docs/json.md");
        let (_, example) = page.split_once("```json\n").unwrap();
        let (example, _) = example.split_once("```").unwrap();
        let report = Report::parse(example).unwrap();
        let judgement = report.run.judgement(0).unwrap();
        assert!(judgement.is_consistent(1), "{judgement:?}");
        let example = serde_json::from_str(example).unwrap();
        jsonschema::validate(&schema(true), &example).unwrap();
        // The report computes the text of each message, which must equal the text in the example.
        let again = serde_json::to_value(&report).unwrap();
        assert_eq!(again["submissions"], example["submissions"]);
    }

    /// Passes each object in a JSON value to `visit`.
    fn visit_objects(value: &Value, visit: &mut dyn FnMut(&Map<String, Value>)) {
        match value {
            Value::Object(object) => {
                visit(object);
                object.values().for_each(|it| visit_objects(it, visit));
            }
            Value::Array(values) => values.iter().for_each(|it| visit_objects(it, visit)),
            _ => {}
        }
    }

    /// Returns the names that the published schema defines under the given JSON Schema keywords.
    fn schema_names(introducing: &[&str]) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        visit_objects(&schema(false), &mut |keywords| {
            for value in introducing.iter().filter_map(|name| keywords.get(*name)) {
                match value {
                    Value::String(name) => drop(names.insert(name.clone())),
                    Value::Object(fields) => names.extend(fields.keys().cloned()),
                    _ => {}
                }
            }
        });
        names
    }
}
