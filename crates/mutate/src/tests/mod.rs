//! Every mutant of a small source in each language, and many in one program.

mod sources;

use std::collections::BTreeSet;

use sources::SOURCES;

use crate::{Mutation, Shape, find, speaks, weave};

/// The mutants of a source, a line each: class, and the line as it becomes.
fn listed(language: &str, source: &str) -> String {
    let found = find(language, source).unwrap();
    let line = |mutation: &Mutation| {
        let diff = mutation.diff(source);
        let new = diff.lines().filter_map(|line| line.strip_prefix('+'));
        let new: Vec<&str> = new.map(str::trim).collect();
        format!("{}: {}\n", mutation.class, new.join(" ⏎ "))
    };
    found.iter().map(line).collect()
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
        assert!(speaks(language), "{language}");
    }
    assert!(!speaks("brainfuck"));
    assert!(find("brainfuck", "+").is_err());
}

#[test]
fn mutant_differs_from_the_source_and_all_others() {
    for (language, source, _) in SOURCES {
        let found = find(language, source).unwrap();
        let mut made: Vec<String> = found.iter().map(|it| it.apply(source)).collect();
        made.push((*source).to_owned());
        let all = made.len();
        made.sort();
        made.dedup();
        assert_eq!(made.len(), all, "{language}");
    }
}

#[test]
fn mark_depends_on_the_change_and_the_seed_alone() {
    let source = "int f(int a){return a<3;}";
    let found = find("c", source).unwrap();
    let marks: Vec<u64> = found.iter().map(|it| it.mark(7, source)).collect();
    let again: Vec<u64> = found.iter().rev().map(|it| it.mark(7, source)).collect();
    assert!(marks.iter().eq(again.iter().rev()));
    assert_ne!(marks[0], found[0].mark(8, source), "another seed");
    let distinct: BTreeSet<&u64> = marks.iter().collect();
    assert_eq!(distinct.len(), marks.len());
}

#[test]
fn mutation_that_does_not_fit_the_source_is_recognised() {
    let source = "é = 1";
    let mutation = |span, text: &str| Mutation {
        class: crate::Class::Constant,
        shape: Shape::Value,
        span,
        text: text.to_owned(),
    };
    assert!(mutation(5..6, "2").fits(source));
    assert!(!mutation(5..6, "1").fits(source), "no change");
    assert!(!mutation(1..2, "x").fits(source), "half a character");
    assert!(!mutation(5..90, "x").fits(source), "beyond the end");
    assert!(!mutation(5..6, &"x".repeat(99)).fits(source), "too much");
}

#[test]
fn source_that_is_no_program_is_searched_without_a_panic() {
    let deep = "(".repeat(20_000);
    for source in ["", "}{", "\u{0}", "if (", deep.as_str()] {
        for (language, _, _) in SOURCES {
            let found = find(language, source).unwrap();
            assert!(found.iter().all(|it| it.fits(source)), "{language}");
        }
    }
}

/// Whether brackets of all kinds are closed in order.
fn is_balanced(text: &str) -> bool {
    let mut open = Vec::new();
    text.chars().all(|c| match c {
        '(' | '[' | '{' => {
            open.push(c);
            true
        }
        ')' => open.pop() == Some('('),
        ']' => open.pop() == Some('['),
        '}' => open.pop() == Some('{'),
        _ => true,
    }) && open.is_empty()
}

#[test]
fn woven_program_holds_each_mutant_once() {
    for (language, source, _) in SOURCES {
        let found = find(language, source).unwrap();
        let Some(woven) = weave(language, source, &found, |_| true) else {
            continue;
        };
        assert!(is_balanced(&woven.text), "{language}: {}", woven.text);
        let mut there = 0;
        for (index, mutation) in found.iter().enumerate() {
            let number = format!("=={}", index + 1);
            let times = woven.text.split(&number).skip(1);
            let times = times.filter(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
            // What is left in an original says the same of itself.
            let times = times.filter(|rest| rest.starts_with([')', '?', '&', ' ', ',']));
            assert_eq!(
                times.count(),
                usize::from(woven.has(index)),
                "{language} {index}"
            );
            if woven.has(index) {
                there += 1;
                assert!(mutation.shape != Shape::Token);
            }
        }
        assert!(
            there * 2 > found.len(),
            "{language}: {there} of {}",
            found.len()
        );
        let none = weave(language, source, &found, |_| false).unwrap();
        assert!(!none.has(0) && !none.text.contains("==1"), "{language}");
    }
}

#[test]
fn line_of_a_woven_program_names_the_mutants_on_it() {
    let source = "int f(int a){\nreturn a<3;\n}\nint g(int a){\nreturn a+4;\n}\n";
    let found = find("cpp", source).unwrap();
    let woven = weave("cpp", source, &found, |_| true).unwrap();
    for (line, count) in [(1, 0), (2, 4), (5, 3)] {
        let blamed = woven.on_line(line);
        assert_eq!(blamed.len(), count, "{line}");
        assert!(
            blamed
                .iter()
                .all(|index| found[*index].line(source) == line)
        );
    }
}

#[test]
fn source_with_reserved_words_is_not_woven() {
    let source = "int mutant_number_; int f(int a){return a<3;}";
    let found = find("cpp", source).unwrap();
    assert!(weave("cpp", source, &found, |_| true).is_none());
    assert!(weave("python", source, &found, |_| true).is_none());
}
