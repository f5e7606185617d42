//! Every mutant of a small source in each language.

mod sources;

use std::collections::BTreeMap;

use sources::SOURCES;

use crate::{Mutation, find_mutations, is_supported};

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
    for (language, source, expected) in SOURCES {
        assert_eq!(listed(language, source), *expected, "{language}");
        let twin = match *language {
            "python" => "pypy",
            "javascript" => "typescript",
            _ => continue,
        };
        assert_eq!(listed(twin, source), *expected, "{twin}");
    }
}

#[test]
fn language_without_a_grammar_has_no_mutants() {
    for (language, _, _) in SOURCES {
        assert!(is_supported(language), "{language}");
    }
    assert!(!is_supported("brainfuck"));
    assert_eq!(find_mutations("brainfuck", "+"), None);
}

#[test]
fn mutant_differs_from_the_source_and_all_others() {
    for (language, source, _) in SOURCES {
        let found = find_mutations(language, source).unwrap();
        let mut made: Vec<String> = found.iter().map(|it| it.apply(source)).collect();
        made.push((*source).to_owned());
        let all = made.len();
        made.sort();
        made.dedup();
        assert_eq!(made.len(), all, "{language}");
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
    assert!(!mutation(5..6, "1").applies_to(source), "no change");
    assert!(!mutation(1..2, "x").applies_to(source), "half a character");
    assert!(!mutation(5..90, "x").applies_to(source), "beyond the end");
    assert!(
        !mutation(5..6, &"x".repeat(99)).applies_to(source),
        "too much"
    );
}

#[test]
fn source_that_is_no_program_is_searched_without_a_panic() {
    let deep = "(".repeat(20_000);
    for source in ["", "}{", "\u{0}", "if (", deep.as_str()] {
        for (language, _, _) in SOURCES {
            let found = find_mutations(language, source).unwrap();
            assert!(found.iter().all(|it| it.applies_to(source)), "{language}");
        }
    }
}
