//! Definitions of custom problems that break a rule.

use super::{DEFINITION, REFERENCE, project};
use crate::project::has;

/// Changes to a definition. Each row has the replaced text, the new text with `⏎` for a line break,
/// and the line number and the beginning of the error.
const MISTAKES: &str = r#"
int[] items | float[] items | 2: column 17: unknown type `float`
reference.py | none.py | 3: there is no file none.py
title | titel | 1: unknown key "titel"; did you mean "title"?
constraints | checker = "any"⏎constraints | 4: a checker is "exact", "unordered", { unordered = DEPTH }
constraints | checker = { unordered = -1 }⏎constraints | 4: a checker is "exact"
Largest Pair |   | 1: the title is empty
constraints | checker = { unordered = 1 }⏎constraints | 4: the answer has only 0 levels of arrays
"#;

#[test]
fn mistake_in_a_definition_is_named_with_file_and_line() {
    let project = project();
    let file = "problems/largest-pair/problem.toml";
    for row in MISTAKES.lines().skip(1) {
        let [from, to, expected] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("a row has three columns: {row}");
        };
        project.write(file, DEFINITION.replace(from, &to.replace('⏎', "\n")));
        let printed = project.prints(2, "judge right.py");
        has(&printed, format!("{file}:{expected}"));
    }
}

#[test]
fn broken_definition_does_not_stop_others() {
    let project = project();
    project.write("problems/Bad Name/problem.toml", DEFINITION);
    project.write("problems/empty/statement.md", "");
    project.write("problems/913/problem.toml", DEFINITION);
    project.write(
        "problems/largest-pair/solutions/accepted/right.py",
        REFERENCE,
    );
    project.exits(2, "judge");
    let printed = project.prints(0, "judge right.py");
    for expected in [
        "problems/Bad Name: a problem name may contain only lowercase letters",
        "problems/empty: the directory contains no problem.toml",
        "problems/913: a built-in problem has this name",
        "AC",
    ] {
        has(&printed, expected);
    }
    project.write("problems/empty/solutions/accepted/right.py", REFERENCE);
    project.write("solutions/empty/accepted/right.py", REFERENCE);
    for command in [
        "judge right.py --problem empty",
        "judge problems/empty/solutions",
        "judge solutions/empty",
        "generate empty",
        "generate --problem empty",
    ] {
        let error = "problem \"empty\" cannot be used until its definition is corrected";
        project.fails(command, error);
    }
    project.fails("generate largest-pai", "did you mean \"largest-pair\"?");
}

#[test]
fn case_that_breaks_a_rule_is_named_with_file_and_line() {
    let project = project();
    let file = "problems/largest-pair/cases/samples.jsonl";
    let good = r#"{"arguments":[[1,2]],"answer":3}"#;
    for (line, expected) in [
        (r#""arguments":[[1,2]]"#, "expected a case such as"),
        (r#""arguments":[[1]],"answer":3"#, "items.length is 1"),
        (
            r#""arguments":[[1,2],3],"answer":3"#,
            "expected 1 argument, found 2",
        ),
        (
            r#""arguments":[[1,"2"]],"answer":3"#,
            "argument items: expected int at [1]",
        ),
        (
            r#""arguments":[[1,2]],"answer":[3]"#,
            "answer: expected int",
        ),
        (
            r#""name":"001","arguments":[[1,2]],"answer":3"#,
            "two cases are named",
        ),
    ] {
        project.write(file, format!("{good}\n{{{line}}}\n"));
        project.fails("judge right.py", format!("{file}:2: {expected}"));
    }
}
