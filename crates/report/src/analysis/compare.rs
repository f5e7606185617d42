//! What changed between two runs.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::time::Duration;

use crate::Report;
use crate::text::units::{count, counted, time};
use mousetrap_model::points::Award;
use mousetrap_model::{
    CaseId, CaseResult, Judgement, Message, SubmissionOutcome, Verdict, path_text,
};
use mousetrap_util::printable::one_line;

/// CPU times below this say more about the clock than about a submission.
const LEAST_US: u64 = 200;

/// Changes of time below this share are not worth a line.
const LEAST_CHANGE: f64 = 0.05;

/// The fewest cases that a change of time is computed from.
const LEAST_CASES: usize = 5;

/// What changed between two runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Submissions of both runs whose verdict, or first failing case, differs,
    /// those included that one of them refused.
    pub verdicts: Vec<VerdictChange>,
    /// Submissions of both runs with other points.
    pub points: Vec<VerdictChange>,
    /// Submissions that became slower or faster beyond noise.
    pub times: Vec<TimeChange>,
    /// Submissions of the first run alone.
    pub gone: Vec<String>,
    /// Submissions of the second run alone.
    pub new: Vec<String>,
    /// Files of both runs, judged or refused.
    pub common: usize,
    /// Files that the second run refused.
    pub refused: usize,
}

/// A verdict that changed, or the points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictChange {
    /// The submission.
    pub path: String,
    /// What it was and is, with the first failing case.
    pub from: String,
    /// What it is now.
    pub to: String,
}

/// A time that changed.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeChange {
    /// The submission.
    pub path: String,
    /// Median over the cases of new time to old; above 1 is slower.
    pub ratio: f64,
    /// Cases that it is computed from.
    pub cases: usize,
    /// CPU time of these cases together, then and now.
    pub total: (Duration, Duration),
}

impl Comparison {
    /// Compares two runs, submissions by path and cases by name.
    pub fn new(before: &Report, after: &Report) -> Self {
        let (old, new) = (outcomes(before), outcomes(after));
        let mut comparison = Self {
            verdicts: Vec::new(),
            points: Vec::new(),
            times: Vec::new(),
            gone: missing(&old, &new),
            new: missing(&new, &old),
            common: 0,
            refused: after.run.header.refused.len(),
        };
        for (path, to) in &new {
            let Some(from) = old.get(path) else {
                continue;
            };
            comparison.common += 1;
            if from.differs(to) {
                comparison.verdicts.push(VerdictChange {
                    path: path.clone(),
                    from: from.to_string(),
                    to: to.to_string(),
                });
            }
        }
        let known: BTreeMap<String, usize> = before
            .run
            .submissions
            .iter()
            .enumerate()
            .map(|(index, submission)| (path_text(&submission.info.path), index))
            .collect();
        for (index, submission) in after.run.submissions.iter().enumerate() {
            let path = path_text(&submission.info.path);
            let Some(&was) = known.get(&path) else {
                continue;
            };
            let old = before.run.submissions[was].award.as_ref();
            let points = points_change(&path, old, submission.award.as_ref());
            comparison.points.extend(points);
            let judgements = before.run.judgement(was).zip(after.run.judgement(index));
            comparison
                .times
                .extend(judgements.and_then(|(was, is)| time_change(&path, was, is)));
        }
        comparison
    }

    /// The comparison in words.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for change in self.verdicts.iter().chain(&self.points) {
            let VerdictChange { path, from, to } = change;
            let [path, from, to] = [path, from, to].map(|part| one_line(part));
            let _ = writeln!(text, "{path}: {from} → {to}");
        }
        for change in &self.times {
            let (times, word) = if change.ratio > 1.0 {
                (change.ratio, "slower")
            } else {
                (1.0 / change.ratio, "faster")
            };
            let (from, to) = change.total;
            let _ = writeln!(
                text,
                "{}: {times:.2}× {word} (median of {}; {} → {} in all)",
                one_line(&change.path),
                counted(change.cases, "case"),
                time(from),
                time(to),
            );
        }
        for (paths, word) in [(&self.gone, "gone"), (&self.new, "new")] {
            for path in paths {
                let _ = writeln!(text, "{}: {word}", one_line(path));
            }
        }
        let slower = self
            .times
            .iter()
            .filter(|change| change.ratio > 1.0)
            .count();
        let _ = writeln!(
            text,
            "{} in both: {} with another verdict{}, {} slower, {} faster · {} gone, {} new{}",
            counted(self.common, "file"),
            count(self.verdicts.len()),
            match self.points.len() {
                0 => String::new(),
                others => format!(", {} with other points", count(others)),
            },
            count(slower),
            count(self.times.len() - slower),
            count(self.gone.len()),
            count(self.new.len()),
            match self.refused {
                0 => String::new(),
                refused => format!(" · {} refused", count(refused)),
            },
        );
        text
    }
}

