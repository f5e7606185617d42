//! Definitions of custom problems that break a rule.

use super::{DEFINITION, REFERENCE, project};
use crate::project::has;

#[test]
fn mistake_in_a_definition_is_named_with_file_and_line() {
    let project = project();
    project.write("answer.py", REFERENCE);
    let file = "problems/largest-pair/problem.toml";
    for (from, to, expected) in [
        (
            "int[] items",
            "float[] items",
            ":2: column 17: unknown type `float`",
        ),
        ("reference.py", "none.py", ":3: there is no file none.py"),
        (
            "title",
            "titel",
            ":1: unknown key \"titel\"; did you mean \"title\"?",
        ),
        (
            "constraints",
            "checker = \"any\"\nconstraints",
            ":4: a checker is \"exact\", \"unordered\", { unordered = DEPTH }",
        ),
        (
            "constraints",
            "checker = { unordered = -1 }\nconstraints",
            ":4: a checker is \"exact\"",
        ),
        ("Largest Pair", " ", ":1: the title is empty"),
        (
            "constraints",
            "checker = { unordered = 1 }\nconstraints",
            ":4: the answer has only 0 levels of arrays",
        ),
    ] {
        project.write(file, DEFINITION.replace(from, to));
        let printed = project.prints(2, "judge answer.py");
        has(&printed, format!("{file}{expected}"));
    }
}

#[test]
fn broken_definition_does_not_stop_others() {
    let project = project();
    project.write("problems/Bad Name/problem.toml", DEFINITION);
    project.write("problems/empty/statement.md", "");
    project.write("problems/913/problem.toml", DEFINITION);
    project.write("right.py", REFERENCE);
    let printed = project.prints(0, "judge right.py");
    for expected in [
        "problems/Bad Name: a problem name may contain only lowercase letters",
        "problems/empty: the directory contains no problem.toml",
        "problems/913: a built-in problem has this name",
        "AC",
    ] {
        has(&printed, expected);
    }
}

#[test]
fn case_that_breaks_a_rule_is_named_with_file_and_line() {
    let project = project();
    project.write("right.py", REFERENCE);
    let file = "problems/largest-pair/cases/samples.jsonl";
    let good = "{\"arguments\":[[1,2]],\"answer\":3}\n";
    for (line, expected) in [
        ("{\"arguments\":[[1,2]]}", ":2: expected a case such as"),
        (
            "{\"arguments\":[[1]],\"answer\":3}",
            ":2: items.length is 1",
        ),
        (
            "{\"arguments\":[[1,2],3],\"answer\":3}",
            ":2: expected 1 arguments, found 2",
        ),
        (
            "{\"arguments\":[[1,\"2\"]],\"answer\":3}",
            ":2: argument items: expected int at [1]",
        ),
        (
            "{\"arguments\":[[1,2]],\"answer\":[3]}",
            ":2: answer: expected int",
        ),
        (
            "{\"name\":\"001\",\"arguments\":[[1,2]],\"answer\":3}",
            ":2: two cases are named",
        ),
    ] {
        project.write(file, format!("{good}{line}\n"));
        project.fails("judge right.py", format!("{file}{expected}"));
    }
}
