//! What the page says of one problem: who failed which case, what time and
//! memory were used, and which cases kill the wrong solutions.

use std::collections::BTreeMap;

use super::plot::{self, Distribution};
use crate::text::units::time;
use crate::{Model, Submission};
use mousetrap_model::CaseResult;
use mousetrap_model::Verdict;
use mousetrap_util::Bytes;

/// What the page says of one problem.
pub(super) struct ProblemPart {
    pub(super) id: String,
    pub(super) matrix: Vec<MatrixRow>,
    pub(super) kills: Vec<KillRow>,
    /// Wrong solutions, the columns of the kill table.
    pub(super) wrong: Vec<String>,
    pub(super) times: Option<String>,
    pub(super) memories: Option<String>,
}

pub(super) struct MatrixRow {
    pub(super) index: usize,
    pub(super) name: String,
    pub(super) cells: Vec<MatrixCell>,
}

/// A submission on a case.
pub(super) struct MatrixCell {
    pub(super) letter: char,
    pub(super) class: &'static str,
    /// The case, where it can be looked at.
    pub(super) failing: Option<String>,
}

/// How many cases of one family killed each wrong solution.
pub(super) struct KillRow {
    pub(super) family: String,
    pub(super) cases: usize,
    pub(super) kills: Vec<usize>,
}

/// The part of the page on this problem.
pub(super) fn part(model: &Model, id: &str) -> ProblemPart {
    let run: Vec<(usize, &Submission)> = model
        .submissions
        .iter()
        .enumerate()
        .filter(|(_, submission)| submission.info.problem == id && !submission.cases.is_empty())
        .collect();
    // In the order in which they were run, by whoever ran them first.
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut cases: Vec<&str> = Vec::new();
    for case in run.iter().flat_map(|(_, submission)| &submission.cases) {
        places.entry(&case.id.0).or_insert_with(|| {
            cases.push(&case.id.0);
            cases.len() - 1
        });
    }
    let plot_of =
        |value: fn(&CaseResult) -> f64, limit: fn(&CaseResult) -> f64| -> Vec<Distribution> {
            run.iter()
                .map(|(_, submission)| Distribution {
                    label: format!(
                        "{} {}",
                        submission.info.language_name,
                        submission.short_name()
                    ),
                    values: submission
                        .cases
                        .iter()
                        .map(|case| value(case).max(1.0))
                        .collect(),
                    limit: submission.cases.iter().map(limit).fold(1.0, f64::max),
                })
                .collect()
        };
    let times = plot_of(
        |case| case.usage.cpu.as_micros() as f64,
        |case| case.limits.cpu.as_micros() as f64,
    );
    let memories = plot_of(
        |case| case.usage.memory.0 as f64,
        |case| case.limits.memory.0 as f64,
    );
    let wrong: Vec<&Submission> = run
        .iter()
        .map(|(_, submission)| *submission)
        .filter(|submission| submission.info.expected == Some(Verdict::WrongAnswer))
        .collect();
    ProblemPart {
        id: id.to_owned(),
        matrix: run
            .iter()
            .map(|(index, submission)| matrix_row(*index, submission, &places))
            .collect(),
        kills: kills(&cases, &wrong),
        wrong: wrong
            .iter()
            .map(|submission| submission.short_name())
            .collect(),
        times: plot::boxes(&times, 10.0, &|micros| {
            time(std::time::Duration::from_micros(micros as u64))
        }),
        memories: plot::boxes(&memories, 2.0, &|bytes| {
            Bytes(bytes.round() as u64).to_string()
        }),
    }
}

fn matrix_row(index: usize, submission: &Submission, places: &BTreeMap<&str, usize>) -> MatrixRow {
    let mut cells: Vec<MatrixCell> = (0..places.len())
        .map(|_| MatrixCell {
            letter: ' ',
            class: "n",
            failing: None,
        })
        .collect();
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
    MatrixRow {
        index,
        name: submission.short_name(),
        cells,
    }
}

/// The name of a case without its number: `hidden/walls-017` is of
/// `hidden/walls`.
fn family(case: &str) -> &str {
    case.trim_end_matches(|c: char| c.is_ascii_digit())
        .trim_end_matches(['-', '_'])
}

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
