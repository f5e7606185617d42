//! Own problems: all commands that work on them.

mod checkers;
mod commands;
mod definitions;
mod judging;
mod suites;
mod types;

use crate::project::{Project, has};

/// The definition of a problem whose answer is the largest sum of two items.
const DEFINITION: &str = r#"title = "Largest Pair"
signature = "int largestPair(int[] items)"
reference = "reference.py"
constraints = """
2 <= items.length <= 100
-1000 <= items[i] <= 1000
"""
"#;

const REFERENCE: &str = "class Solution:\n    def largestPair(self, items):\n        \
                         return sum(sorted(items)[-2:])\n";

/// Counts the largest item once, even if it is there twice.
const WRONG: &str = "class Solution:\n    def largestPair(self, items):\n        \
                     items = sorted(set(items)) if len(items) > 2 else items\n        \
                     return sum(items[-2:])\n";

/// Adds the largest item to the first one; wrong on a sample.
const WRONG_ON_SAMPLE: &str = "class Solution:\n    def largestPair(self, items):\n        \
                               return max(items) + items[0 if items[0] < max(items) else 1]\n";

const EXAMPLES: &str = "Example 1:\nInput: items = [1,5,3]\nOutput: 8\n\n\
                        Example 2:\nInput: items = [-1,-2]\nOutput: -3\n";

/// A project with the problem `largest-pair`, its samples, and three submissions.
fn project() -> Project {
    let project = Project::new("");
    project.write("problems/largest-pair/problem.toml", DEFINITION);
    project.write("problems/largest-pair/reference.py", REFERENCE);
    project.write("right.py", REFERENCE);
    project.write("wrong.py", WRONG);
    project.write("wrong_on_sample.py", WRONG_ON_SAMPLE);
    project.write("examples.txt", EXAMPLES);
    project.prints(0, "import --problem largest-pair examples.txt");
    project
}

/// Runs commands. Each row has the exit code, the command, and a part of its output, in which `⏎`
/// stands for a line break.
#[track_caller]
fn check_commands(project: &Project, table: &str) {
    for row in table.lines().skip(1) {
        let [code, command, part] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("a row has three columns: {row}");
        };
        let printed = project.prints(code.parse().unwrap(), command);
        has(&printed, part.replace('⏎', "\n"));
    }
}
