//! What changed between two runs.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::time::Duration;

use crate::Report;
use crate::json::{JsonCase, JsonSubmission};
use crate::units::{count, counted, time};
use mousetrap_base::printable::one_line;
use mousetrap_model::points::Award;

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
            refused: after.refused.len(),
        };
        for (path, to) in &new {
            let Some(from) = old.get(path) else {
                continue;
            };
            comparison.common += 1;
            if from.differs(to) {
                comparison.verdicts.push(VerdictChange {
                    path: (*path).to_owned(),
                    from: from.to_string(),
                    to: to.to_string(),
                });
            }
        }
        let known: BTreeMap<&str, &JsonSubmission> = before
            .submissions
            .iter()
            .map(|each| (each.path.as_str(), each))
            .collect();
        for submission in &after.submissions {
            let was = known.get(submission.path.as_str());
            let points = was.and_then(|was| points_change(was, submission));
            comparison.points.extend(points);
            comparison
                .times
                .extend(was.and_then(|was| time_change(was, submission)));
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
        reason: &'a str,
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

fn outcomes(report: &Report) -> BTreeMap<&str, FileOutcome<'_>> {
    let judged = report.submissions.iter().map(|submission| {
        let outcome = FileOutcome::Judged {
            verdict: submission.verdict.as_deref().unwrap_or("no verdict"),
            first_failing: submission.first_failing.as_deref(),
        };
        (submission.path.as_str(), outcome)
    });
    let refused = report.refused.iter().map(|refused| {
        let reason = refused.reason.as_str();
        (refused.path.as_str(), FileOutcome::Refused { reason })
    });
    judged.chain(refused).collect()
}

fn missing(
    from: &BTreeMap<&str, FileOutcome<'_>>,
    known: &BTreeMap<&str, FileOutcome<'_>>,
) -> Vec<String> {
    let gone = from.keys().filter(|path| !known.contains_key(*path));
    gone.map(|path| (*path).to_owned()).collect()
}

/// The points then and now, if both runs give points and they differ.
fn points_change(was: &JsonSubmission, is: &JsonSubmission) -> Option<VerdictChange> {
    let (from, to) = (was.award.as_ref()?, is.award.as_ref()?);
    let points = |award: &Award| format!("{award} points");
    (points(from) != points(to)).then(|| VerdictChange {
        path: is.path.clone(),
        from: points(from),
        to: points(to),
    })
}

/// Whether the times on common cases differ by more than their spread explains:
/// the notch around the median of the logarithms of the ratios, half of it
/// 1.57 · interquartile range / √cases (`McGill`, Tukey and Larsen 1978), does
/// not hold 0.
fn time_change(was: &JsonSubmission, is: &JsonSubmission) -> Option<TimeChange> {
    let old: BTreeMap<&str, &JsonCase> = was
        .cases
        .iter()
        .map(|case| (case.id.as_str(), case))
        .collect();
    let pairs: Vec<(u64, u64)> = is
        .cases
        .iter()
        .filter_map(|case| {
            let before = old.get(case.id.as_str())?;
            let same = before.verdict == case.verdict;
            same.then_some((before.used.cpu_us, case.used.cpu_us))
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
    let sum = |times: &mut dyn Iterator<Item = u64>| Duration::from_micros(times.sum());
    Some(TimeChange {
        path: is.path.clone(),
        ratio: median.exp(),
        cases: pairs.len(),
        total: (
            sum(&mut pairs.iter().map(|pair| pair.0)),
            sum(&mut pairs.iter().map(|pair| pair.1)),
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// A run of one submission on forty cases, whose times are scaled.
    fn run(scale: impl Fn(u64) -> f64) -> Report {
        let mut report = Report::new(&sample::all_accepted());
        let case = report.submissions[0].cases[0].clone();
        report.submissions[0].cases = (0..40)
            .map(|n| {
                let mut case = case.clone();
                case.id = format!("hidden/walls-{n:03}");
                case.used.cpu_us = ((1_000 + 100 * n) as f64 * scale(n)) as u64;
                case
            })
            .collect();
        report
    }

    #[test]
    fn nothing_changes_between_a_run_and_itself() {
        let report = Report::new(&sample::interrupted());
        let comparison = Comparison::new(&report, &report);
        assert_eq!(
            comparison.to_text(),
            "11 files in both: 0 with another verdict, 0 slower, 0 faster · 0 gone, 0 new · 2 refused\n"
        );
    }

    #[test]
    fn redacted_report_has_the_same_verdicts_as_the_full_one() {
        let model = sample::interrupted();
        let reports = [&model, &model.redacted()].map(Report::new);
        let fails = |report: &Report| {
            let mut submissions = report.submissions.iter();
            submissions.any(|submission| submission.first_failing.is_some())
        };
        assert_eq!(reports.each_ref().map(fails), [true, false]);
        for [before, after] in [[0, 1], [1, 0]] {
            let comparison = Comparison::new(&reports[before], &reports[after]);
            assert_eq!(comparison.verdicts, []);
        }
        let mut other = reports[0].clone();
        let mut submissions = other.submissions.iter_mut();
        let failing = submissions.find_map(|submission| submission.first_failing.as_mut());
        *failing.unwrap() += "-other";
        assert_eq!(Comparison::new(&reports[0], &other).verdicts.len(), 1);
    }

    #[test]
    fn noise_is_no_change() {
        let noisy = run(|n| if n % 2 == 0 { 1.3 } else { 0.75 });
        assert_eq!(Comparison::new(&run(|_| 1.0), &noisy).times, []);
    }

    #[test]
    fn what_is_slower_everywhere_is_reported() {
        let slower = run(|n| if n % 2 == 0 { 1.45 } else { 1.55 });
        let comparison = Comparison::new(&run(|_| 1.0), &slower);
        assert_eq!(comparison.times.len(), 1);
        assert!((1.4..1.6).contains(&comparison.times[0].ratio));
        assert!(comparison.to_text().contains("slower (median of 40 cases"));
        let back = Comparison::new(&slower, &run(|_| 1.0));
        assert!(back.to_text().contains("faster"));
    }

    #[test]
    fn points_that_changed_are_reported() {
        let before = Report::new(&sample::with_points(sample::events(false)));
        let mut after = before.clone();
        let award = after.submissions[1].award.as_mut().unwrap();
        award.points = award.available;
        let text = Comparison::new(&before, &after).to_text();
        let path = &after.submissions[1].path;
        let line = format!("{path}: 26.66/40 points → 40/40 points\n");
        assert!(text.starts_with(&line), "{text}");
        let counts = "0 with another verdict, 1 with other points, 0 slower";
        assert!(text.contains(counts), "{text}");
    }

    #[test]
    fn verdicts_and_submissions_that_come_and_go_are_reported() {
        let before = Report::new(&sample::interrupted());
        let mut after = before.clone();
        after.submissions[0].verdict = Some("WA".to_owned());
        after.submissions[0].first_failing = Some("hidden/walls-003".to_owned());
        after.submissions.remove(1);
        let text = Comparison::new(&before, &after).to_text();
        assert_eq!(
            text,
            "solutions/1728/accepted/topological_sort.cpp: AC → WA on hidden/walls-003\n\
             solutions/913/wrong_answer/horizon_2n.go: gone\n\
             10 files in both: 1 with another verdict, 0 slower, 0 faster · 1 gone, 0 new · 2 refused\n"
        );
    }
}
