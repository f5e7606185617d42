//! Sentences that several formats say.

use std::fmt::Write as _;

use crate::text::units::{count, counted, time};
use crate::{Model, Standing, Submission, Summary, View};
use mousetrap_model::SubmissionOutcome;
use mousetrap_model::Verdict;
use mousetrap_model::{SimilarGroup, Similarity, Skip};
use mousetrap_util::printable::one_line;

/// The verdict in a line, with the expected one where the user has said which
/// that is.
pub(crate) fn reason(submission: &Submission) -> String {
    let Some(verdict) = submission.verdict() else {
        return String::new();
    };
    let mut text = match submission.info.expected {
        None => verdict.to_string(),
        Some(expected) if expected == verdict => format!("{verdict} as expected"),
        Some(expected) => format!("should be {expected}, but is {verdict}"),
    };
    if let Some(case) = submission.first_failing() {
        let _ = write!(text, " on {}", case.id);
        if let Some(reason) = &case.reason {
            let _ = write!(text, ": {reason}");
        }
    }
    if let SubmissionOutcome::Judged(result) = &submission.outcome
        && let Some(why) = result.gave_up
    {
        let _ = write!(text, "; {why}");
    }
    if verdict == Verdict::CompileError
        && submission.info.expected_verdict() != verdict
        && let Some(line) = submission.first_complaint()
    {
        let _ = write!(text, ": {line}");
    }
    text
}

/// The number of cases that a submission is right on, out of all cases, or the case at
/// which it was stopped. Empty without a verdict.
pub(crate) fn score(submission: &Submission) -> String {
    let all = count(submission.info.case_count);
    match submission.outcome {
        SubmissionOutcome::Judged(ref judgement)
            if judgement.verdict == Verdict::CompileError && submission.judged() == 0 =>
        {
            "not run".to_owned()
        }
        SubmissionOutcome::Judged(_) if submission.is_stopped() => {
            format!("stopped at {} of {all}", count(submission.judged()))
        }
        SubmissionOutcome::Judged(ref result) => {
            let accepted = count(submission.accepted());
            let gave_up = result.gave_up.map(|why| format!(", {why}"));
            format!("{accepted} of {all}{}", gave_up.unwrap_or_default())
        }
        _ => String::new(),
    }
}

/// The points of a submission, as in `30/100`.
pub(crate) fn points(submission: &Submission) -> String {
    let award = submission.award.as_ref();
    award.map_or_else(|| "–".to_owned(), ToString::to_string)
}

/// The points of a submission by group; empty in a redacted report.
pub(crate) fn points_by_group(submission: &Submission) -> String {
    let groups = submission.award.iter().flat_map(|award| &award.groups);
    let groups: Vec<String> = groups
        .map(|group| format!("{} {}/{}", group.name, group.points, group.available))
        .collect();
    groups.join(", ")
}

/// A sentence for each problem of which some groups are not run.
pub(crate) fn partial_points(model: &Model) -> impl Iterator<Item = String> {
    let partial = model.header.points.iter();
    let partial = partial.filter(|(_, points)| points.available < points.total);
    partial.map(|(problem, points)| {
        let groups: Vec<String> = points.not_run().map(one_line).collect();
        let mut text = format!(
            "problem {}: this run can give {} of {} points",
            one_line(problem),
            points.available,
            points.total
        );
        if !groups.is_empty() {
            let _ = write!(
                text,
                ", since it lacks suites of the groups {}",
                groups.join(", ")
            );
        }
        text
    })
}

/// The advice to run submissions on all cases, if judging stopped at a failing case that
/// was not expected.
pub(crate) fn stopped(model: &Model) -> Option<String> {
    if model.view != View::Owner {
        return None;
    }
    let stopped = model.standing(Standing::Unexpected);
    let stopped = stopped.filter(|submission| submission.is_stopped()).count();
    (stopped > 0).then(|| {
        format!(
            "{} not run on all cases, because judging stops at the first failing case; for \
             scores out of all cases, add --all-cases",
            match stopped {
                1 => "1 submission was".to_owned(),
                _ => format!("{} submissions were", count(stopped)),
            },
        )
    })
}

