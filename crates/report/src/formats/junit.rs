//! The `JUnit` report, which continuous integration systems show as tests.
//!
//! A problem is a test suite and a submission a test case, which passes if the submission
//! earns the expected verdict. Refused files are errors of a suite of their own.

use std::time::Duration;

use askama::Template;

use crate::text::failing::explained;
use crate::text::sentences::{grouped, reason};
use crate::{Model, Standing, Submission, TerminalStyle};
use mousetrap_model::{RefusedFile, SubmissionOutcome};

#[derive(Template)]
#[template(path = "junit.xml")]
struct Page {
    wall: Option<Duration>,
    suites: Vec<Suite>,
}

struct Suite {
    name: String,
    tests: Vec<Test>,
}

/// A test case.
#[derive(Default)]
struct Test {
    name: String,
    class: String,
    time: Option<Duration>,
    properties: Vec<(&'static str, String)>,
    /// The element for the result: `failure`, `error`, `skipped`; empty if the test passed.
    element: &'static str,
    /// The type of a failure or error.
    kind: &'static str,
    message: String,
    details: String,
}

/// The `JUnit` XML of a run.
pub(crate) fn junit(model: &Model) -> String {
    let submissions = model.submissions.iter();
    let problems = grouped(submissions.map(|one| (&one.info.problem, test(one, model))));
    let mut suites: Vec<Suite> = problems
        .into_iter()
        .map(|(problem, tests)| Suite {
            name: problem.clone(),
            tests,
        })
        .collect();
    if !model.header.refused.is_empty() {
        suites.push(Suite {
            name: "not judged".to_owned(),
            tests: model.header.refused.iter().map(refused).collect(),
        });
    }
    let wall = model.wall();
    let page = Page { wall, suites };
    page.render().expect("writing to memory does not fail") + "\n"
}

impl Page {
    fn count(&self, element: &str) -> usize {
        self.suites.iter().map(|suite| suite.count(element)).sum()
    }
}

impl Suite {
    /// The number of tests with this result; of all tests if it is empty.
    fn count(&self, element: &str) -> usize {
        let tests = self.tests.iter();
        tests
            .filter(|test| element.is_empty() || test.element == element)
            .count()
    }
}

fn refused(refused: &RefusedFile) -> Test {
    Test {
        name: refused.path.display().to_string(),
        class: "refused".to_owned(),
        element: "error",
        kind: "refused",
        message: format!("not judged: {}", refused.reason),
        ..Test::default()
    }
}

fn test(submission: &Submission, model: &Model) -> Test {
    let info = &submission.info;
    let properties = [
        (
            "from_cache",
            submission.is_cached().then(|| "true".to_owned()),
        ),
        ("points", submission.award.as_ref().map(ToString::to_string)),
        (
            "same_as",
            (model.path_of_first(submission)).map(|first| first.display().to_string()),
        ),
    ];
    let properties = properties.into_iter();
    let test = Test {
        name: info.path.display().to_string(),
        class: format!("{}.{}", info.problem, info.language),
        time: (!submission.is_redacted()).then(|| submission.totals().wall),
        properties: properties
            .filter_map(|(name, value)| Some((name, value?)))
            .collect(),
        ..Test::default()
    };
    match &submission.outcome {
        SubmissionOutcome::Skipped(skip) => Test {
            element: "skipped",
            message: format!("{}; to judge: {}", skip.reason, skip.remedy),
            ..test
        },
        SubmissionOutcome::Failed(error) => {
            let details = error.to_string();
            Test {
                element: "error",
                kind: "internal error",
                message: details.lines().next().unwrap_or_default().to_owned(),
                details,
                ..test
            }
        }
        SubmissionOutcome::Judged(_) if submission.standing() == Standing::Unexpected => Test {
            element: "failure",
            kind: submission.code(),
            message: reason(submission),
            details: explained(submission, TerminalStyle::default()),
            ..test
        },
        SubmissionOutcome::Judged(_) => test,
        SubmissionOutcome::SameAs(_) | SubmissionOutcome::NotJudged => Test {
            element: "skipped",
            message: "the run was cut short".to_owned(),
            ..test
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;

    #[test]
    fn run_is_a_suite_per_problem() {
        insta::assert_snapshot!(junit(&sample::interrupted().printable()));
    }
}
