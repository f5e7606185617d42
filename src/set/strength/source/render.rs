//! Renders the report on source mutants for a terminal.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::report::MutantReport;
use mousetrap_report::{format_count, format_number};
use mousetrap_setter::mutants::Survivor;

/// Returns one line for each submission, with the number of mutants for each result.
pub(super) fn summary_text(report: &MutantReport) -> String {
    let lines = report.submissions.iter().map(|one| {
        format!(
            "{}: {} of {}: {} killed, {} equivalent, {} not compiled, {} survive; the search killed \
             {} of the survivors\n",
            one.path,
            format_number(one.mutants),
            format_count(one.possible, "mutant"),
            format_number(one.killed),
            format_number(one.equivalent),
            format_number(one.not_compiled),
            format_number(one.survivors),
            format_number(one.broken),
        )
    });
    lines.collect()
}

/// Returns the survivors of all submissions, grouped by the kind of change.
pub(super) fn survivors_text(report: &MutantReport) -> String {
    let mut classes: BTreeMap<&str, Vec<&Survivor>> = BTreeMap::new();
    for survivor in &report.survivors {
        classes.entry(&survivor.class).or_default().push(survivor);
    }
    let mut text = String::new();
    for (class, survivors) in classes {
        let count = format_count(survivors.len(), "survivor");
        let _ = writeln!(text, "\n{class}: {count}");
        text.extend(survivors.into_iter().map(survivor_entry));
    }
    text
}

/// Returns a description of the work that was not done because of an interruption.
pub(super) fn describe_skipped_work(report: &MutantReport) -> String {
    let judged = format_count(report.not_judged, "mutant");
    let searched = format_count(report.not_searched, "survivor");
    format!("{judged} not judged, {searched} not compared with the original; later files skipped")
}

/// Returns the entry of a survivor: its line, its change, and an instance that kills it.
fn survivor_entry(survivor: &Survivor) -> String {
    let Survivor {
        path,
        line,
        diff,
        tried,
        found,
        ..
    } = survivor;
    let result = match found {
        Some(found) => format!(
            "the mutant {}, the original {} (expected: {}) on this instance:\n{}",
            found.mutant,
            found.original,
            found.answer,
            found.leetcode.trim_end()
        ),
        None if !survivor.was_compared_with_original() => {
            "not compared with the original".to_owned()
        }
        None => format!(
            "possibly equivalent to the original; no difference found on {} instances",
            format_number(*tried)
        ),
    };
    format!("\n{path}:{line}: {result}\n{}\n", diff.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survivor_without_search_is_not_called_equivalent() {
        let survivor = |tried| Survivor {
            path: "a.py".to_owned(),
            line: 7,
            place: 0,
            class: "bound".to_owned(),
            diff: "-a\n+b\n".to_owned(),
            tried,
            found: None,
        };
        let report = MutantReport {
            survivors: vec![survivor(0), survivor(9)],
            ..MutantReport::default()
        };
        let expected = "\nbound: 2 survivors\n\na.py:7: not compared with the original\n-a\n+b\n\na.py:7: possibly \
                        equivalent to the original; no difference found on 9 instances\n-a\n+b\n";
        assert_eq!(survivors_text(&report), expected);
    }
}
