//! Comma-separated values: one row for each submission, and one for each file that cannot be
//! judged.

use std::borrow::Cow;
use std::path::Path;

use csv::Writer;

use crate::text::sentences::{accepted_cases_text, outcome_reason};
use crate::texts::EN;
use crate::{Model, OutcomeClass, Submission};

/// The name of a column, and the function that returns its cells.
type Column = (&'static str, fn(&Model, &Submission) -> String);

const COLUMNS: [Column; 17] = [
    ("path", |_, one| one.info.path.display().to_string()),
    ("problem", |_, one| one.info.problem.clone()),
    ("language", |_, one| one.info.language.clone()),
    ("expected", |_, one| one.expected_verdict_code().to_owned()),
    ("status", |_, one| status_name(one).to_owned()),
    ("verdict", |_, one| one.verdict_code().to_owned()),
    ("score", |_, one| accepted_cases_text(one, &EN)),
    ("points", |_, one| {
        optional_cell(one.award.as_ref().map(|it| it.points))
    }),
    ("max_points", |_, one| {
        optional_cell(one.award.as_ref().map(|it| it.available))
    }),
    ("cases", |_, one| one.info.case_count.to_string()),
    ("judged", |_, one| one.judged_count().to_string()),
    ("accepted", |_, one| one.accepted_count().to_string()),
    ("first_failing", |_, one| {
        one.first_failing_case_name().to_owned()
    }),
    ("slowest_cpu_us", |_, one| {
        optional_cell(one.peak_usage().map(|it| it.cpu.as_micros()))
    }),
    ("memory_bytes", |_, one| {
        optional_cell(one.peak_usage().map(|it| it.memory.0))
    }),
    ("reason", |_, one| reason_cell(one)),
    ("same_as", |model, one| {
        optional_cell(model.path_of_original(one).map(Path::display))
    }),
];

/// Returns the run as comma-separated values with a header. A field without a value is empty.
pub(crate) fn render_csv(model: &Model) -> String {
    let rows = model.submissions.iter();
    let rows = rows.map(|submission| COLUMNS.map(|(_, cell)| cell(model, submission)));
    let rows = rows.chain(model.header.refused.iter().map(|file| {
        COLUMNS.map(|(column, _)| match column {
            "path" => file.path.display().to_string(),
            "status" => "refused".to_owned(),
            "reason" => file.reason.to_string(),
            _ => String::new(),
        })
    }));
    csv_table(&COLUMNS.map(|(column, _)| column), rows)
}

fn status_name(submission: &Submission) -> &'static str {
    match submission.outcome_class() {
        OutcomeClass::AsExpected | OutcomeClass::Unexpected => "judged",
        OutcomeClass::Skipped => "skipped",
        OutcomeClass::Failed => "failed",
        OutcomeClass::NotJudged => "not_judged",
    }
}

/// Returns the reason for the outcome of a submission, without the verdict and the name of the
/// case.
fn reason_cell(submission: &Submission) -> String {
    let reason = match (submission.first_failing_case(), submission.judgement()) {
        (Some(case), _) => &case.reason,
        (None, Some(judgement)) => &judgement.compile_error,
        (None, None) => return outcome_reason(submission, &EN),
    };
    reason
        .as_ref()
        .map_or_else(String::new, ToString::to_string)
}

/// Returns a header and rows as comma-separated values. All rows must have as many cells as the
/// header.
pub(crate) fn csv_table<R: AsRef<[String]>>(
    header: &[impl AsRef<[u8]>],
    rows: impl Iterator<Item = R>,
) -> String {
    let mut writer = Writer::from_writer(Vec::new());
    let written = writer.write_record(header).and_then(|()| {
        for row in rows {
            let cells = row.as_ref().iter();
            writer.write_record(cells.map(|cell| escape_formulas(cell).into_owned()))?;
        }
        Ok(())
    });
    written.expect("all rows have the same length and writing to memory does not fail");
    let bytes = writer
        .into_inner()
        .expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("every field is text")
}

/// Characters that begin a formula in a spreadsheet, including their full-width variants.
const FORMULA_PREFIXES: [char; 9] = ['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠'];

/// Returns the text of a cell, with an apostrophe before each character that a spreadsheet would
/// interpret as the beginning of a formula. A formula can also follow a semicolon, which is the
/// cell separator in many locales.
pub fn escape_formulas(cell: &str) -> Cow<'_, str> {
    let mut text = String::with_capacity(cell.len());
    let mut begins_cell = true;
    for character in cell.chars() {
        if begins_cell && FORMULA_PREFIXES.contains(&character) {
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

/// Returns the cell for an optional value; empty if there is no value.
pub(crate) fn optional_cell(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formula_at_the_start_of_a_cell_is_quoted() {
        for (cell, expected) in [
            ("=1+1", "'=1+1"),
            ("＝1", "'＝1"),
            ("a;=1;-2", "a;'=1;'-2"),
            ("a=1; b-2", "a=1; b-2"),
            ("", ""),
        ] {
            assert_eq!(escape_formulas(cell), expected);
        }
    }
}
