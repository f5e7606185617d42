//! Every mutant of a small source in each language.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Mutation, find_mutations, is_supported};

/// Returns the language of each small source, the source, and its changes by class, in the order of
/// the source.
fn sources() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let rows = include_str!("sources.txt").split("===== ").skip(1);
    rows.map(|row| {
        let (language, row) = row.split_once('\n').unwrap();
        let (source, changes) = row.split_once("-----\n").unwrap();
        (language, source, changes)
    })
}

/// The mutants of a source: a line for each class, with its changes in the order of the source.
fn listed(language: &str, source: &str) -> String {
    let mut classes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for mutation in find_mutations(language, source).unwrap() {
        let change = format!("{}→{}", &source[mutation.span.clone()], mutation.text);
        let class = classes.entry(mutation.class.to_string()).or_default();
        class.push(change.replace('\n', "⏎"));
    }
    let classes = classes.into_iter();
    let lines = classes.map(|(class, changes)| format!("{class}: {}\n", changes.join(" · ")));
    lines.collect()
}

#[test]
fn small_source_in_each_language_has_the_listed_mutants() {
    for (language, source, expected) in sources() {
        assert_eq!(listed(language, source), expected, "{language}");
        let twin = match language {
            "python" => "pypy",
            "javascript" => "typescript",
            _ => continue,
        };
        assert_eq!(listed(twin, source), expected, "{twin}");
    }
}

#[test]
fn language_without_a_grammar_has_no_mutants() {
    for (language, ..) in sources() {
        assert!(is_supported(language), "{language}");
    }
    assert!(!is_supported("brainfuck"));
    assert_eq!(find_mutations("brainfuck", "+"), None);
}

#[test]
fn mutant_differs_from_the_source_and_all_others() {
    for (language, source, _) in sources() {
        let mut texts = BTreeSet::from([source.to_owned()]);
        for mutation in find_mutations(language, source).unwrap() {
            assert!(
                texts.insert(mutation.apply(source)),
                "{language}: {mutation:?}"
            );
        }
    }
}

#[test]
fn mutation_that_does_not_fit_the_source_is_recognised() {
    let source = "é = 1";
    let mutation = |span, text: &str| Mutation {
        class: crate::MutationClass::Constant,
        span,
        text: text.to_owned(),
    };
    assert!(mutation(5..6, "2").applies_to(source));
    let long = "x".repeat(99);
    for (span, text, reason) in [
        (5..6, "1", "no change"),
        (1..2, "x", "half a character"),
        (5..90, "x", "beyond the end"),
        (5..6, long.as_str(), "too much"),
    ] {
        assert!(!mutation(span, text).applies_to(source), "{reason}");
    }
}

#[test]
fn source_that_is_no_program_is_searched_without_a_panic() {
    let deep = "(".repeat(20_000);
    for source in ["", "}{", "\u{0}", "if (", deep.as_str()] {
        for (language, ..) in sources() {
            let found = find_mutations(language, source).unwrap();
            assert!(found.iter().all(|it| it.applies_to(source)), "{language}");
        }
    }
}
