//! Sentences that several formats share. The functions in this module expect a run that
//! [`Model::printable`] has returned.

use std::collections::BTreeSet;
use std::fmt::Display;

use crate::text::units::format_number;
use crate::texts::{self, Texts};
use crate::{Audience, Model, OutcomeClass, Submission, View};
use mousetrap_model::{SubmissionOutcome, Verdict};
use mousetrap_util::format_duration;

/// Returns the reason for the outcome of a submission. If the submission has a verdict, the text
/// contains the verdict, the expected verdict if there is one, and the first failing case.
pub(crate) fn outcome_reason(submission: &Submission, texts: &Texts) -> String {
    let judgement = match &submission.outcome {
        SubmissionOutcome::Judged(judgement) => judgement,
        SubmissionOutcome::Skipped(skip) => return texts::render(&skip.reason, texts),
        SubmissionOutcome::Failed(error) => return texts::render(error, texts),
        SubmissionOutcome::SameAs(_) | SubmissionOutcome::NotJudged => return String::new(),
    };
    let verdict = judgement.verdict;
    let mut text = match submission.info.expected {
        None => verdict.to_string(),
        Some(expected) if expected == verdict => {
            texts.fill_template("reason_expected", &[("verdict", &verdict)])
        }
        Some(expected) => texts.fill_template(
            "reason_unexpected",
            &[("expected", &expected), ("verdict", &verdict)],
        ),
    };
    if let Some(case) = submission.first_failing_case() {
        text += &texts.fill_template("reason_on_case", &[("case", &case.id)]);
        if let Some(reason) = &case.reason {
            text = text + &texts["colon"] + &texts::render(reason, texts);
        }
    }
    if let Some(why) = judgement.gave_up {
        text = text + &texts["semicolon"] + &texts::render(&why.message(), texts);
    }
    if verdict == Verdict::CompileError
        && submission.info.expected_verdict() != verdict
        && let Some(line) = &judgement.compile_error
    {
        text = text + &texts["colon"] + &texts::render(line, texts);
    }
    text
}

/// Returns the number of accepted cases out of all cases, or the case at which judging stopped.
/// Returns an empty string if the submission has no verdict.
pub(crate) fn accepted_cases_text(submission: &Submission, texts: &Texts) -> String {
    let all = format_number(submission.info.case_count);
    match submission.judgement() {
        None => String::new(),
        Some(judgement)
            if judgement.verdict == Verdict::CompileError && submission.judged_count() == 0 =>
        {
            texts["score_none"].to_owned()
        }
        Some(_) if submission.stopped_at_failed_case() => {
            let judged = format_number(submission.judged_count());
            texts.fill_template("score_stopped", &[("judged", &judged), ("all", &all)])
        }
        Some(judgement) => {
            let accepted = format_number(submission.accepted_count());
            let score = texts.fill_template("score", &[("accepted", &accepted), ("all", &all)]);
            let gave_up = judgement
                .gave_up
                .map(|why| texts::render(&why.message(), texts));
            let parts: Vec<String> = [score].into_iter().chain(gave_up).collect();
            parts.join(&texts["comma"])
        }
    }
}

