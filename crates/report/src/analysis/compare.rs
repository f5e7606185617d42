//! The differences between two runs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use crate::Report;
use crate::text::units::{count, counted, time};
use mousetrap_model::{CaseResult, Judgement, SubmissionOutcome, Verdict, path_text};
use mousetrap_util::printable::one_line;

/// CPU times below this measure the clock rather than a submission.
const MIN_TIME: Duration = Duration::from_micros(200);

/// Changes of time below this share are not reported.
const MIN_CHANGE: f64 = 0.05;

/// Minimum number of cases that a change of time is computed from.
const MIN_CASES: usize = 5;

/// The differences between two runs, a line each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Files of both runs whose verdict, or first failing case, differs, or that only one
    /// of the runs refused.
    pub verdicts: Vec<String>,
    /// Submissions of both runs with other points.
    points: Vec<String>,
    /// Submissions that became slower or faster beyond noise.
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
        let (old, new) = (outcomes(before), outcomes(after));
        let missing = |from: &Outcomes<'_>, known: &Outcomes<'_>, word: &str| {
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
            if from.differs(to) {
                let change = change(path, &from.text(), &to.text());
                comparison.verdicts.push(change);
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
            if let Some(change) = judgements.and_then(|(was, is)| TimeChange::new(was, is)) {
                comparison.slower += usize::from(change.ratio > 1.0);
                comparison.times.push(change.line(&path));
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

/// The outcomes of the files in a report, by path.
type Outcomes<'a> = BTreeMap<String, FileOutcome<'a>>;

/// The outcome of a file in a report.
struct FileOutcome<'a> {
    /// The code of its verdict, or why it was refused.
    verdict: String,
    /// The first failing case; `None` also if the report is redacted.
    case: Option<&'a str>,
}

impl FileOutcome<'_> {
    /// Returns whether the outcomes differ in what both reports know.
    fn differs(&self, other: &Self) -> bool {
        let cases = self.case.zip(other.case);
        self.verdict != other.verdict || cases.is_some_and(|(from, to)| from != to)
    }

    fn text(&self) -> String {
        match self.case {
            Some(case) => format!("{} on {case}", self.verdict),
            None => self.verdict.clone(),
        }
    }
}

fn outcomes(report: &Report) -> Outcomes<'_> {
    let submissions = report.run.submissions.iter().enumerate();
    let judged = submissions.map(|(index, submission)| {
        let judgement = report.run.judgement(index);
        let verdict = match (judgement, &submission.outcome) {
            (Some(judgement), _) => judgement.verdict.code(),
            (None, SubmissionOutcome::Skipped(_)) => "SKIP",
            (None, _) => "no verdict",
        };
        let outcome = FileOutcome {
            verdict: verdict.to_owned(),
            case: judgement.and_then(first_failing),
        };
        (path_text(&submission.info.path), outcome)
    });
    let refused = report.run.header.refused.iter().map(|refused| {
        let outcome = FileOutcome {
            verdict: format!("refused: {}", refused.reason),
            case: None,
        };
        (path_text(&refused.path), outcome)
    });
    judged.chain(refused).collect()
}

fn first_failing(judgement: &Judgement) -> Option<&str> {
    let failed = |case: &&CaseResult| case.verdict != Verdict::Accepted;
    let case = judgement.cases.iter().find(failed)?;
    Some(&case.id.0)
}

/// A time that changed.
struct TimeChange {
    /// Median over the cases of new time to old; above 1 is slower.
    ratio: f64,
    /// The CPU time of each case that the ratio is computed from, in each run.
    times: Vec<[Duration; 2]>,
}

impl TimeChange {
    /// The change of time, if the times on common cases differ by more than their spread
    /// explains: the notch around the median of the logarithms of the ratios, half of it
    /// 1.57 · interquartile range / √cases (`McGill`, Tukey and Larsen 1978), does not
    /// hold 0.
    fn new(was: &Judgement, is: &Judgement) -> Option<Self> {
        let old = was.cases.iter().map(|case| (&case.id, case));
        let old: BTreeMap<_, &CaseResult> = old.collect();
        let times = is.cases.iter().filter_map(|case| {
            let before = old.get(&case.id)?;
            let times = [before.usage.cpu, case.usage.cpu];
            let is_measured = times.iter().any(|time| *time >= MIN_TIME);
            (is_measured && before.verdict == case.verdict).then_some(times)
        });
        let times: Vec<[Duration; 2]> = times.collect();
        if times.len() < MIN_CASES {
            return None;
        }
        let ratios = times.iter().map(|times| {
            let [before, after] = times.map(|time| time.as_micros().max(1) as f64);
            (after / before).ln()
        });
        let mut ratios: Vec<f64> = ratios.collect();
        ratios.sort_by(f64::total_cmp);
        let quantile = |share: f64| ratios[((ratios.len() - 1) as f64 * share).round() as usize];
        let middle = ratios.len() / 2;
        let median = f64::midpoint(ratios[middle], ratios[(ratios.len() - 1) / 2]);
        let notch = 1.57 * (quantile(0.75) - quantile(0.25)) / (ratios.len() as f64).sqrt();
        let is_change = median.abs() > notch && median.abs() >= MIN_CHANGE.ln_1p();
        is_change.then(|| Self {
            ratio: median.exp(),
            times,
        })
    }

    fn line(&self, path: &str) -> String {
        let (times, word) = if self.ratio > 1.0 {
            (self.ratio, "slower")
        } else {
            (1.0 / self.ratio, "faster")
        };
        let total = |run: usize| {
            let times = self.times.iter().map(|times| times[run]);
            time(times.fold(Duration::ZERO, Duration::saturating_add))
        };
        format!(
            "{}: {times:.2}× {word} (median of {}; {} → {} in all)",
            one_line(path),
            counted(self.times.len(), "case"),
            total(0),
            total(1)
        )
    }
}

#[cfg(test)]
mod tests;
