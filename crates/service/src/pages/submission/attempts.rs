//! The attempts of a participant at a problem, and the changes between them.

use std::time::{Duration, Instant};

use similar::{ChangeTag, InlineChange, TextDiff};

use crate::store::{JudgedSubmission, StoreError, Submission};
use crate::texts::expand_template;
use crate::web::Viewer;

/// Maximum number of attempts whose changed lines are counted.
const MAX_DIFFED_ATTEMPTS: usize = 20;
/// Maximum size in bytes of a source whose changed lines are counted and shown.
const MAX_DIFFED_BYTES: usize = 64 << 10;
/// Time limit of a diff, after which the diff is only approximate.
const DIFF_TIME_LIMIT: Duration = Duration::from_millis(100);

/// An attempt in the timeline.
pub(super) struct Attempt {
    pub row: JudgedSubmission,
    /// The label of the attempt, such as `Attempt 3`.
    pub title: String,
    /// The numbers of lines added and removed since the previous attempt in the same language, if
    /// they were counted.
    pub changed: Option<(usize, usize)>,
}

/// Converts rows, ordered from latest to earliest, to attempts.
pub(super) async fn load_attempts(
    viewer: &Viewer,
    rows: Vec<JudgedSubmission>,
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
    /// The line numbers in the earlier and in the later source, in columns.
    pub numbers: String,
    /// The parts of the text. The flag marks a changed part of a mostly unchanged line.
    pub text: Vec<(bool, String)>,
}

/// Returns the parts of a source that differ, with some lines around each difference. Returns
/// `None` if a source is too long for a page.
pub(super) fn changed_lines(before: &str, after: &str) -> Option<Vec<Vec<ChangedLine>>> {
    const CONTEXT_LINES: usize = 3;
    if before.len().max(after.len()) > MAX_DIFFED_BYTES {
        return None;
    }
    let diff = diff_lines(before, after);
    let deadline = Instant::now() + DIFF_TIME_LIMIT;
    let shown = |line: InlineChange<'_, str>| {
        let sign = match line.tag() {
            ChangeTag::Equal => ' ',
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
        };
        let number = |index: Option<usize>| index.map(|index| (index + 1).to_string());
        let [old, new] =
            [line.old_index(), line.new_index()].map(|it| number(it).unwrap_or_default());
        let text = line.values().iter();
        let text = text.map(|(changed, text)| (*changed, text.trim_end_matches('\n').to_owned()));
        ChangedLine {
            sign,
            numbers: format!("{old:>4} {new:>4}"),
            text: text.collect(),
        }
    };
    let groups = diff.grouped_ops(CONTEXT_LINES).into_iter();
    let parts = groups.map(|operations| {
        let operations = operations.iter();
        let lines = operations
            .flat_map(|operation| diff.iter_inline_changes_deadline(operation, Some(deadline)));
        lines.map(shown).collect()
    });
    Some(parts.collect())
}

fn diff_lines<'a>(before: &'a str, after: &'a str) -> TextDiff<'a, 'a, str> {
    let mut options = TextDiff::configure();
    options.timeout(DIFF_TIME_LIMIT).diff_lines(before, after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distant_changes_are_shown_as_separate_parts() {
        let mut before: Vec<String> = (1..=20).map(|number| format!("{number}\n")).collect();
        let mut after = before.clone();
        before[0] = "return low + 1\n".to_owned();
        after[0] = "return low - 1\n".to_owned();
        after.remove(19);
        assert!(changed_lines("", &"\n".repeat(MAX_DIFFED_BYTES + 1)).is_none());
        let parts = changed_lines(&before.concat(), &after.concat()).unwrap();
        let lines = |part: &Vec<ChangedLine>| -> String {
            let lines = part.iter();
            let text = |line: &ChangedLine| -> String {
                let parts = line.text.iter();
                let parts = parts.map(|(changed, text)| match changed {
                    true => format!("<{text}>"),
                    false => text.clone(),
                });
                parts.collect()
            };
            let lines = lines.map(|it| format!("{} {} {}\n", it.numbers, it.sign, text(it)));
            lines.collect()
        };
        let expected = "   1      - return low <+> 1
        1 + return low <-> 1
   2    2   2
   3    3   3
   4    4   4
…
  17   17   17
  18   18   18
  19   19   19
  20      - 20
";
        let shown: Vec<String> = parts.iter().map(lines).collect();
        assert_eq!(shown.join("…\n"), expected);
    }
}
