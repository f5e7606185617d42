//! The section of one problem on the page: the verdict on each case, and CPU times.

use std::collections::BTreeMap;
use std::time::Duration;

use super::plot::{self, Distribution};
use crate::{Model, Submission};
use mousetrap_model::Verdict;

/// The section of one problem on the page.
pub(super) struct ProblemPart {
    pub(super) id: String,
    /// The cells of each submission, with its index.
    pub(super) matrix: Vec<(usize, Vec<MatrixCell>)>,
    pub(super) times: Option<String>,
}

/// The verdict of a submission on a case.
#[derive(Clone)]
pub(super) struct MatrixCell {
    pub(super) letter: char,
    pub(super) class: &'static str,
    /// The case, if the page can show it.
    pub(super) failing: Option<String>,
}

impl ProblemPart {
    pub(super) fn new(model: &Model, id: &str) -> Self {
        let mut judged: Vec<(usize, &Submission)> = model.submissions.iter().enumerate().collect();
        judged.retain(|(_, one)| one.info.problem == id && !one.cases.is_empty());
        // A column per case, in the order of the first submission that was run on it.
        let mut columns: BTreeMap<&str, usize> = BTreeMap::new();
        for case in judged.iter().flat_map(|(_, submission)| &submission.cases) {
            let next = columns.len();
            columns.entry(&case.id.0).or_insert(next);
        }
        let times: Vec<Distribution> = (judged.iter())
            .map(|(_, submission)| {
                let micros = |time: Duration| (time.as_micros() as f64).max(1.0);
                let cases = || submission.cases.iter();
                let language = &submission.info.language_name;
                Distribution {
                    label: format!("{language} {}", submission.short_name()),
                    values: cases().map(|case| micros(case.usage.cpu)).collect(),
                    limit: cases()
                        .map(|case| micros(case.limits.cpu))
                        .fold(1.0, f64::max),
                }
            })
            .collect();
        let rows = judged.iter();
        Self {
            id: id.to_owned(),
            matrix: rows
                .map(|(index, one)| (*index, cells(one, &columns)))
                .collect(),
            times: plot::boxes(&times),
        }
    }
}

/// Returns the cells of a submission, one for each case of the problem.
fn cells(submission: &Submission, columns: &BTreeMap<&str, usize>) -> Vec<MatrixCell> {
    let not_run = MatrixCell {
        letter: ' ',
        class: "n",
        failing: None,
    };
    let mut cells = vec![not_run; columns.len()];
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
        cells[columns[case.id.0.as_str()]] = MatrixCell {
            letter,
            class,
            failing: case.failing.as_ref().map(|_| case.id.to_string()),
        };
    }
    cells
}
