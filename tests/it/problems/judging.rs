//! `judge` on custom problems.

use super::{REFERENCE, WRONG, project};
use crate::project::has;

#[test]
fn submission_is_recognised_by_its_function_and_judged() {
    let project = project();
    project.write("right.py", REFERENCE);
    project.write(
        "right.js",
        "var largestPair = items => { items.sort((a, b) => b - a); return items[0] + items[1]; };\n",
    );
    project.write(
        "text.py",
        REFERENCE.replace("sum(", "str(").replace("[-2:]", ""),
    );
    project.prints(0, "judge right.py right.js");
    let report = project.prints(1, "judge text.py");
    has(&report, "returned the string \"[1, 3, 5]\", not an integer");
}

#[test]
fn custom_solutions_must_earn_the_verdict_of_their_directory() {
    let project = project();
    let solutions = "problems/largest-pair/solutions";
    project.write(&format!("{solutions}/accepted/sorting.py"), REFERENCE);
    project.write(&format!("{solutions}/wrong_answer/first.py"), WRONG);
    project.prints(0, "generate largest-pair --count 40");
    has(&project.prints(0, "judge"), "2 as expected");
    project.write(&format!("{solutions}/accepted/first.py"), WRONG);
    project.prints(1, "judge");
    project.write(&format!("{solutions}/other.py"), WRONG);
    let printed = project.prints(2, "judge");
    has(
        &printed,
        "a solution must be in problems/largest-pair/solutions/",
    );
}

#[test]
fn function_of_two_problems_needs_a_problem_or_a_directory() {
    let project = project();
    for file in ["problem.toml", "reference.py", "cases/samples.jsonl"] {
        let text = project.read(&format!("problems/largest-pair/{file}"));
        project.write(&format!("problems/other-pair/{file}"), text);
    }
    project.write("right.py", REFERENCE);
    project.write("other-pair/right.py", REFERENCE);
    project.fails("judge right.py", "add --problem to choose one");
    project.prints(0, "judge right.py --problem other-pair");
    has(
        &project.prints(0, "judge other-pair/right.py"),
        "other-pair",
    );
}

#[test]
fn complete_program_for_an_own_problem_is_refused() {
    let project = project();
    project.write(
        "program.py",
        "print(sum(sorted(map(int, input().split()))[-2:]))\n",
    );
    let judge = "judge program.py --problem largest-pair";
    project.fails(judge, "problem largest-pair accepts functions only");
}