/// A line that names the submissions whose run with sanitizers was cut short.
pub(crate) fn unchecked(model: &Model) -> Option<String> {
    let names = model.submissions.iter().filter_map(|submission| {
        let SubmissionOutcome::Judged(result) = &submission.outcome else {
            return None;
        };
        let why = result.unchecked.as_ref()?.to_string();
        let path = one_line(&submission.info.path.display().to_string());
        Some(match why.as_str() {
            "" => path,
            why => format!("{path} ({})", one_line(why)),
        })
    });
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| {
        format!(
            "check with sanitizers not completed, nothing found so far: {}",
            some(&names)
        )
    })
}

/// A line that names the files that were converted to UTF-8.
pub(crate) fn converted(model: &Model) -> Option<String> {
    let names = model.submissions.iter().filter_map(|submission| {
        let encoding = submission.info.encoding.as_ref()?;
        let path = one_line(&submission.info.path.display().to_string());
        Some(format!("{path} ({encoding})"))
    });
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| format!("converted to UTF-8: {}", some(&names)))
}

/// The first few of many names.
pub(crate) fn some(names: &[String]) -> String {
    const NAMED: usize = 3;
    let more = if names.len() > NAMED { ", …" } else { "" };
    names[..names.len().min(NAMED)].join(", ") + more
}

/// By how much submissions resemble each other.
pub(crate) fn similarity(alike: &SimilarGroup) -> String {
    match alike.similarity {
        Similarity::Same => "the same code".to_owned(),
        Similarity::Renamed => "the same code with other names".to_owned(),
        Similarity::Percent(percent) => format!("{percent} % alike"),
    }
}

/// A line that counts the files that are not meant to be judged.
pub(crate) fn left_out(model: &Model) -> Option<String> {
    let names = model.header.left_out.iter();
    let names = names.map(|path| one_line(&path.display().to_string()));
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| {
        format!(
            "left out {} not meant to be judged (hidden, backup or report): {}",
            counted(names.len(), "file"),
            some(&names),
        )
    })
}

/// What is missing, and how many submissions were skipped for it.
pub(crate) fn skip_groups(model: &Model) -> Vec<(&Skip, usize)> {
    let mut groups: Vec<(&Skip, usize)> = Vec::new();
    for submission in &model.submissions {
        if let SubmissionOutcome::Skipped(skip) = &submission.outcome {
            match groups.iter_mut().find(|(known, _)| *known == skip) {
                Some((_, skipped)) => *skipped += 1,
                None => groups.push((skip, 1)),
            }
        }
    }
    groups
}

/// `45 submissions: 44 as expected, 1 not, 0 skipped · 26,112 runs in 41.2 s`.
pub(crate) fn summary_text(model: &Model) -> String {
    let Summary {
        submissions,
        as_expected,
        unexpected,
        skipped,
        failed,
        not_judged,
        refused,
        from_cache,
        same,
        runs,
    } = model.summary();
    // Whoever has not said what to expect reads of no expectation.
    let is_expected = model
        .submissions
        .iter()
        .any(|one| one.info.expected.is_some());
    let right = if is_expected {
        "as expected"
    } else {
        "accepted"
    };
    let mut text = format!(
        "{}: {} {right}, {} not, {} skipped",
        counted(submissions, "submission"),
        count(as_expected),
        count(unexpected),
        count(skipped),
    );
    if failed > 0 {
        let _ = write!(text, ", {}", counted(failed, "internal error"));
    }
    if not_judged > 0 {
        let _ = write!(text, ", {} not judged", count(not_judged));
    }
    if refused > 0 {
        let _ = write!(text, ", {} refused", counted(refused, "file"));
    }
    let _ = write!(text, " · {}", counted(runs, "run"));
    if let Some(wall) = model.wall() {
        let _ = write!(text, " in {}", time(wall));
    }
    if same > 0 {
        let _ = write!(text, " · {} identical to another", count(same));
    }
    if from_cache > 0 && !matches!(model.view, View::Room(_)) {
        let _ = write!(
            text,
            " · {} cached (--no-cache judges them again)",
            count(from_cache)
        );
    }
    if model.interrupted() {
        text += " · interrupted";
    }
    text
}
