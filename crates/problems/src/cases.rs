//! Cases of custom problems: `problems/<id>/cases/<suite>.jsonl`, one case per line.

use std::path::{Path, PathBuf};

use mousetrap_model::{Case, CaseId, LimitOverrides, Value, ValueError};
use mousetrap_util::printable::escape_path;
use mousetrap_util::project::Project;
use serde::Deserialize;
use serde_json::Value as Json;
use thiserror::Error;

use crate::constraints::Violation;
use crate::definition::{Definition, PROBLEMS_DIRECTORY};

/// The name of the suite that contains the examples from the problem statement.
pub const SAMPLES_SUITE: &str = "samples";

/// The name of the suite that is generated from the constraints.
pub const HIDDEN_SUITE: &str = "hidden";

/// An error in a suite file.
#[derive(Debug, Error)]
#[error("{}:{line}: {problem}", escape_path(path))]
pub struct CaseError {
    /// The path of the suite file, relative to the project.
    pub path: PathBuf,
    /// The line number, counted from 1.
    pub line: usize,
    /// The error on this line.
    pub problem: CaseErrorKind,
}

/// The kinds of errors in cases and suite files.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages explain them")]
pub enum CaseErrorKind {
    #[error("{0}")]
    Unreadable(#[from] std::io::Error),
    #[error("expected a case such as {{\"arguments\":[[1,2],3],\"answer\":5}}: {0}")]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Arguments(ValueError),
    #[error("answer: {0}")]
    Answer(ValueError),
    #[error(transparent)]
    Constraint(#[from] Violation),
    #[error(
        "{violation}\nif the constraints have changed, replace the suite with `mousetrap generate \
         {id}`"
    )]
    OutdatedCase { violation: Violation, id: String },
    #[error("two cases are named \"{0}\"; rename one of them")]
    RepeatedName(String),
    #[error("\"{0}\" is not a valid case name: use 1 to 60 letters, digits, \"-\" and \"_\"")]
    Name(String),
}

/// A case as written on one line of a suite file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseLine {
    name: Option<String>,
    arguments: Vec<Json>,
    answer: Json,
    #[serde(default)]
    limits: LimitOverrides,
}

/// Returns the names of a problem's suites: the samples first, the others in alphabetical order.
///
/// # Errors
/// Returns an error if the directory cannot be read.
pub fn suites(root: &Project, id: &str) -> Result<Vec<String>, CaseError> {
    let directory = cases_directory(id);
    let entries = root.entry_names(&directory).map_err(|error| CaseError {
        path: directory,
        line: 1,
        problem: error.into(),
    })?;
    let names = entries
        .iter()
        .filter_map(|name| name.to_str()?.strip_suffix(".jsonl"));
    let names = names.map(str::to_owned);
    let mut names: Vec<String> = names.collect();
    names.sort_by_key(|name| (name != SAMPLES_SUITE, name.clone()));
    Ok(names)
}

/// Returns the path of a suite's file, relative to the project.
pub fn suite_file(id: &str, suite: &str) -> PathBuf {
    cases_directory(id).join(format!("{suite}.jsonl"))
}

fn cases_directory(id: &str) -> PathBuf {
    Path::new(PROBLEMS_DIRECTORY).join(id).join("cases")
}

/// Reads the cases of a suite.
///
/// # Errors
/// Returns an error that names the file, the line and the rule if the file cannot be read or a case
/// is invalid.
pub fn read(root: &Project, definition: &Definition, suite: &str) -> Result<Vec<Case>, CaseError> {
    let path = suite_file(&definition.problem.id, suite);
    let error = |line, problem| CaseError {
        path: path.clone(),
        line,
        problem,
    };
    let text = root
        .read_text(&path)
        .map_err(|wrong| error(1, wrong.into()))?;
    let text = text.unwrap_or_default();
    let text = text.trim_start_matches('\u{feff}');
    let mut cases: Vec<Case> = Vec::new();
    let lines = text.lines().enumerate();
    for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let case = parse_case(definition, suite, line, cases.len() + 1);
        let case = case.map_err(|problem| match problem {
            CaseErrorKind::Constraint(violation) if suite == HIDDEN_SUITE => {
                let id = definition.problem.id.clone();
                error(index + 1, CaseErrorKind::OutdatedCase { violation, id })
            }
            problem => error(index + 1, problem),
        })?;
        if cases.iter().any(|known| known.id == case.id) {
            let name = case.id.name().to_owned();
            return Err(error(index + 1, CaseErrorKind::RepeatedName(name)));
        }
        cases.push(case);
    }
    Ok(cases)
}

fn parse_case(
    definition: &Definition,
    suite: &str,
    line: &str,
    number: usize,
) -> Result<Case, CaseErrorKind> {
    let line: CaseLine = serde_json::from_str(line)?;
    let name = line.name.unwrap_or_else(|| format!("{number:03}"));
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || name.len() > 60 || !name.chars().all(is_allowed) {
        return Err(CaseErrorKind::Name(name));
    }
    let signature = &definition.problem.signature;
    let arguments = signature.arguments_from_json(&line.arguments);
    let arguments = arguments.map_err(CaseErrorKind::Arguments)?;
    definition.constraints.check(&arguments)?;
    let answer = Value::from_json(&line.answer, signature.answer_type());
    let answer = answer.map_err(CaseErrorKind::Answer)?;
    Ok(Case {
        answer: answer.to_string(),
        limits: definition.limits.with_overrides(&line.limits),
        ..without_answer(definition, &format!("{suite}/{name}"), &arguments)
    })
}

/// Returns an unused case name, such as `sample-3`.
pub fn unused_name(cases: &[Case], stem: &str) -> String {
    let names = (cases.len() + 1..).map(|number| format!("{stem}-{number}"));
    let mut unused = names.filter(|name| cases.iter().all(|case| case.id.name() != name));
    unused.next().unwrap_or_default()
}

/// Formats arguments as JSON, one per line, as in [`Case::arguments`].
pub fn format_arguments(arguments: &[Value]) -> String {
    let lines: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    lines.join("\n") + "\n"
}

/// Returns a case without an expected answer.
pub fn without_answer(definition: &Definition, name: &str, arguments: &[Value]) -> Case {
    let text = format_arguments(arguments);
    Case {
        id: CaseId(name.to_owned()),
        input: text.clone(),
        arguments: text,
        max_plies: None,
        answer: String::new(),
        limits: definition.limits,
    }
}

/// Formats a case as one line of a `.jsonl` file.
pub fn format_case(name: &str, arguments: &[Value], answer: &str) -> String {
    let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    format!(
        "{{\"name\":\"{name}\",\"arguments\":[{}],\"answer\":{answer}}}\n",
        arguments.join(",")
    )
}
