//! Checkers of custom problems.

use crate::project::{Project, has};

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
    project.write("problems/twins/reference.py", solution("[i, j]"));
    project.write(
        "problems/twins/cases/samples.jsonl",
        "{\"arguments\":[[0,0,0]],\"answer\":[0,1]}\n{\"arguments\":[[0,1]],\"answer\":[]}\n",
    );
    project
}

/// A solution that returns this for the first equal pair.
fn solution(pair: &str) -> String {
    format!(
        "class Solution:\n    def twins(self, items):\n        for i in range(len(items)):\n            \
         for j in range(i + 1, len(items)):\n                if items[i] == items[j]:\n                    \
         return {pair}\n        return []\n"
    )
}

#[test]
fn unordered_checker_accepts_items_in_any_order() {
    let project = project("\"unordered\"");
    project.write("swapped.py", solution("[j, i]"));
    project.write("wrong.py", solution("[i, i]"));
    project.prints(0, "judge swapped.py");
    has(
        &project.prints(1, "judge wrong.py"),
        "expected 1 at any index",
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
    project.write(
        "last.py",
        solution("[len(items) - 1, i] if items[-1] == items[i] else [i, j]"),
    );
    project.write("same.py", solution("[i, i]"));
    project.write("short.py", solution("[i]"));
    project.prints(0, "judge last.py");
    has(
        &project.prints(1, "judge same.py"),
        "the checker printed: \"these are no twins\"",
    );
    has(
        &project.prints(1, "judge short.py"),
        "two indices are wanted",
    );
    project.prints(0, "generate twins --count 10");
    project.prints(0, "judge last.py");
}

#[test]
fn checker_that_fails_is_an_error_of_the_judge() {
    let project = project("{ program = \"checker.py\" }");
    project.write("swapped.py", solution("[j, i]"));
    for checker in [
        "import sys\nsys.exit(7)\n",
        "this is no Python\n",
        "raise ValueError\n",
        "while True: pass\n",
    ] {
        project.write("problems/twins/checker.py", checker);
        let (code, _, stderr) = project.run("judge swapped.py");
        assert_eq!(code, 3, "{checker}: {stderr}");
    }
}
