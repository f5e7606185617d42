//! The section of one problem on the page: the verdict on each case, time and memory.

use std::collections::BTreeMap;
use std::time::Duration;

use super::plot::{self, Distribution};
use crate::text::units::time;
use crate::{Model, Submission};
use mousetrap_model::{CaseResult, Verdict};
use mousetrap_util::Bytes;

/// The section of one problem on the page.
pub(super) struct ProblemPart {
    pub(super) id: String,
    /// The cells of each submission, with its index.
    pub(super) matrix: Vec<(usize, Vec<MatrixCell>)>,
    pub(super) times: Option<String>,
    pub(super) memories: Option<String>,
}

/// A submission on a case.
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
        // In the order in which they were run by the first submission that has them.
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for case in judged.iter().flat_map(|(_, submission)| &submission.cases) {
            let next = places.len();
            places.entry(&case.id.0).or_insert(next);
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
        let micros = |micros: f64| time(Duration::from_micros(micros as u64));
        let bytes = |bytes: f64| Bytes(bytes.round() as u64).to_string();
        let rows = judged.iter();
        Self {
            id: id.to_owned(),
            matrix: rows
                .map(|(index, one)| (*index, cells(one, &places)))
                .collect(),
            times: plot::boxes(&times, 10.0, &micros),
            memories: plot::boxes(&memories, 2.0, &bytes),
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
