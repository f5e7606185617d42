//! The `JUnit` report, which continuous integration systems show as tests.
//!
//! A problem is a test suite and a submission a test case, which passes if the
//! submission earns the verdict it ought to earn. Files that cannot be judged
//! are errors of a suite of their own.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::text::failing::in_full;
use crate::text::sentences::{grouped, reason};
use crate::{Model, Standing, Submission};
use mousetrap_model::{RefusedFile, SubmissionOutcome};

/// The `JUnit` XML of a run.
pub(crate) fn junit(model: &Model) -> String {
    let mut report = Report::new("mousetrap");
    if let Some(wall) = model.wall() {
        report.set_time(wall);
    }
    let submissions = model.submissions.iter();
    for (problem, submissions) in grouped(submissions.map(|one| (&one.info.problem, one))) {
        let mut suite = TestSuite::new(problem);
        let cases = submissions.into_iter().map(|one| test_case(one, model));
        suite.add_test_cases(cases);
        report.add_test_suite(suite);
    }
    if !model.header.refused.is_empty() {
        let mut suite = TestSuite::new("not judged");
        suite.add_test_cases(model.header.refused.iter().map(refused));
        report.add_test_suite(suite);
    }
    let mut text = report.to_string().expect("writing to memory does not fail");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn refused(refused: &RefusedFile) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status
        .set_type("refused")
        .set_message(format!("not judged: {}", refused.reason));
    let mut case = TestCase::new(refused.path.display().to_string(), status);
    case.set_classname("refused");
    case
}

fn test_case(submission: &Submission, model: &Model) -> TestCase {
    let info = &submission.info;
    let standing = submission.standing();
    let status = match standing {
        Standing::AsExpected => TestCaseStatus::success(),
        Standing::Skipped | Standing::NotJudged => TestCaseStatus::skipped(),
        Standing::Unexpected => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Standing::Failed => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    let mut case = TestCase::new(info.path.display().to_string(), status);
    case.set_classname(format!("{}.{}", info.problem, info.language));
    if !submission.is_redacted() {
        case.set_time(submission.totals().wall);
    }
    if submission.is_cached() {
        case.add_property(("from_cache", "true"));
    }
    if let Some(award) = &submission.award {
        case.add_property(("points", &*award.to_string()));
    }
    if let Some(first) = model.path_of_first(submission) {
        case.add_property(("same_as", &*first.display().to_string()));
    }
    match &submission.outcome {
        SubmissionOutcome::Skipped(skip) => {
            case.status
                .set_message(format!("{}; to judge: {}", skip.reason, skip.remedy));
        }
        SubmissionOutcome::Failed(error) => {
            let error = error.to_string();
            case.status
                .set_type("internal error")
                .set_message(error.lines().next().unwrap_or_default())
                .set_description(error.as_str());
        }
        SubmissionOutcome::Judged(result) if standing == Standing::Unexpected => {
            case.status
                .set_type(result.verdict.code())
                .set_message(reason(submission))
                .set_description(in_full(submission));
        }
        SubmissionOutcome::Judged(_) => {}
        SubmissionOutcome::SameAs(_) | SubmissionOutcome::NotJudged => {
            case.status.set_message("the run was cut short");
        }
    }
    case
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;

    #[test]
    fn a_submission_is_a_test() {
        insta::assert_snapshot!(junit(&sample::interrupted().printable()));
    }
}
