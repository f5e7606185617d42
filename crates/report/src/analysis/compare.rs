//! The differences between two runs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use crate::Report;
use crate::text::units::{count, counted, time};
use mousetrap_model::{CaseResult, Judgement, SubmissionOutcome, path_text};
use mousetrap_util::printable::one_line;

/// CPU times below this measure the machine rather than a submission.
const MIN_TIME: Duration = Duration::from_millis(50);

/// Changes of the CPU time by at most this factor are noise.
const NOISE: f64 = 1.25;

/// The differences between two runs, a line each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Files of both runs whose verdict differs, or that only one of the runs refused.
    pub verdicts: Vec<String>,
    /// Submissions of both runs with other points.
    points: Vec<String>,
    /// Submissions with another CPU time.
    times: Vec<String>,
    /// The number of these that became slower.
    slower: usize,
    /// Files of the first run alone.
    gone: Vec<String>,
    /// Files of the second run alone.
    new: Vec<String>,
    /// The number of files of both runs, judged or refused.
    common: usize,
    /// The number of files that the second run refused.
    refused: usize,
}

impl Comparison {
    /// Compares two runs, submissions by path and cases by name.
    pub fn new(before: &Report, after: &Report) -> Self {
        let (old, new) = (verdicts(before), verdicts(after));
        let missing = |from: &Verdicts, known: &Verdicts, word: &str| {
            let missing = from.keys().filter(|path| !known.contains_key(*path));
            let lines = missing.map(|path| format!("{}: {word}", one_line(path)));
            lines.collect()
        };
        let mut comparison = Self {
            gone: missing(&old, &new, "gone"),
            new: missing(&new, &old, "new"),
            refused: after.run.header.refused.len(),
            ..Self::default()
        };
        for (path, to) in &new {
            let Some(from) = old.get(path) else {
                continue;
            };
            comparison.common += 1;
            if from != to {
                comparison.verdicts.push(change(path, from, to));
            }
        }
        let known = before.run.submissions.iter().enumerate();
        let known = known.map(|(index, submission)| (&submission.info.path, index));
        let known: BTreeMap<_, _> = known.collect();
        for (index, submission) in after.run.submissions.iter().enumerate() {
            let Some(&was) = known.get(&submission.info.path) else {
                continue;
            };
            let path = path_text(&submission.info.path);
            let old = before.run.submissions[was].award.as_ref();
            if let Some((old, new)) = old.zip(submission.award.as_ref())
                && old.to_string() != new.to_string()
            {
                let change = change(&path, &format!("{old} points"), &format!("{new} points"));
                comparison.points.push(change);
            }
            let judgements = before.run.judgement(was).zip(after.run.judgement(index));
            if let Some([from, to]) = judgements.and_then(|(was, is)| changed_time(was, is)) {
                comparison.slower += usize::from(to > from);
                let word = if to > from { "slower" } else { "faster" };
                let [from, to] = [from, to].map(time);
                comparison
                    .times
                    .push(change(&path, &from, &format!("{to}, {word}")));
            }
        }
        comparison
    }

    /// The comparison as text.
    pub fn to_text(&self) -> String {
        let Self {
            verdicts,
            points,
            times,
            slower,
            gone,
            new,
            common,
            refused,
        } = self;
        let mut text = String::new();
        for line in [verdicts, points, times, gone, new].into_iter().flatten() {
            text = text + line + "\n";
        }
        let points = match points.len() {
            0 => String::new(),
            others => format!(", {} with other points", count(others)),
        };
        let refused = match *refused {
            0 => String::new(),
            refused => format!(" · {} refused", count(refused)),
        };
        let faster = count(times.len() - slower);
        let (verdicts, slower) = (count(verdicts.len()), count(*slower));
        let (gone, new) = (count(gone.len()), count(new.len()));
        let common = counted(*common, "file");
        let _ = writeln!(
            text,
            "{common} in both: {verdicts} with another verdict{points}, {slower} slower, {faster} \
             faster · {gone} gone, {new} new{refused}"
        );
        text
    }
}

/// The line of a change.
fn change(path: &str, from: &str, to: &str) -> String {
    let [path, from, to] = [path, from, to].map(one_line);
    format!("{path}: {from} → {to}")
}

/// By path, the code of a file's verdict, or why it has none.
type Verdicts = BTreeMap<String, String>;

fn verdicts(report: &Report) -> Verdicts {
    let submissions = report.run.submissions.iter().enumerate();
    let judged = submissions.map(|(index, submission)| {
        let verdict = match (report.run.judgement(index), &submission.outcome) {
            (Some(judgement), _) => judgement.verdict.code(),
            (None, SubmissionOutcome::Skipped(_)) => "SKIP",
            (None, _) => "no verdict",
        };
        (path_text(&submission.info.path), verdict.to_owned())
    });
    let refused = report.run.header.refused.iter().map(|refused| {
        let reason = format!("refused: {}", refused.reason);
        (path_text(&refused.path), reason)
    });
    judged.chain(refused).collect()
}

/// The CPU time in each run of the cases with the same verdict in both; `None` if it hardly
/// changed.
fn changed_time(was: &Judgement, is: &Judgement) -> Option<[Duration; 2]> {
    let old = was.cases.iter().map(|case| (&case.id, case));
    let old: BTreeMap<_, &CaseResult> = old.collect();
    let mut times = [Duration::ZERO; 2];
    for case in &is.cases {
        let before = old.get(&case.id);
        if let Some(before) = before.filter(|before| before.verdict == case.verdict) {
            times[0] += before.usage.cpu;
            times[1] += case.usage.cpu;
        }
    }
    let [low, high] = [times[0].min(times[1]), times[0].max(times[1])];
    (high >= MIN_TIME && high > low.mul_f64(NOISE)).then_some(times)
}

#[cfg(test)]
mod tests;