/// The outcome of a file in a report.
#[derive(PartialEq, Eq)]
enum FileOutcome<'a> {
    Refused {
        reason: &'a Message,
    },
    Judged {
        verdict: &'a str,
        /// `None` also if the report is redacted.
        first_failing: Option<&'a str>,
    },
}

impl FileOutcome<'_> {
    /// Returns whether the outcomes differ in what both reports know.
    fn differs(&self, other: &Self) -> bool {
        use FileOutcome::Judged;
        match (self, other) {
            (
                Judged {
                    verdict: from,
                    first_failing: from_case,
                },
                Judged {
                    verdict: to,
                    first_failing: to_case,
                },
            ) => from != to || from_case.zip(*to_case).is_some_and(|(from, to)| from != to),
            _ => self != other,
        }
    }
}

impl fmt::Display for FileOutcome<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { reason } => write!(f, "refused: {reason}"),
            Self::Judged {
                verdict,
                first_failing: Some(case),
            } => write!(f, "{verdict} on {case}"),
            Self::Judged { verdict, .. } => f.write_str(verdict),
        }
    }
}

fn outcomes(report: &Report) -> BTreeMap<String, FileOutcome<'_>> {
    let submissions = report.run.submissions.iter().enumerate();
    let judged = submissions.map(|(index, submission)| {
        let judgement = report.run.judgement(index);
        let skipped = matches!(submission.outcome, SubmissionOutcome::Skipped(_));
        let none = if skipped { "SKIP" } else { "no verdict" };
        let outcome = FileOutcome::Judged {
            verdict: judgement.map_or(none, |judgement| judgement.verdict.code()),
            first_failing: judgement.and_then(first_failing),
        };
        (path_text(&submission.info.path), outcome)
    });
    let refused = report.run.header.refused.iter().map(|refused| {
        let reason = &refused.reason;
        (path_text(&refused.path), FileOutcome::Refused { reason })
    });
    judged.chain(refused).collect()
}

fn first_failing(judgement: &Judgement) -> Option<&str> {
    let failed = |case: &&CaseResult| case.verdict != Verdict::Accepted;
    let case = judgement.cases.iter().find(failed)?;
    Some(&case.id.0)
}

fn missing(
    from: &BTreeMap<String, FileOutcome<'_>>,
    known: &BTreeMap<String, FileOutcome<'_>>,
) -> Vec<String> {
    let gone = from.keys().filter(|path| !known.contains_key(*path));
    gone.cloned().collect()
}

/// The points then and now, if both runs give points and they differ.
fn points_change(path: &str, was: Option<&Award>, is: Option<&Award>) -> Option<VerdictChange> {
    let points = |award: &Award| format!("{award} points");
    let (from, to) = (points(was?), points(is?));
    (from != to).then(|| VerdictChange {
        path: path.to_owned(),
        from,
        to,
    })
}

/// Whether the times on common cases differ by more than their spread explains:
/// the notch around the median of the logarithms of the ratios, half of it
/// 1.57 · interquartile range / √cases (`McGill`, Tukey and Larsen 1978), does
/// not hold 0.
fn time_change(path: &str, was: &Judgement, is: &Judgement) -> Option<TimeChange> {
    let old: BTreeMap<&CaseId, &CaseResult> =
        was.cases.iter().map(|case| (&case.id, case)).collect();
    let pairs: Vec<(u64, u64)> = is
        .cases
        .iter()
        .filter_map(|case| {
            let before = old.get(&case.id)?;
            let micros = |case: &CaseResult| case.usage.cpu.as_micros() as u64;
            let same = before.verdict == case.verdict;
            same.then(|| (micros(before), micros(case)))
        })
        .filter(|&(before, after)| before.max(after) >= LEAST_US)
        .collect();
    if pairs.len() < LEAST_CASES {
        return None;
    }
    let mut ratios: Vec<f64> = pairs
        .iter()
        .map(|&(before, after)| (after.max(1) as f64 / before.max(1) as f64).ln())
        .collect();
    ratios.sort_by(f64::total_cmp);
    let quantile = |share: f64| ratios[((ratios.len() - 1) as f64 * share).round() as usize];
    let middle = ratios.len() / 2;
    let median = f64::midpoint(ratios[middle], ratios[(ratios.len() - 1) / 2]);
    let notch = 1.57 * (quantile(0.75) - quantile(0.25)) / (ratios.len() as f64).sqrt();
    if median.abs() <= notch || median.abs() < LEAST_CHANGE.ln_1p() {
        return None;
    }
    let sum = |times: &mut dyn Iterator<Item = u64>| {
        Duration::from_micros(times.fold(0, u64::saturating_add))
    };
    Some(TimeChange {
        path: path.to_owned(),
        ratio: median.exp(),
        cases: pairs.len(),
        total: (
            sum(&mut pairs.iter().map(|pair| pair.0)),
            sum(&mut pairs.iter().map(|pair| pair.1)),
        ),
    })
}

#[cfg(test)]
mod tests;
