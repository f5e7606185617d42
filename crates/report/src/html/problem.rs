//! What the page shows of one problem: the verdict on each case, time and memory, and which
//! cases kill the wrong solutions.

use std::collections::BTreeMap;
use std::time::Duration;

use super::plot::{self, Distribution};
use crate::text::units::time;
use crate::{Model, Submission};
use mousetrap_model::{CaseResult, Verdict};
use mousetrap_util::Bytes;

/// What the page shows of one problem.
pub(super) struct ProblemPart {
    pub(super) id: String,
    pub(super) matrix: Vec<MatrixRow>,
    pub(super) kills: Vec<KillRow>,
    /// Wrong solutions, the columns of the kill table.
    pub(super) wrong: Vec<String>,
    pub(super) times: Option<String>,
    pub(super) memories: Option<String>,
}

/// A submission, by index, on all cases.
pub(super) struct MatrixRow {
    pub(super) index: usize,
    pub(super) cells: Vec<MatrixCell>,
}

/// A submission on a case.
#[derive(Clone)]
pub(super) struct MatrixCell {
    pub(super) letter: char,
    pub(super) class: &'static str,
    /// The case, if the page can show it.
    pub(super) failing: Option<String>,
}

/// The number of cases of one family that killed each wrong solution.
pub(super) struct KillRow {
    pub(super) family: String,
    pub(super) cases: usize,
    pub(super) kills: Vec<usize>,
}

impl ProblemPart {
    pub(super) fn new(model: &Model, id: &str) -> Self {
        let mut judged: Vec<(usize, &Submission)> = model.submissions.iter().enumerate().collect();
        judged.retain(|(_, one)| one.info.problem == id && !one.cases.is_empty());
        // In the order in which they were run by the first submission that has them.
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut cases: Vec<&str> = Vec::new();
        for case in judged.iter().flat_map(|(_, submission)| &submission.cases) {
            places.entry(&case.id.0).or_insert_with(|| {
                cases.push(&case.id.0);
                cases.len() - 1
            });
        }
        let plot = |value: fn(&CaseResult) -> f64, limit: fn(&CaseResult) -> f64| {
            let rows = judged.iter().map(|(_, submission)| {
                let cases = || submission.cases.iter();
                let language = &submission.info.language_name;
                Distribution {
                    label: format!("{language} {}", submission.short_name()),
                    values: cases().map(|case| value(case).max(1.0)).collect(),
                    limit: cases().map(limit).fold(1.0, f64::max),
                }
            });
            rows.collect::<Vec<_>>()
        };
        let times = plot(
            |case| case.usage.cpu.as_micros() as f64,
            |case| case.limits.cpu.as_micros() as f64,
        );
        let memories = plot(
            |case| case.usage.memory.0 as f64,
            |case| case.limits.memory.0 as f64,
        );
        let is_wrong = |one: &&Submission| one.info.expected == Some(Verdict::WrongAnswer);
        let wrong = judged.iter().map(|(_, submission)| *submission);
        let wrong: Vec<&Submission> = wrong.filter(is_wrong).collect();
        Self {
            id: id.to_owned(),
            matrix: judged
                .iter()
                .map(|&(index, submission)| MatrixRow {
                    index,
                    cells: cells(submission, &places),
                })
                .collect(),
            kills: kills(&cases, &wrong),
            wrong: wrong.iter().map(|one| one.short_name()).collect(),
            times: plot::boxes(&times, 10.0, &|micros| {
                time(Duration::from_micros(micros as u64))
            }),
            memories: plot::boxes(&memories, 2.0, &|bytes| {
                Bytes(bytes.round() as u64).to_string()
            }),
        }
    }
}

/// The cells of a submission, one for each case of the problem.
fn cells(submission: &Submission, places: &BTreeMap<&str, usize>) -> Vec<MatrixCell> {
    let not_run = MatrixCell {
        letter: ' ',
        class: "n",
        failing: None,
    };
    let mut cells = vec![not_run; places.len()];
    for case in &submission.cases {
        let (letter, class) = match case.verdict {
            Verdict::Accepted => ('·', "a"),
            Verdict::WrongAnswer => ('W', "w"),
            Verdict::TimeLimitExceeded => ('T', "t"),
            Verdict::MemoryLimitExceeded => ('M', "t"),
            Verdict::OutputLimitExceeded => ('O', "t"),
            Verdict::RunTimeError | Verdict::CompileError => ('R', "r"),
            Verdict::SecurityViolation => ('S', "r"),
        };
        cells[places[case.id.0.as_str()]] = MatrixCell {
            letter,
            class,
            failing: case.failing.as_ref().map(|_| case.id.to_string()),
        };
    }
    cells
}

/// The name of a case without its number: `hidden/walls-017` is of
/// `hidden/walls`.
fn family(case: &str) -> &str {
    case.trim_end_matches(|c: char| c.is_ascii_digit())
        .trim_end_matches(['-', '_'])
}

/// The families in the order of their first cases; empty without a wrong solution.
fn kills(cases: &[&str], wrong: &[&Submission]) -> Vec<KillRow> {
    let mut rows: Vec<KillRow> = Vec::new();
    if wrong.is_empty() {
        return rows;
    }
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases {
        let place = *places.entry(family(case)).or_insert_with(|| {
            rows.push(KillRow {
                family: family(case).to_owned(),
                cases: 0,
                kills: vec![0; wrong.len()],
            });
            rows.len() - 1
        });
        rows[place].cases += 1;
    }
    for (column, submission) in wrong.iter().enumerate() {
        for case in submission.failing() {
            rows[places[family(&case.id.0)]].kills[column] += 1;
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_belongs_to_the_family_before_its_number() {
        for (case, expected) in [
            ("hidden/walls-017", "hidden/walls"),
            ("samples/1", "samples/"),
            ("extreme/long", "extreme/long"),
        ] {
            assert_eq!(family(case), expected);
        }
    }
}
