//! Sentences that several formats share. The functions in this module expect a run that
//! [`Model::printable`] has returned.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::text::units::{count, counted, time};
use crate::{Audience, Model, OutcomeClass, Submission, View};
use mousetrap_model::{SimilarGroup, Similarity, SubmissionOutcome, Verdict};

/// Returns the reason for the outcome of a submission. If the submission has a verdict, the text
/// contains the verdict, the expected verdict if there is one, and the first failing case.
pub(crate) fn reason_for(submission: &Submission) -> String {
    let judgement = match &submission.outcome {
        SubmissionOutcome::Judged(judgement) => judgement,
        SubmissionOutcome::Skipped(skip) => return skip.reason.to_string(),
        SubmissionOutcome::Failed(error) => return error.to_string(),
        SubmissionOutcome::SameAs(_) | SubmissionOutcome::NotJudged => return String::new(),
    };
    let verdict = judgement.verdict;
    let mut text = match submission.info.expected {
        None => verdict.to_string(),
        Some(expected) if expected == verdict => format!("{verdict} as expected"),
        Some(expected) => format!("should be {expected}, but is {verdict}"),
    };
    if let Some(case) = submission.first_failing_case() {
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

/// Returns the number of accepted cases out of all cases, or the case at which judging stopped.
/// Returns an empty string if the submission has no verdict.
pub(crate) fn score_text(submission: &Submission) -> String {
    let all = count(submission.info.case_count);
    match submission.judgement() {
        None => String::new(),
        Some(judgement)
            if judgement.verdict == Verdict::CompileError && submission.judged_count() == 0 =>
        {
            "not run".to_owned()
        }
        Some(_) if submission.stopped_at_failure() => {
            format!("stopped at {} of {all}", count(submission.judged_count()))
        }
        Some(judgement) => {
            let accepted = count(submission.accepted_count());
            let gave_up = judgement.gave_up.map(|why| format!(", {why}"));
            format!("{accepted} of {all}{}", gave_up.unwrap_or_default())
        }
    }
}

/// Returns the points of a submission, such as `30/100`.
pub(crate) fn points_text(submission: &Submission) -> String {
    let award = submission.award.as_ref();
    award.map_or_else(|| "–".to_owned(), ToString::to_string)
}

/// Returns the points of a submission by group; empty in a redacted report.
pub(crate) fn points_by_group(submission: &Submission) -> String {
    let groups = submission.award.iter().flat_map(|award| &award.groups);
    let groups: Vec<String> = groups
        .map(|group| format!("{} {}/{}", group.name, group.points, group.available))
        .collect();
    groups.join(", ")
}

/// Returns the notes about a run that its report shows. Each note is a sentence.
pub(crate) fn run_notes(model: &Model, view: &View) -> Vec<String> {
    let submissions = || model.submissions.iter();
    let mut notes = Vec::new();
    if view.audience != Audience::Author {
        notes.extend(missing_toolchain_notes(model));
    }
    let left_out: Vec<String> = (model.header.left_out.iter())
        .map(|path| path.display().to_string())
        .collect();
    let files = counted(left_out.len(), "file");
    let what = format!("left out {files} not meant to be judged (hidden, backup or report)");
    notes.extend(note_with_names(&what, &left_out));
    let converted = submissions().filter_map(|submission| {
        let encoding = submission.info.encoding.as_ref()?;
        Some(format!("{} ({encoding})", submission.info.path.display()))
    });
    let converted: Vec<String> = converted.collect();
    notes.extend(note_with_names("converted to UTF-8", &converted));
    let unchecked = submissions().filter_map(|submission| {
        let why = submission.judgement()?.unchecked.as_ref()?.to_string();
        let path = submission.info.path.display();
        Some(match why.as_str() {
            "" => path.to_string(),
            why => format!("{path} ({why})"),
        })
    });
    let what = "check with sanitizers not completed, nothing found so far";
    let unchecked: Vec<String> = unchecked.collect();
    notes.extend(note_with_names(what, &unchecked));
    let suites = submissions().map(|one| one.info.suites.join(", "));
    let suites: BTreeSet<String> = suites.filter(|suites| !suites.is_empty()).collect();
    if !suites.is_empty() {
        let suites = suites.into_iter().collect::<Vec<_>>().join("; or ");
        notes.push(format!(
            "* only the suites {suites}, as [solutions] in judge.toml says; --all-suites runs all"
        ));
    }
    let stopped = model.submissions_in(OutcomeClass::Unexpected);
    let stopped = stopped.filter(|one| one.stopped_at_failure()).count();
    if stopped > 0 && view.audience == Audience::Owner {
        let were = if stopped == 1 { "was" } else { "were" };
        notes.push(format!(
            "{} {were} not run on all cases, because judging stops at the first failing case; for \
             scores out of all cases, add --all-cases",
            counted(stopped, "submission"),
        ));
    }
    notes.extend(unavailable_points_notes(model));
    notes
}

/// Returns a sentence for each toolchain that is missing, with the number of submissions that were
/// skipped.
fn missing_toolchain_notes(model: &Model) -> impl Iterator<Item = String> {
    let skips = model
        .submissions
        .iter()
        .filter_map(|one| match &one.outcome {
            SubmissionOutcome::Skipped(skip) => Some((skip, ())),
            _ => None,
        });
    group_by_key(skips).into_iter().map(|(skip, skipped)| {
        let skipped = counted(skipped.len(), "submission");
        format!(
            "skipped {skipped}: {}; remedy: {}",
            skip.reason, skip.remedy
        )
    })
}

/// Returns a sentence for each problem for which the run cannot award the points of all groups.
fn unavailable_points_notes(model: &Model) -> impl Iterator<Item = String> {
    let partial = model.header.points.iter();
    let partial = partial.filter(|(_, points)| points.available < points.total);
    partial.map(|(problem, points)| {
        let (available, total) = (points.available, points.total);
        let groups: Vec<&str> = points.groups_not_run().collect();
        let lacks = match groups.join(", ") {
            groups if groups.is_empty() => groups,
            groups => format!(", because it does not run all suites of the groups {groups}"),
        };
        format!("problem {problem}: this run awards at most {available} of {total} points{lacks}")
    })
}

/// Returns a note with the first few of the names, or `None` if there are no names.
fn note_with_names(what: &str, names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| format!("{what}: {}", first_few_names(names)))
}

/// Returns a list of the first few names, with an ellipsis if there are more names.
pub(crate) fn first_few_names(names: &[String]) -> String {
    const MAX_NAMES: usize = 3;
    let more = if names.len() > MAX_NAMES { ", …" } else { "" };
    names[..names.len().min(MAX_NAMES)].join(", ") + more
}

/// Describes how similar the submissions of a group are.
pub(crate) fn similarity_text(group: &SimilarGroup) -> String {
    match group.similarity {
        Similarity::Same => "the same code".to_owned(),
        Similarity::Renamed => "the same code with different names".to_owned(),
        Similarity::Percent(percent) => format!("{percent} % alike"),
    }
}

/// Groups values by key, in the order in which the keys occur.
pub(crate) fn group_by_key<K: PartialEq, V>(
    pairs: impl Iterator<Item = (K, V)>,
) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in pairs {
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}

/// Returns the summary of a run, such as `45 submissions: 44 as expected, 1 unexpected, 0 skipped ·
/// 26,112 runs in 41.2 s`.
pub(crate) fn summary_text(model: &Model, view: &View) -> String {
    let summary = model.summary();
    let (good, bad) = if model.has_expectations() {
        ("as expected", "unexpected")
    } else {
        ("accepted", "rejected")
    };
    let mut text = format!(
        "{}: {} {good}, {} {bad}, {} skipped",
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
    if let Some(wall) = model.wall_time() {
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
