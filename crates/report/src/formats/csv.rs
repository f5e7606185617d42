//! Comma-separated values: a row per file, submission or refused.

use std::borrow::Cow;
use std::path::Path;

use csv::Writer;

use crate::text::sentences::score;
use crate::{Model, Submission};
use mousetrap_model::{CaseResult, SubmissionOutcome};

const HEADER: [&str; 17] = [
    "path",
    "problem",
    "language",
    "expected",
    "status",
    "verdict",
    "score",
    "points",
    "max_points",
    "cases",
    "judged",
    "accepted",
    "first_failing",
    "slowest_cpu_us",
    "memory_bytes",
    "reason",
    "same_as",
];

/// The run as comma-separated values with a header. A field without a value is empty.
pub(crate) fn csv(model: &Model) -> String {
    let submissions = model.submissions.iter();
    let refused = model.header.refused.iter();
    let rows = submissions.map(|submission| row(model, submission));
    let rows = rows.chain(refused.map(|file| {
        HEADER.map(|column| match column {
            "path" => file.path.display().to_string(),
            "status" => "refused".to_owned(),
            "reason" => file.reason.to_string(),
            _ => String::new(),
        })
    }));
    table(&HEADER, rows)
}

fn row(model: &Model, submission: &Submission) -> [String; HEADER.len()] {
    let info = &submission.info;
    let (status, reason) = match &submission.outcome {
        SubmissionOutcome::Skipped(skip) => ("skipped", skip.reason.to_string()),
        SubmissionOutcome::Failed(error) => ("failed", error.to_string()),
        SubmissionOutcome::Judged(judgement) => {
            let failing = submission.first_failing();
            let reason = failing.map(CaseResult::reason_text);
            (
                "judged",
                reason.unwrap_or_else(|| judgement.compile_error_text()),
            )
        }
        SubmissionOutcome::SameAs(_) | SubmissionOutcome::NotJudged => {
            ("not_judged", String::new())
        }
    };
    let (award, peak) = (submission.award.as_ref(), submission.peak());
    [
        info.path.display().to_string(),
        info.problem.clone(),
        info.language.clone(),
        text(info.expected),
        status.to_owned(),
        submission.code().to_owned(),
        score(submission),
        text(award.map(|award| award.points)),
        text(award.map(|award| award.available)),
        info.case_count.to_string(),
        submission.judged().to_string(),
        submission.accepted().to_string(),
        submission.first_failing_name().to_owned(),
        text(peak.map(|peak| peak.cpu.as_micros())),
        text(peak.map(|peak| peak.memory.0)),
        reason,
        text(model.path_of_first(submission).map(Path::display)),
    ]
}

/// A header and rows of one length, as comma-separated values.
pub(crate) fn table<R: AsRef<[String]>>(
    header: &[impl AsRef<[u8]>],
    rows: impl Iterator<Item = R>,
) -> String {
    let mut writer = Writer::from_writer(Vec::new());
    let written = writer.write_record(header).and_then(|()| {
        for row in rows {
            let cells = row.as_ref().iter();
            writer.write_record(cells.map(|cell| inert(cell).into_owned()))?;
        }
        Ok(())
    });
    written.expect("rows are of one length and memory does not fail");
    let bytes = writer.into_inner().expect("memory does not fail");
    String::from_utf8(bytes).expect("every field is text")
}

/// Signs that begin a formula, with those of Chinese and Japanese keyboards.
const FORMULA_SIGNS: [char; 9] = ['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠'];

/// A cell that no spreadsheet takes for a formula. In many countries a semicolon begins
/// a new cell.
pub fn inert(cell: &str) -> Cow<'_, str> {
    let mut text = String::with_capacity(cell.len());
    let mut begins_cell = true;
    for character in cell.chars() {
        if begins_cell && FORMULA_SIGNS.contains(&character) {
            text.push('\'');
        }
        text.push(character);
        begins_cell = character == ';';
    }
    if text == cell {
        cell.into()
    } else {
        text.into()
    }
}

/// The value as text; empty if there is none.
pub(crate) fn text(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;

    #[test]
    fn formula_at_the_start_of_a_cell_is_quoted() {
        for (cell, expected) in [
            ("=1+1", "'=1+1"),
            ("＝1", "'＝1"),
            ("a;=1;-2", "a;'=1;'-2"),
            ("a=1; b-2", "a=1; b-2"),
            ("", ""),
        ] {
            assert_eq!(inert(cell), expected);
        }
    }

    #[test]
    fn a_submission_is_a_row() {
        insta::assert_snapshot!(csv(&sample::interrupted().printable()));
    }
}
