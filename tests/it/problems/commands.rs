//! `run`, `list`, `export`, `strength` and `calibrate` on custom problems.

use super::{REFERENCE, WRONG_ON_SAMPLE, project};
use crate::project::has;

#[test]
fn run_prints_the_reply_and_judges_cases_of_suites() {
    let project = project();
    project.write("right.py", REFERENCE);
    project.write("wrong.py", WRONG_ON_SAMPLE);
    project.write("arguments.txt", "[4, 7, 9]\n");
    for (arguments, input) in [
        (&["run", "right.py", "arguments.txt"][..], ""),
        (&["run", "right.py", "[4,7,9]"], ""),
        (&["run", "right.py", "-"], "[4,7,9]"),
        (
            &["run", "right.py", "--problem", "largest-pair"],
            "[4,7,9]\n",
        ),
    ] {
        let (code, stdout, stderr) = project.run_typed(arguments, input);
        assert_eq!(code, 0, "{arguments:?}: {stdout}{stderr}");
        has(&stdout, "  [4,7,9]\n");
        has(&stdout, "expected    not known");
        has(&stdout, "got         16\n");
        assert!(!stdout.contains("verdict"), "{stdout}");
    }
    let accepted = project.prints(0, "run right.py samples/sample-1");
    has(&accepted, "expected    8\n");
    has(&accepted, "verdict     AC\n");
    let wrong = project.prints(1, "run wrong.py largest-pair/samples/sample-1");
    has(&wrong, "verdict     WA: expected 8, got 6");
    project.write("crash.py", REFERENCE.replace("sum", "wrong"));
    let crashed = project.prints(1, &["run", "crash.py", "[4,7,9]"]);
    has(&crashed, "verdict     RTE: NameError");
}

#[test]
fn run_names_the_rule_that_arguments_break() {
    let project = project();
    project.write("right.py", REFERENCE);
    for (case, expected) in [
        ("[4]", "the case: items.length is 1"),
        ("[4,\"7\"]", "the case: argument items: expected int at [1]"),
        ("[4,7]\n5", "the case: expected 1 arguments, found 2"),
        (
            "samples/sample-7",
            "suite samples has no case samples/sample-7; did you mean \"samples/sample-1\"?",
        ),
    ] {
        project.fails(&["run", "right.py", case], expected);
    }
    project.prints(0, &["run", "right.py", "[4]", "--extended"]);
}

#[test]
fn failure_names_the_source_of_the_answer_and_no_command_for_games() {
    let project = project();
    project.write("wrong.py", WRONG_ON_SAMPLE);
    project.prints(0, "generate largest-pair --count 20");
    let on_sample = project.prints(1, "judge wrong.py");
    has(&on_sample, "arguments:\n  [1,5,3]\n");
    has(&on_sample, "expected    8\n");
    let hidden = project.prints(1, "judge wrong.py --suite hidden");
    has(&hidden, ", by the reference\n");
    for text in [on_sample, hidden] {
        assert!(!text.contains("mousetrap explain"), "{text}");
    }
}

#[test]
fn commands_for_games_refuse_own_problems() {
    let project = project();
    project.write("right.py", REFERENCE);
    let only = "supports only built-in games";
    for arguments in [
        "explain samples/sample-1 --problem largest-pair",
        "explain samples/sample-1 --submission right.py",
        "solve samples/sample-1 --problem largest-pair",
        "play samples/sample-1 --problem largest-pair",
        "list families --problem largest-pair",
    ] {
        let printed = project.prints(2, arguments);
        has(&printed, "problem largest-pair is not a built-in game");
        has(&printed, only);
    }
    for arguments in [
        "strength suites samples --problem largest-pair",
        "strength harden samples --problem largest-pair --into small",
    ] {
        has(
            &project.prints(2, arguments),
            "supports only the built-in games",
        );
    }
}

#[test]
fn custom_problems_are_listed_with_their_suites() {
    let project = project();
    let problems = project.prints(0, "list problems");
    for part in [
        "913: Cat and Mouse\n  int catMouseGame(int[][] graph)\n  a built-in game\n",
        "largest-pair: Largest Pair\n  int largestPair(int[] items)\n  \
         largest-pair/samples: 2 cases; judged by default\n",
    ] {
        has(&problems, part);
    }
    let suites = project.prints(0, "list suites --problem largest-pair");
    assert_eq!(
        suites,
        "largest-pair/samples\n  2 cases; judged by default\n"
    );
}

#[test]
fn exported_lines_can_be_imported_again() {
    let project = project();
    let export = "export jsonl --problem largest-pair";
    project.prints(0, &format!("{export} --suite samples exported"));
    let text = project.read("exported/cases.jsonl");
    let first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(
        first,
        serde_json::json!({
            "problem": "largest-pair",
            "id": "samples/sample-1",
            "group": "cases",
            "arguments": [[1, 5, 3]],
            "answer": 8,
        })
    );
    assert_eq!(text.lines().count(), 2);
    project.prints(0, "import --problem largest-pair exported/cases.jsonl");
    project.fails(
        &format!("{export} --suite sample other"),
        "did you mean \"samples\"?",
    );
    project.fails(
        "export icpc --problem largest-pair package",
        "can be exported only as jsonl",
    );
}

#[test]
fn strength_and_calibration_count_own_problems() {
    let project = project();
    let solutions = "problems/largest-pair/solutions";
    project.write(&format!("{solutions}/accepted/sorting.py"), REFERENCE);
    project.write(
        &format!("{solutions}/wrong_answer/first.py"),
        WRONG_ON_SAMPLE,
    );
    project.prints(0, "judge --output judged.json");
    let rates = project.prints(0, "strength judged judged.json --problem largest-pair");
    has(&rates, "largest-pair");
    project.prints(2, "strength judged judged.json --problem other");
    let shares = project.prints(0, "calibrate --problem largest-pair");
    has(&shares, "Python 3\n  time ");
}

#[cfg(feature = "mutants")]
#[test]
fn source_mutants_of_an_own_problem_are_judged() {
    let project = project();
    project.write("right.py", REFERENCE);
    let report = project.prints(
        0,
        "strength source right.py --suite samples --problem largest-pair",
    );
    has(&report, "right.py: 2 of 2 mutants: 2 killed");
}
