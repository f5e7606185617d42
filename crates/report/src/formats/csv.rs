//! A row per file, submission or refused, for a class of many.

use std::borrow::Cow;
use std::path::Path;

use csv::Writer;

use crate::text::sentences::score;
use crate::{Model, Standing};
use mousetrap_model::Form;
use mousetrap_model::RefusedFile;
use mousetrap_model::SubmissionOutcome;

const HEADER: [&str; 23] = [
    "path",
    "problem",
    "language",
    "form",
    "expected",
    "status",
    "verdict",
    "as_expected",
    "score",
    "points",
    "max_points",
    "cases",
    "judged",
    "accepted",
    "first_failing",
    "slowest_cpu_us",
    "cpu_limit_us",
    "memory_bytes",
    "memory_limit_bytes",
    "reason",
    "encoding",
    "from_cache",
    "same_as",
];

/// The run as comma-separated values with a header. A field without a value is
/// empty.
pub(crate) fn csv(model: &Model) -> String {
    let mut writer = Writer::from_writer(Vec::new());
    let mut write = |row: &[String]| {
        writer
            .write_record(row.iter().map(|cell| inert(cell).into_owned()))
            .expect("rows are of one length and memory does not fail");
    };
    write(&HEADER.map(str::to_owned));
    for submission in &model.submissions {
        let info = &submission.info;
        let standing = submission.standing();
        let (status, reason) = match &submission.outcome {
            SubmissionOutcome::Skipped(skip) => ("skipped", skip.reason.to_string()),
            SubmissionOutcome::Failed(error) => ("failed", error.to_string()),
            SubmissionOutcome::Judged(judgement) => (
                "judged",
                match submission.first_failing() {
                    Some(case) => case.reason_text(),
                    None => judgement.compile_error_text(),
                },
            ),
            SubmissionOutcome::SameAs(_) | SubmissionOutcome::NotJudged => {
                ("not_judged", String::new())
            }
        };
        let peak = submission.peak();
        write(&[
            info.path.display().to_string(),
            info.problem.clone(),
            info.language.clone(),
            match info.form {
                Form::Function => "function".to_owned(),
                Form::Program => "program".to_owned(),
            },
            text(submission.expected()),
            status.to_owned(),
            match standing {
                Standing::Skipped => "SKIP".to_owned(),
                _ => text(submission.verdict()),
            },
            match standing {
                Standing::AsExpected => "true".to_owned(),
                Standing::Unexpected => "false".to_owned(),
                _ => String::new(),
            },
            score(submission),
            text(submission.award.as_ref().map(|award| award.points)),
            text(submission.award.as_ref().map(|award| award.available)),
            info.case_count.to_string(),
            submission.judged().to_string(),
            submission.accepted().to_string(),
            text(submission.first_failing().map(|case| &case.id)),
            text(peak.map(|peak| peak.cpu.as_micros())),
            text(peak.map(|peak| peak.cpu_limit.as_micros())),
            text(peak.map(|peak| peak.memory.0)),
            text(peak.map(|peak| peak.memory_limit.0)),
            reason,
            info.encoding.clone().unwrap_or_default(),
            submission.is_cached().to_string(),
            text(model.path_of_first(submission).map(Path::display)),
        ]);
    }
    for RefusedFile { path, reason } in &model.header.refused {
        let mut row = HEADER.map(|_| String::new());
        for (column, value) in [
            ("path", path.display().to_string()),
            ("status", "refused".to_owned()),
            ("reason", reason.to_string()),
        ] {
            let place = HEADER.iter().position(|&name| name == column);
            row[place.expect("a column of the header")] = value;
        }
        write(&row);
    }
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

fn text(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

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
