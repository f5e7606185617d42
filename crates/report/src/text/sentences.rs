//! Sentences that several formats share. They expect a run that is printable.

use std::fmt::Write as _;

use crate::text::units::{count, counted, time};
use crate::{Audience, Model, Standing, Submission, View};
use mousetrap_model::{SimilarGroup, Similarity, Skip, SubmissionOutcome, Verdict};

/// The verdict in a line, with the expected one if the user has named it.
pub(crate) fn reason(submission: &Submission) -> String {
    let Some(judgement) = submission.judgement() else {
        return String::new();
    };
    let verdict = judgement.verdict;
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
    if let Some(why) = judgement.gave_up {
        let _ = write!(text, "; {why}");
    }
    if verdict == Verdict::CompileError
        && submission.info.expected_verdict() != verdict
        && let Some(line) = &judgement.compile_error
    {
        let _ = write!(text, ": {line}");
    }
    text
}

/// The number of cases that a submission is right on, out of all cases, or the case at
/// which it was stopped. Empty without a verdict.
pub(crate) fn score(submission: &Submission) -> String {
    let all = count(submission.info.case_count);
    match submission.judgement() {
        None => String::new(),
        Some(judgement)
            if judgement.verdict == Verdict::CompileError && submission.judged() == 0 =>
        {
            "not run".to_owned()
        }
        Some(_) if submission.is_stopped() => {
            format!("stopped at {} of {all}", count(submission.judged()))
        }
        Some(judgement) => {
            let accepted = count(submission.accepted());
            let gave_up = judgement.gave_up.map(|why| format!(", {why}"));
            format!("{accepted} of {all}{}", gave_up.unwrap_or_default())
        }
    }
}

/// The points of a submission: `30/100`.
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

/// The remarks of a report about its run.
pub(crate) fn notes(model: &Model, view: &View) -> Vec<String> {
    let notes = [
        left_out(model),
        converted(model),
        unchecked(model),
        fewer_suites(model),
        stopped(model, view),
    ];
    notes
        .into_iter()
        .flatten()
        .chain(partial_points(model))
        .collect()
}

/// A sentence for each problem of which some groups are not run.
fn partial_points(model: &Model) -> impl Iterator<Item = String> {
    let partial = model.header.points.iter();
    let partial = partial.filter(|(_, points)| points.available < points.total);
    partial.map(|(problem, points)| {
        let (available, total) = (points.available, points.total);
        let groups: Vec<&str> = points.not_run().collect();
        let lacks = match groups.join(", ") {
            groups if groups.is_empty() => groups,
            groups => format!(", since it lacks suites of the groups {groups}"),
        };
        format!("problem {problem}: this run can give {available} of {total} points{lacks}")
    })
}

/// The suites of solutions that do not run all.
fn fewer_suites(model: &Model) -> Option<String> {
    let mut suites: Vec<_> = model
        .submissions
        .iter()
        .map(|one| &one.info.suites)
        .collect();
    suites.retain(|suites| !suites.is_empty());
    suites.sort();
    suites.dedup();
    let suites: Vec<_> = suites.iter().map(|suites| suites.join(", ")).collect();
    (!suites.is_empty()).then(|| {
        format!(
            "* only the suites {}, as [solutions] in judge.toml says; --all-suites runs all",
            suites.join("; or ")
        )
    })
}

/// The advice to run submissions on all cases, if judging stopped at a failing case that
/// was not expected.
fn stopped(model: &Model, view: &View) -> Option<String> {
    if view.audience != Audience::Owner {
        return None;
    }
    let stopped = model.standing(Standing::Unexpected);
    let stopped = stopped.filter(|submission| submission.is_stopped()).count();
    let were = if stopped == 1 { "was" } else { "were" };
    (stopped > 0).then(|| {
        format!(
            "{} {were} not run on all cases, because judging stops at the first failing case; for \
             scores out of all cases, add --all-cases",
            counted(stopped, "submission"),
        )
    })
}

