//! Checkers of custom problems.

use super::check_commands;
use crate::project::Project;

/// A project with a problem that asks for any two indices of equal items.
fn project(checker: &str) -> Project {
    let project = Project::new("");
    project.write(
        "problems/twins/problem.toml",
        format!(
            "title = \"Twins\"\nsignature = \"int[] twins(int[] items)\"\nchecker = {checker}\n\
             reference = \"reference.py\"\nconstraints = \"\"\"\n2 <= items.length <= 9\n\
             0 <= items[i] <= 1\n\"\"\"\n"
        ),
    );
    project.write(
        "problems/twins/cases/samples.jsonl",
        "{\"arguments\":[[0,0,0]],\"answer\":[0,1]}\n{\"arguments\":[[0,1]],\"answer\":[]}\n",
    );
    for (file, pair) in [
        ("problems/twins/reference.py", "[i, j]"),
        ("swapped.py", "[j, i]"),
        (
            "last.py",
            "[len(items) - 1, i] if items[-1] == items[i] else [i, j]",
        ),
        ("same.py", "[i, i]"),
        ("short.py", "[i]"),
    ] {
        // The first equal pair is at the indices `i` and `j`.
        let source = format!(
            "class Solution:
    def twins(self, items):
        for i in range(len(items)):
            for j in range(i + 1, len(items)):
                if items[i] == items[j]:
                    return {pair}
        return []
"
        );
        project.write(file, source);
    }
    project
}

#[test]
fn unordered_checker_accepts_items_in_any_order() {
    check_commands(
        &project("\"unordered\""),
        "
0 | judge swapped.py | AC
1 | judge same.py | expected 1 at any index",
    );
}

const CHECKER: &str = "import json, sys
items, reply, answer = (json.loads(open(name).readline()) for name in sys.argv[1:])
if not answer:
    sys.exit(1 if reply else 0)
if len(reply) != 2:
    print('two indices are wanted')
    sys.exit(2)
i, j = reply
if not 0 <= i < len(items) or not 0 <= j < len(items) or i == j or items[i] != items[j]:
    print('these are no twins')
    sys.exit(1)
";

#[test]
fn checker_program_decides_and_explains() {
    let project = project("{ program = \"checker.py\" }");
    project.write("problems/twins/checker.py", CHECKER);
    check_commands(
        &project,
        "
0 | judge last.py | AC
1 | judge same.py | the checker printed: \"these are no twins\"
1 | judge short.py | two indices are wanted
0 | generate twins --count 10 | 10 cases
0 | judge last.py | AC",
    );
}

#[test]
fn checker_that_fails_is_an_error_of_the_judge() {
    let project = project("{ program = \"checker.py\" }");
    for checker in [
        "import sys\nsys.exit(7)\n",
        "this is no Python\n",
        "raise ValueError\n",
        "print('no reason')\nraise ValueError\n",
        "while True: pass\n",
    ] {
        project.write("problems/twins/checker.py", checker);
        project.prints(3, "judge swapped.py");
    }
}
