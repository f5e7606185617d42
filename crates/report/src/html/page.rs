//! The page: what the template `templates/report.html` shows.

use std::collections::BTreeMap;

use askama::Template;

use super::cases::Failures;
use super::plot::{self, Row};
use crate::failing::in_full;
use crate::terminal::{TerminalStyle, left_out, reason, skip_groups, summary_text};
use crate::units::time;
use crate::{Model, Standing, State, Submission};
use mousetrap_base::Bytes;
use mousetrap_judge::{CaseResult, Verdict};

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    version: &'static str,
    summary: String,
    model: &'a Model,
    skips: Vec<(&'a mousetrap_judge::Skip, usize)>,
    left_out: Option<String>,
    rows: Vec<Entry<'a>>,
    problems: Vec<ProblemPart>,
    limits: Vec<LimitRow>,
    failures: Failures,
}

/// A submission on the page.
struct Entry<'a> {
    index: usize,
    submission: &'a Submission,
    name: String,
    /// The class for its colour.
    standing: &'static str,
    verdict: &'static str,
    reason: String,
    failed: usize,
    first_failing: String,
    slowest: String,
    memory: String,
    /// What is known beyond the table, for a reader without scripts.
    more: String,
}

/// What the page says of one problem.
struct ProblemPart {
    id: &'static str,
    matrix: Vec<MatrixRow>,
    kills: Vec<KillRow>,
    /// Wrong solutions, the columns of the kill table.
    wrong: Vec<String>,
    times: Option<String>,
    memories: Option<String>,
}

struct MatrixRow {
    index: usize,
    name: String,
    cells: Vec<MatrixCell>,
}

/// A submission on a case.
struct MatrixCell {
    letter: char,
    class: &'static str,
    /// The case, where it can be looked at.
    failing: Option<String>,
}

/// How many cases of one family killed each wrong solution.
struct KillRow {
    family: String,
    cases: usize,
    kills: Vec<usize>,
}

/// Limits as they were in force for one language.
struct LimitRow {
    language: String,
    cpu: String,
    wall: String,
    memory: String,
    output: String,
}

/// The HTML page of a run.
pub(crate) fn html(model: &Model) -> String {
    let rows = model.submissions.iter().enumerate().map(entry).collect();
    let mut problems: Vec<&'static str> = Vec::new();
    for submission in &model.submissions {
        if !problems.contains(&submission.info.problem) {
            problems.push(submission.info.problem);
        }
    }
    let page = Page {
        version: env!("CARGO_PKG_VERSION"),
        summary: summary_text(model),
        model,
        skips: skip_groups(model),
        left_out: left_out(model),
        rows,
        problems: problems.into_iter().map(|id| part(model, id)).collect(),
        limits: limits(model),
        failures: Failures::new(model),
    };
    page.render().expect("writing to memory does not fail")
}

fn entry((index, submission): (usize, &Submission)) -> Entry<'_> {
    let standing = submission.standing();
    let code = submission.verdict().map_or("–", |verdict| verdict.code());
    Entry {
        index,
        submission,
        name: submission.short_name(),
        standing: match standing {
            Standing::AsExpected => "good",
            Standing::Unexpected | Standing::Failed => "bad",
            Standing::Skipped | Standing::NotJudged => "open",
        },
        verdict: match standing {
            Standing::Skipped => "SKIP",
            Standing::Failed => "error",
            _ => code,
        },
        reason: match &submission.state {
            State::Skipped(skip) => format!("{}; to judge: {}", skip.reason, skip.remedy),
            State::Failed(error) => error.clone(),
            _ => reason(submission),
        },
        failed: submission.judged() - submission.accepted(),
        first_failing: submission
            .first_failing()
            .map_or(String::new(), |case| case.id.to_string()),
        slowest: submission.peak().map_or(String::new(), |peak| {
            format!("{} / {}", time(peak.cpu), time(peak.cpu_limit))
        }),
        memory: submission
            .peak()
            .map_or(String::new(), |peak| peak.memory.to_string()),
        more: in_full(submission, TerminalStyle::PLAIN),
    }
}

fn part(model: &Model, id: &'static str) -> ProblemPart {
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
    let plot_of = |value: fn(&CaseResult) -> f64, limit: fn(&CaseResult) -> f64| -> Vec<Row> {
        run.iter()
            .map(|(_, submission)| Row {
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
        |case| case.measured.cpu.as_micros() as f64,
        |case| case.limits.cpu.as_micros() as f64,
    );
    let memories = plot_of(
        |case| case.measured.memory.0 as f64,
        |case| case.limits.memory.0 as f64,
    );
    let wrong: Vec<&Submission> = run
        .iter()
        .map(|(_, submission)| *submission)
        .filter(|submission| submission.info.expected == Verdict::WrongAnswer)
        .collect();
    ProblemPart {
        id,
        matrix: run
            .iter()
            .map(|(index, submission)| matrix_row(*index, submission, &places))
            .collect(),
        kills: kills(&cases, &wrong),
        wrong: wrong
            .iter()
            .map(|submission| submission.short_name())
            .collect(),
        times: plot::boxes(&times, &|micros| {
            time(std::time::Duration::from_micros(micros as u64))
        }),
        memories: plot::boxes(&memories, &|bytes| Bytes(bytes as u64).to_string()),
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

/// The limits in force, by language; a range where cases differ.
fn limits(model: &Model) -> Vec<LimitRow> {
    let mut by_language: BTreeMap<&str, Vec<&CaseResult>> = BTreeMap::new();
    for submission in &model.submissions {
        by_language
            .entry(&submission.info.language_name)
            .or_default()
            .extend(&submission.cases);
    }
    by_language
        .into_iter()
        .filter(|(_, cases)| !cases.is_empty())
        .map(|(language, cases)| LimitRow {
            language: language.to_owned(),
            cpu: range(&cases, |case| case.limits.cpu, |&value| time(value)),
            wall: range(&cases, |case| case.limits.wall, |&value| time(value)),
            memory: range(&cases, |case| case.limits.memory, Bytes::to_string),
            output: range(&cases, |case| case.limits.output, Bytes::to_string),
        })
        .collect()
}

fn range<T: Ord>(
    cases: &[&CaseResult],
    value: fn(&CaseResult) -> T,
    show: fn(&T) -> String,
) -> String {
    let values = || cases.iter().map(|case| value(case));
    match (values().min(), values().max()) {
        (Some(low), Some(high)) if low == high => show(&low),
        (Some(low), Some(high)) => format!("{} – {}", show(&low), show(&high)),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_page_needs_no_network() {
        let page = html(&sample::interrupted());
        for forbidden in ["src=", "@import", "url(", "<link", "https:"] {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
    }

    #[test]
    fn what_a_submission_wrote_cannot_become_markup() {
        let mut model = sample::interrupted();
        let evil = "</script><script>alert(1)</script>";
        for submission in &mut model.submissions {
            submission.info.path = format!("{evil}.py").into();
            for case in &mut submission.cases {
                case.stderr = evil.to_owned();
                case.detail = evil.to_owned();
                if let Some(failing) = &mut case.failing {
                    failing.reply = Some(evil.to_owned());
                }
            }
        }
        assert!(!html(&model).contains("<script>alert"));
    }

    #[test]
    fn every_submission_is_on_the_page() {
        let model = sample::interrupted();
        let page = html(&model);
        for submission in &model.submissions {
            assert!(page.contains(&submission.info.path.display().to_string()));
        }
        assert!(
            page.contains("the mouse wins"),
            "optimal play is worked out"
        );
    }

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
