//! The `JUnit` report, which continuous integration systems show as tests.
//!
//! Each problem is a test suite, and each submission is a test case. The test case passes if the
//! submission has the expected verdict. Files that cannot be judged are reported as errors in a
//! separate test suite.

use std::fmt::Write as _;
use std::time::Duration;

use crate::text::failing_case::describe_failure;
use crate::text::sentences::{group_by_key, outcome_reason};
use crate::texts::EN;
use crate::{Model, OutcomeClass, OutputStyle, Submission};
use mousetrap_model::{RefusedFile, SubmissionOutcome};

/// A test case.
struct TestCase {
    /// The name of the XML element for the result: `failure`, `error` or `skipped`; empty if the
    /// test case passed.
    result: &'static str,
    xml: String,
}

/// Returns the `JUnit` XML of a run.
pub(crate) fn render_junit(model: &Model) -> String {
    let submissions = model.submissions.iter();
    let submissions = submissions.map(|one| (one.info.problem.as_str(), submission_test_case(one)));
    let refused = model.header.refused.iter();
    let refused = refused.map(|file| ("not judged", refused_file_test_case(file)));
    let suites = group_by_key(submissions.chain(refused));
    let all: Vec<&TestCase> = suites.iter().flat_map(|(_, tests)| tests).collect();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"mousetrap\"{}{}>\n",
        test_count_attributes(&all),
        model.wall_time().map_or_else(String::new, time_attribute)
    );
    for (name, tests) in &suites {
        let (name, counts) = (
            escape_xml(name),
            test_count_attributes(&tests.iter().collect::<Vec<_>>()),
        );
        let _ = writeln!(xml, "    <testsuite name=\"{name}\"{counts}>");
        xml.extend(tests.iter().map(|test| test.xml.as_str()));
        xml += "    </testsuite>\n";
    }
    xml + "</testsuites>\n"
}

/// Returns the XML attributes with the number of tests in a suite, in total and for each result.
fn test_count_attributes(tests: &[&TestCase]) -> String {
    let count = |result| tests.iter().filter(|test| test.result == result).count();
    format!(
        " tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
        tests.len(),
        count("failure"),
        count("error"),
        count("skipped")
    )
}

fn time_attribute(time: Duration) -> String {
    format!(" time=\"{:.3}\"", time.as_secs_f64())
}

/// Returns a test case. `result` is the name of the XML element for the result, or empty if the
/// test case passed. This element contains `kind`, `message` and `details`.
fn test_case(
    attributes: &str,
    (result, kind, message, details): (&'static str, &str, String, String),
) -> TestCase {
    let mut xml = format!("        <testcase {attributes}>");
    if !result.is_empty() {
        let (message, details) = (escape_xml(&message), escape_xml(&details));
        let element = format!("<{result} message=\"{message}\" type=\"{kind}\">");
        let _ = write!(xml, "{element}{details}</{result}>");
    }
    xml += "</testcase>\n";
    TestCase { result, xml }
}

fn refused_file_test_case(refused: &RefusedFile) -> TestCase {
    let path = escape_xml(&refused.path.display().to_string());
    let message = format!("not judged: {}", refused.reason);
    test_case(
        &format!("name=\"{path}\" classname=\"refused\""),
        ("error", "refused", message, String::new()),
    )
}

fn submission_test_case(submission: &Submission) -> TestCase {
    let info = &submission.info;
    let result = match &submission.outcome {
        SubmissionOutcome::Skipped(skip) => {
            let message = format!("{}; remedy: {}", skip.reason, skip.remedy);
            ("skipped", "", message, String::new())
        }
        SubmissionOutcome::Failed(error) => {
            let error = error.to_string();
            let first = error.lines().next().unwrap_or_default().to_owned();
            ("error", "internal error", first, error)
        }
        SubmissionOutcome::Judged(_) if submission.outcome_class() == OutcomeClass::Unexpected => {
            let details = describe_failure(submission, OutputStyle::default());
            let reason = outcome_reason(submission, &EN);
            ("failure", submission.verdict_code(), reason, details)
        }
        SubmissionOutcome::Judged(_) => ("", "", String::new(), String::new()),
        SubmissionOutcome::SameAs(_) | SubmissionOutcome::NotJudged => (
            "skipped",
            "",
            "the run was interrupted".to_owned(),
            String::new(),
        ),
    };
    let time = if submission.is_redacted() {
        String::new()
    } else {
        time_attribute(submission.cases().iter().map(|case| case.usage.wall).sum())
    };
    let attributes = format!(
        "name=\"{}\" classname=\"{}.{}\"{time}",
        escape_xml(&info.path.display().to_string()),
        escape_xml(&info.problem),
        escape_xml(&info.language)
    );
    test_case(&attributes, result)
}

/// Escapes printable text for an XML attribute or element.
fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
