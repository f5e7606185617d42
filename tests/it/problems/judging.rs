//! `judge` on custom problems.

use super::{REFERENCE, WRONG, check_commands, project};

#[test]
fn submission_is_recognised_by_its_function_and_judged() {
    let project = project();
    let javascript =
        "var largestPair = items => { items.sort((a, b) => b - a); return items[0] + items[1]; };";
    project.write("right.js", javascript);
    let text = REFERENCE.replace("sum(", "str(").replace("[-2:]", "");
    project.write("text.py", text);
    let program = "print(sum(sorted(map(int, input().split()))[-2:]))\n";
    project.write("program.py", program);
    check_commands(
        &project,
        "
0 | judge right.py right.js | AC
1 | judge text.py | returned the string \"[1, 3, 5]\", not an integer
2 | judge right.py --suite sample | there is no suite \"sample\"; did you mean \"samples\"?
2 | judge program.py | add --problem 913 or --problem 1728, or put the number
2 | judge program.py --problem largest-pair | problem largest-pair accepts only the function largestPair
2 | judge right.py --form program | accepts only the function largestPair, not a complete program",
    );
}

#[test]
fn custom_solutions_must_earn_the_verdict_of_their_directory() {
    let project = project();
    let solutions = "problems/largest-pair/solutions";
    project.write(&format!("{solutions}/accepted/sorting.py"), REFERENCE);
    project.write(&format!("{solutions}/wrong_answer/first.py"), WRONG);
    project.prints(0, "generate largest-pair --count 40");
    check_commands(&project, "\n0 | judge | 2 as expected");
    project.write(&format!("{solutions}/accepted/first.py"), WRONG);
    project.prints(1, "judge");
    project.write(&format!("{solutions}/other.py"), WRONG);
    let row = "\n2 | judge | a solution must be in problems/largest-pair/solutions/";
    check_commands(&project, row);
}

#[test]
fn function_of_two_problems_needs_a_problem_or_a_directory() {
    let project = project();
    for file in ["problem.toml", "reference.py", "cases/samples.jsonl"] {
        let text = project.read(&format!("problems/largest-pair/{file}"));
        project.write(&format!("problems/other-pair/{file}"), text);
    }
    project.write("other-pair/right.py", REFERENCE);
    let empty = project.read("problems/largest-pair/problem.toml");
    let empty = empty.replace("largestPair", "emptyPair");
    project.write("problems/empty-pair/problem.toml", empty);
    project.write("problems/empty-pair/reference.py", REFERENCE);
    project.write("empty-pair/empty.py", REFERENCE.replace("largest", "empty"));
    check_commands(
        &project,
        "
2 | judge right.py | add --problem to choose one
0 | judge right.py --problem other-pair | other-pair
0 | judge other-pair/right.py | other-pair
2 | judge other-pair/right.py empty-pair | 1 accepted
2 | judge other-pair/right.py empty-pair | empty-pair/empty.py: not judged: problem empty-pair has no cases; import the",
    );
}