/// Returns the score, with an asterisk if the submission was judged only on some suites. A note
/// below the table explains the asterisk.
pub(crate) fn score_with_asterisk(submission: &Submission, texts: &Texts) -> String {
    let score = accepted_cases_text(submission, texts);
    if submission.info.suites.is_empty() {
        score
    } else {
        score + " *"
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

/// Returns the notes about a run that its report shows. Each note is a sentence. Set `has_scores`
/// if the report contains scores, so that a note explains their asterisks.
pub(crate) fn run_notes(model: &Model, view: &View, has_scores: bool) -> Vec<String> {
    let texts = view.texts;
    let submissions = || model.submissions.iter();
    let mut notes = Vec::new();
    if view.audience != Audience::Author {
        notes.extend(missing_toolchain_notes(model, texts));
    }
    let left_out: Vec<String> = (model.header.left_out.iter())
        .map(|path| path.display().to_string())
        .collect();
    let mut note_with_names = |note: &str, names: &[String]| {
        let files = texts.count_with_noun("file", names.len());
        let arguments: [(&str, &dyn Display); 2] =
            [("files", &files), ("names", &first_few_names(names))];
        notes.extend((!names.is_empty()).then(|| texts.fill_template(note, &arguments)));
    };
    note_with_names("note_left_out", &left_out);
    let converted = submissions().filter_map(|submission| {
        let encoding = submission.info.encoding.as_ref()?;
        Some(format!("{} ({encoding})", submission.info.path.display()))
    });
    let converted: Vec<String> = converted.collect();
    note_with_names("note_converted", &converted);
    let unchecked = submissions().filter_map(|submission| {
        let why = submission.judgement()?.unchecked.as_ref()?;
        let why = texts::render(why, texts);
        let path = submission.info.path.display();
        Some(match why.as_str() {
            "" => path.to_string(),
            why => format!("{path} ({why})"),
        })
    });
    let unchecked: Vec<String> = unchecked.collect();
    note_with_names("note_unchecked", &unchecked);
    let suites = submissions().map(|one| one.info.suites.join(", "));
    let suites: BTreeSet<String> = suites.filter(|suites| !suites.is_empty()).collect();
    if has_scores && !suites.is_empty() {
        let suites = suites.into_iter().collect::<Vec<_>>().join("; or ");
        notes.push(texts.fill_template("note_suites", &[("suites", &suites)]));
    }
    let stopped = model.submissions_in_class(OutcomeClass::Unexpected);
    let stopped = stopped.filter(|one| one.stopped_at_failed_case()).count();
    if stopped > 0 && view.audience == Audience::Owner {
        notes.push(texts.count_with_noun("stopped", stopped));
    }
    notes.extend(unavailable_points_notes(model, texts));
    notes
}

/// Returns a sentence for each toolchain that is missing, with the number of submissions that were
/// skipped.
fn missing_toolchain_notes(model: &Model, texts: &'static Texts) -> impl Iterator<Item = String> {
    let skips = model
        .submissions
        .iter()
        .filter_map(|one| match &one.outcome {
            SubmissionOutcome::Skipped(skip) => Some(((skip, &one.info.language_name), ())),
            _ => None,
        });
    group_by_key(skips)
        .into_iter()
        .map(|((skip, language), skipped)| {
            let submissions = texts.count_with_noun("submission", skipped.len());
            let arguments: [(&str, &dyn Display); 4] = [
                ("submissions", &submissions),
                ("language", language),
                ("reason", &texts::render(&skip.reason, texts)),
                ("remedy", &skip.remedy),
            ];
            texts.fill_template("note_skipped", &arguments)
        })
}

/// Returns a sentence for each problem for which the run cannot award full points because it omits
/// cases of some groups.
fn unavailable_points_notes(model: &Model, texts: &'static Texts) -> impl Iterator<Item = String> {
    let partial = model.header.points.iter();
    let partial = partial.filter(|(_, points)| points.available < points.total);
    partial.map(|(problem, points)| {
        let (available, total) = (points.available, points.total);
        let groups: Vec<&str> = points.groups_not_run().collect();
        let lacks = match groups.join(", ") {
            groups if groups.is_empty() => groups,
            groups => texts.fill_template("note_points_groups", &[("groups", &groups)]),
        };
        let arguments: [(&str, &dyn Display); 3] = [
            ("problem", problem),
            ("available", &available),
            ("total", &total),
        ];
        texts.fill_template("note_points", &arguments) + &lacks
    })
}

/// Returns a list of the first few names, with an ellipsis if there are more names.
pub(crate) fn first_few_names(names: &[String]) -> String {
    const MAX_LISTED_NAMES: usize = 3;
    let is_cut = names.len() > MAX_LISTED_NAMES;
    let more = if is_cut { ", …" } else { "" };
    names[..names.len().min(MAX_LISTED_NAMES)].join(", ") + more
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
    let texts = view.texts;
    let summary = model.summary();
    let submissions = texts.count_with_noun("submission", summary.submissions);
    let [good, bad, skipped] =
        [summary.as_expected, summary.unexpected, summary.skipped].map(format_number);
    let template = if model.has_expected_verdicts() {
        "summary_expected"
    } else {
        "summary_accepted"
    };
    let arguments: [(&str, &dyn Display); 4] = [
        ("submissions", &submissions),
        ("good", &good),
        ("bad", &bad),
        ("skipped", &skipped),
    ];
    let mut outcomes = vec![texts.fill_template(template, &arguments)];
    let count_if_any = |noun, number| (number > 0).then(|| texts.count_with_noun(noun, number));
    outcomes.extend(count_if_any("failed", summary.failed));
    outcomes.extend(count_if_any("not_judged", summary.not_judged));
    outcomes.extend(count_if_any("refused", summary.refused));
    let mut runs = texts.count_with_noun("run", summary.runs);
    if let Some(time) = model.wall_time().map(format_duration) {
        runs = texts.fill_template("summary_time", &[("runs", &runs), ("time", &time)]);
    }
    let mut parts = vec![outcomes.join(&texts["comma"]), runs];
    parts.extend(count_if_any("same", summary.same));
    if !matches!(view.audience, Audience::Room(_)) {
        parts.extend(count_if_any("cached", summary.from_cache));
    }
    if model.is_interrupted() {
        parts.push(texts["interrupted"].to_owned());
    }
    parts.join(" · ")
}
