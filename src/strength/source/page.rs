//! The report on source mutants as a page of Markdown, from what the JSON report says.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use mousetrap_report::{JsonSurvivor, MutantReport, count};

use super::HEADING;

/// Whether a file is to hold JSON.
pub(super) fn is_json(file: &Path) -> bool {
    file.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// The report in Markdown.
pub(super) fn page(report: &MutantReport) -> String {
    let mut page = HEADING.to_owned();
    let suites = report.suites.iter().map(|(problem, names)| {
        let names = names.join(" + ");
        format!("{problem} by {names}")
    });
    let _ = writeln!(
        page,
        "\nOne small change of an accepted program each. Equivalent are those of which the compiler \
         makes the same program; broken are survivors for which a search found an instance that \
         notices them. Judged: {}; seed {}.\n",
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
    if report.not_judged > 0 {
        let _ = writeln!(
            page,
            "\nCut short: {} not judged.",
            count(report.not_judged)
        );
    }
    let mut classes: BTreeMap<&str, Vec<&JsonSurvivor>> = BTreeMap::new();
    for survivor in &report.survivors {
        classes.entry(&survivor.class).or_default().push(survivor);
    }
    for (class, survivors) in classes {
        let _ = writeln!(page, "\n### {class}: {}", count(survivors.len()));
        for survivor in survivors {
            page += &entry(survivor);
        }
    }
    page
}

/// A survivor: where, what, and what notices it.
fn entry(survivor: &JsonSurvivor) -> String {
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
        None if *tried == 0 => writeln!(entry),
        None => writeln!(
            entry,
            ": perhaps equivalent, nothing found among {} instances",
            count(*tried)
        ),
    };
    let _ = writeln!(entry, "\n```diff\n{}\n```", diff.trim_end());
    entry
}
