//! Tests that interrupt long runs, and tests that compare the reports of two runs.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::project::{Project, right_after};

/// Number of submissions of [`slow_class`].
pub(crate) const SUBMISSIONS: usize = 6;

/// A project with a class of right submissions that take a while.
pub(crate) fn slow_class(limits: &str) -> Project {
    let project = Project::new(&format!("[suites]\n913 = [\"basic\"]\n{limits}"));
    for number in 0..SUBMISSIONS {
        let source = format!("# {number}\n{}", right_after(0.3));
        project.write(&format!("class/{number}.py"), source);
    }
    project
}

/// The log of a run whose report is `run.json`.
pub(crate) const LOG: &str = "run.json.log.jsonl";

/// Returns the indices of the submissions with a verdict in the log.
pub(crate) fn judged(project: &Project) -> BTreeSet<usize> {
    let text = fs::read_to_string(project.path().join(LOG)).unwrap_or_default();
    let lines = text.lines().filter_map(|line| {
        let line: Value = serde_json::from_str(line).ok()?;
        let index = line["submission"]["index"].as_u64()? as usize;
        let is_judged = line["submission"]["outcome"]["judged"].is_object();
        is_judged.then_some(index)
    });
    lines.collect()
}

/// Removes measurements and these fields from a report.
pub(crate) fn remove_fields(report: &mut Value, names: &[&str]) {
    match report {
        Value::Object(fields) => {
            fields.retain(|name, _| {
                let is_measured = name.ends_with("_us") || name.ends_with("_bytes");
                !is_measured && !names.contains(&name.as_str())
            });
            for value in fields.values_mut() {
                remove_fields(value, names);
            }
        }
        Value::Array(values) => {
            for value in values {
                remove_fields(value, names);
            }
        }
        _ => {}
    }
}
