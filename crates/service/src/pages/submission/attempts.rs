//! The attempts of a participant at a problem, and the changes between them.

use std::time::Duration;

use similar::{ChangeTag, TextDiff};

use crate::pages::views::SubmissionRow;
use crate::store::{StoreError, Submission};
use crate::texts::expand_template;
use crate::web::Viewer;

/// Maximum number of attempts whose changed lines are counted.
const MAX_DIFFED_ATTEMPTS: usize = 20;
/// Maximum size in bytes of a source whose changed lines are counted.
const MAX_DIFFED_BYTES: usize = 64 << 10;
/// Time limit of a diff, after which the diff is only approximate.
const DIFF_TIME_LIMIT: Duration = Duration::from_millis(100);

/// An attempt in the timeline.
pub(super) struct Attempt {
    pub row: SubmissionRow,
    /// The label of the attempt, such as `Attempt 3`.
    pub title: String,
    /// The numbers of lines added and removed since the previous attempt in the same language, if
    /// they were counted.
    pub changed: Option<(usize, usize)>,
}

/// Converts rows, ordered from latest to earliest, to attempts.
pub(super) async fn load_attempts(
    viewer: &Viewer,
    rows: Vec<SubmissionRow>,
) -> Result<Vec<Attempt>, StoreError> {
    let (database, texts) = (&viewer.app.database, viewer.texts);
    let mut sources: Vec<Submission> = Vec::new();
    for row in rows.iter().take(MAX_DIFFED_ATTEMPTS) {
        sources.extend(database.submission(&row.submission.id).await?);
    }
    let numbers = (1..=rows.len()).rev();
    let attempts = rows.into_iter().zip(numbers).enumerate();
    let attempts = attempts.map(|(at, (row, number))| Attempt {
        title: expand_template(&texts["attempt_title"], |_| number.to_string()),
        changed: sources.get(at..at + 2).and_then(count_changed_lines),
        row,
    });
    Ok(attempts.collect())
}

/// Counts the lines added and removed between two sources. `pair` has the later source first.
fn count_changed_lines(pair: &[Submission]) -> Option<(usize, usize)> {
    let [after, before] = pair else { return None };
    let is_short = pair.iter().all(|one| one.source.len() <= MAX_DIFFED_BYTES);
    if !is_short || after.language != before.language {
        return None;
    }
    let diff = diff_lines(&before.source, &after.source);
    let count = |tag| {
        diff.iter_all_changes()
            .filter(|line| line.tag() == tag)
            .count()
    };
    Some((count(ChangeTag::Insert), count(ChangeTag::Delete)))
}

/// A line of the changes since the previous attempt.
pub(super) struct ChangedLine {
    /// ` `, `+` or `-`.
    pub sign: char,
    /// The line number in the later source; for a removed line, the line number in the earlier
    /// source.
    pub number: usize,
    pub text: String,
}

/// Returns the lines that differ and some lines around them.
pub(super) fn changed_lines(before: &str, after: &str) -> Vec<ChangedLine> {
    const CONTEXT_LINES: usize = 3;
    let diff = diff_lines(before, after);
    let groups = diff.grouped_ops(CONTEXT_LINES);
    let operations = groups.iter().flatten();
    let lines = operations.flat_map(|operation| diff.iter_changes(operation));
    let shown = lines.map(|line| {
        let sign = match line.tag() {
            ChangeTag::Equal => ' ',
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
        };
        let index = line.new_index().or(line.old_index());
        ChangedLine {
            sign,
            number: index.map_or(0, |index| index + 1),
            text: line.value().trim_end_matches('\n').to_owned(),
        }
    });
    shown.collect()
}

fn diff_lines<'a>(before: &'a str, after: &'a str) -> TextDiff<'a, 'a, str> {
    let mut options = TextDiff::configure();
    options.timeout(DIFF_TIME_LIMIT).diff_lines(before, after)
}