/// A line that names the submissions whose run with sanitizers was cut short.
fn unchecked(model: &Model) -> Option<String> {
    let names = model.submissions.iter().filter_map(|submission| {
        let why = submission.judgement()?.unchecked.as_ref()?.to_string();
        let path = submission.info.path.display();
        Some(match why.as_str() {
            "" => path.to_string(),
            why => format!("{path} ({why})"),
        })
    });
    named(names, |_| {
        "check with sanitizers not completed, nothing found so far".to_owned()
    })
}

/// A line that names the files that were converted to UTF-8.
fn converted(model: &Model) -> Option<String> {
    let names = model.submissions.iter().filter_map(|submission| {
        let encoding = submission.info.encoding.as_ref()?;
        Some(format!("{} ({encoding})", submission.info.path.display()))
    });
    named(names, |_| "converted to UTF-8".to_owned())
}

/// A line that counts the files that are not meant to be judged.
fn left_out(model: &Model) -> Option<String> {
    let names = model.header.left_out.iter();
    let names = names.map(|path| path.display().to_string());
    named(names, |count| {
        let files = counted(count, "file");
        format!("left out {files} not meant to be judged (hidden, backup or report)")
    })
}

/// A line with the first of these names; none without a name.
fn named(names: impl Iterator<Item = String>, what: impl Fn(usize) -> String) -> Option<String> {
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| format!("{}: {}", what(names.len()), some(&names)))
}

/// The first few of many names.
pub(crate) fn some(names: &[String]) -> String {
    const NAMED: usize = 3;
    let more = if names.len() > NAMED { ", …" } else { "" };
    names[..names.len().min(NAMED)].join(", ") + more
}

/// How similar submissions are.
pub(crate) fn similarity(alike: &SimilarGroup) -> String {
    match alike.similarity {
        Similarity::Same => "the same code".to_owned(),
        Similarity::Renamed => "the same code with other names".to_owned(),
        Similarity::Percent(percent) => format!("{percent} % alike"),
    }
}

/// The missing toolchains, and how many submissions were skipped for each.
pub(crate) fn skip_groups(model: &Model) -> Vec<(&Skip, usize)> {
    let skips = model
        .submissions
        .iter()
        .filter_map(|one| match &one.outcome {
            SubmissionOutcome::Skipped(skip) => Some((skip, ())),
            _ => None,
        });
    let groups = grouped(skips).into_iter();
    groups
        .map(|(skip, skipped)| (skip, skipped.len()))
        .collect()
}

/// Values by key, in the order in which the keys occur.
pub(crate) fn grouped<K: PartialEq, V>(pairs: impl Iterator<Item = (K, V)>) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in pairs {
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}

/// `45 submissions: 44 as expected, 1 not, 0 skipped · 26,112 runs in 41.2 s`.
pub(crate) fn summary_text(model: &Model, view: &View) -> String {
    let summary = model.summary();
    let right = if model.has_expectations() {
        "as expected"
    } else {
        "accepted"
    };
    let mut text = format!(
        "{}: {} {right}, {} not, {} skipped",
        counted(summary.submissions, "submission"),
        count(summary.as_expected),
        count(summary.unexpected),
        count(summary.skipped),
    );
    if summary.failed > 0 {
        let _ = write!(text, ", {}", counted(summary.failed, "internal error"));
    }
    if summary.not_judged > 0 {
        let _ = write!(text, ", {} not judged", count(summary.not_judged));
    }
    if summary.refused > 0 {
        let _ = write!(text, ", {} refused", counted(summary.refused, "file"));
    }
    let _ = write!(text, " · {}", counted(summary.runs, "run"));
    if let Some(wall) = model.wall() {
        let _ = write!(text, " in {}", time(wall));
    }
    if summary.same > 0 {
        let _ = write!(text, " · {} identical to another", count(summary.same));
    }
    if summary.from_cache > 0 && !matches!(view.audience, Audience::Room(_)) {
        let cached = count(summary.from_cache);
        let _ = write!(text, " · {cached} cached (--no-cache judges them again)");
    }
    if model.interrupted() {
        text += " · interrupted";
    }
    text
}
