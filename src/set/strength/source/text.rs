//! Renders the report on source mutants as Markdown, from the data of the JSON report.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::report::{JsonSurvivor, MutantReport};
use mousetrap_report::{count, counted};

/// Returns the report in Markdown.
pub(super) fn page(report: &MutantReport) -> String {
    let mut page = "## Mutants of correct programs\n".to_owned();
    let suites = report.suites.iter().map(|(problem, names)| {
        let names = names.join(" + ");
        format!("{problem} by {names}")
    });
    let _ = writeln!(
        page,
        "\nEach mutant is an accepted program with one small change. A mutant is equivalent if it \
         compiles to the same program as the original. A survivor is broken if a search found an \
         instance that kills it. Judged: {}; seed {}.\n",
        suites.collect::<Vec<_>>().join(", "),
        report.seed
    );
    page += "| program | mutants | killed | equivalent | not compiled | survive | broken |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for one in &report.submissions {
        let of = match one.possible {
            possible if possible == one.mutants => count(possible),
            possible => format!("{} of {}", count(one.mutants), count(possible)),
        };
        let _ = writeln!(
            page,
            "| {} | {of} | {} | {} | {} | {} | {} |",
            one.path.replace('|', "\\|"),
            count(one.killed),
            count(one.equivalent),
            count(one.not_compiled),
            count(one.survivors),
            count(one.broken),
        );
    }
    if report.submissions.len() > 1 {
        let broken = report.submissions.iter().map(|one| one.broken).sum();
        let _ = writeln!(
            page,
            "| all | {} | {} | {} | {} | {} | {} |",
            count(report.mutants),
            count(report.killed),
            count(report.equivalent),
            count(report.not_compiled),
            count(report.survivors.len()),
            count(broken),
        );
    }
    if report.interrupted {
        let _ = writeln!(page, "\nCut short: {}.", undone_work(report));
    }
    let mut classes: BTreeMap<&str, Vec<&JsonSurvivor>> = BTreeMap::new();
    for survivor in &report.survivors {
        classes.entry(&survivor.class).or_default().push(survivor);
    }
    for (class, survivors) in classes {
        let _ = writeln!(page, "\n### {class}: {}", count(survivors.len()));
        for survivor in survivors {
            page += &survivor_entry(survivor);
        }
    }
    page
}

/// Returns a description of the work that was not done because of an interruption.
pub(super) fn undone_work(report: &MutantReport) -> String {
    let judged = counted(report.not_judged, "mutant");
    let searched = counted(report.not_searched, "survivor");
    format!("{judged} not judged, {searched} not searched; files without a row were not tried")
}

/// Returns the entry of a survivor: its line, its change, and an instance that kills it.
fn survivor_entry(survivor: &JsonSurvivor) -> String {
    let JsonSurvivor {
        path,
        line,
        diff,
        tried,
        found,
        ..
    } = survivor;
    let mut entry = format!("\n{path}:{line}");
    let _ = match found {
        Some(found) => writeln!(
            entry,
            ": the mutant {}, the original {} (jury: {}) on\n\n```\n{}\n```",
            found.mutant,
            found.original,
            found.answer,
            found.leetcode.trim_end()
        ),
        None if !survivor.is_searched() => writeln!(entry, ": not searched"),
        None => writeln!(
            entry,
            ": perhaps equivalent; no difference found on {} instances",
            count(*tried)
        ),
    };
    let _ = writeln!(entry, "\n```diff\n{}\n```", diff.trim_end());
    entry
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survivor_without_search_is_not_called_equivalent() {
        let survivor = |tried| JsonSurvivor {
            path: "a.py".to_owned(),
            line: 7,
            place: 0,
            class: "bound".to_owned(),
            diff: String::new(),
            tried,
            found: None,
        };
        let report = MutantReport {
            interrupted: true,
            not_searched: 1,
            survivors: vec![survivor(0), survivor(9)],
            ..MutantReport::default()
        };
        let page = page(&report);
        assert!(page.contains("\na.py:7: not searched\n"), "{page}");
        let tried = "\na.py:7: perhaps equivalent; no difference found on 9 instances\n";
        assert!(page.contains(tried), "{page}");
        let cut = "\nCut short: 0 mutants not judged, 1 survivor not searched; files without a row \
                   were not tried.\n";
        assert!(page.contains(cut), "{page}");
        let whole = MutantReport {
            interrupted: false,
            ..report
        };
        assert!(!super::page(&whole).contains("Cut short"));
    }
}
