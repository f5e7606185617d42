//! `run`, `list`, `export`, `strength` and `calibrate` on custom problems.

use super::{REFERENCE, WRONG_ON_SAMPLE, check_commands, project};
use crate::project::has;

#[test]
fn run_prints_the_reply_and_judges_cases_of_suites() {
    let project = project();
    project.write("arguments.txt", "[4, 7, 9]\n");
    project.write("named.txt", "Input: items = [4, 7,\n 9]\n");
    for (arguments, input) in [
        ("run right.py arguments.txt", ""),
        ("run right.py [4,7,9]", ""),
        ("run right.py named.txt", ""),
        ("run right.py -", "[4,7,9]"),
        ("run right.py --problem largest-pair", "[4,7,9]\n"),
    ] {
        let (code, stdout, stderr) = project.run_typed(arguments, input);
        assert_eq!(code, 0, "{arguments}: {stdout}{stderr}");
        has(&stdout, "  items = [4,7,9]\n");
        has(
            &stdout,
            "expected    16 (answer of the reference solution)\n",
        );
        has(&stdout, "got         16\n");
        has(&stdout, "verdict     AC\n");
    }
    project.write("crash.py", REFERENCE.replace("sum", "wrong"));
    check_commands(
        &project,
        "
0 | run right.py samples/sample-1 | expected    8
0 | run right.py samples/sample-1 | verdict     AC
1 | run wrong_on_sample.py largest-pair/samples/sample-1 | verdict     WA: expected 8, got 6
1 | run crash.py [4,7,9] | verdict     RTE: NameError
2 | run right.py [4] | the case: items.length is 1
2 | run right.py [4,\"7\"] | the case: argument items: expected int at [1]
2 | run right.py samples/sample-7 | no case samples/sample-7; did you mean \"samples/sample-1\"?
2 | run right.py named.text | named.text: there is no such file, and it is not the name of a case; did you mean \"named.txt\"?
0 | run right.py [4] --extended | got         4",
    );
    project.write("problems/largest-pair/reference.py", WRONG_ON_SAMPLE);
    let unknown = project.prints(0, "run right.py [4,7]");
    has(
        &unknown,
        "expected    not known: the reference solution fails on samples/sample-1",
    );
    assert!(!unknown.contains("verdict"), "{unknown}");
    let two_lines = ["run", "right.py", "[4,7]\n5"];
    project.fails(&two_lines, "the case: expected 1 argument, found 2");
}

#[test]
fn failure_names_the_source_of_the_answer_and_no_command_for_games() {
    let project = project();
    project.prints(0, "generate largest-pair --count 20");
    let on_sample = project.prints(1, "judge wrong_on_sample.py");
    has(&on_sample, "arguments:\n  items = [1,5,3]\n");
    has(&on_sample, "expected    8\n");
    let hidden = project.prints(1, "judge wrong_on_sample.py --suite hidden");
    has(&hidden, ", by the reference\n");
    for text in [on_sample, hidden] {
        assert!(!text.contains("mousetrap explain"), "{text}");
    }
}

#[test]
fn commands_for_games_refuse_own_problems() {
    let project = project();
    for command in [
        "explain samples/sample-1 --problem largest-pair",
        "explain samples/sample-1 --submission right.py",
        "solve samples/sample-1 --problem largest-pair",
        "play samples/sample-1 --problem largest-pair",
        "list families --problem largest-pair",
    ] {
        let printed = project.prints(2, command);
        has(&printed, "problem largest-pair is not a built-in game");
        has(&printed, "supports only built-in games");
    }
    check_commands(
        &project,
        "
2 | strength suites samples --problem largest-pair | supports only the built-in games
2 | strength harden samples --problem largest-pair --into small | only the built-in games
2 | export icpc --problem largest-pair package | can be exported only as jsonl",
    );
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
    let expected = "largest-pair/samples\n  2 cases; judged by default\n";
    assert_eq!(suites, expected);
    // An outdated suite is named, and does not hide the others.
    let outdated = "problems/largest-pair/cases/outdated.jsonl";
    project.write(outdated, "{\"arguments\":[1],\"answer\":3}\n");
    for list in ["list problems", "list suites"] {
        let printed = project.prints(2, list);
        has(&printed, "largest-pair/samples");
        has(&printed, format!("{outdated}:1: argument items"));
    }
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
    let misspelt = format!("{export} --suite sample other");
    project.fails(&misspelt, "did you mean \"samples\"?");
}

#[test]
fn strength_and_calibration_count_own_problems() {
    let project = project();
    let solutions = "problems/largest-pair/solutions";
    project.write(&format!("{solutions}/accepted/sorting.py"), REFERENCE);
    let wrong = format!("{solutions}/wrong_answer/first.py");
    project.write(&wrong, WRONG_ON_SAMPLE);
    project.prints(0, "judge --output judged.json");
    project.prints(2, "strength judged judged.json --problem other");
    check_commands(
        &project,
        "
0 | strength judged judged.json --problem largest-pair | largest-pair
0 | calibrate --problem largest-pair | Python 3⏎  time ",
    );
}

#[cfg(feature = "mutants")]
#[test]
fn source_mutants_of_an_own_problem_are_judged() {
    let command = "strength source right.py --suite samples --problem largest-pair";
    let report = project().prints(0, command);
    has(&report, "right.py: 2 of 2 mutants: 2 killed");
}
