//! Output of submissions, `mousetrap run`, and explanations of failures.

use crate::project::{Project, cases, has};

/// Right on two of the three boards, with output.
const TALKS: &str = "\
import sys

class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        print('looked at', len(grid), 'rows')
        print('warned', file=sys.stderr)
        return mouseJump != 2
";

/// Right on each board, unless it has seen one before.
const REMEMBERS: &str = "\
class Solution:
    seen = []

    def canMouseWin(self, grid, catJump, mouseJump):
        Solution.seen.append(grid)
        return mouseJump != 3 or len(Solution.seen) > 1
";

#[test]
fn failed_file_shows_its_case_and_output() {
    let project = Project::basic();
    project.write("talks.py", TALKS);
    for arguments in [
        "judge talks.py",
        "judge --quiet talks.py",
        "judge --output report.json talks.py",
        "judge --show-failing talks.py",
    ] {
        let (printed, _) = project.exits(1, arguments);
        for part in [
            "talks.py: WA on basic/b: expected false, got true\n",
            "\nLeetCode:\n  [",
            "\nexpected    false: the cat wins. ",
            "\ngot         true\n",
            // Standard output of the failing case alone.
            "\noutput:\n  looked at 1 rows\n\nstandard error:\n  warned\n",
        ] {
            assert_eq!(printed.matches(part).count(), 1, "{arguments}: {printed}");
        }
        assert!(!printed.contains("--show-failing"), "{printed}");
    }
    let cases = &project.json("report.json")["submissions"][0]["outcome"]["judged"]["cases"];
    assert_eq!(cases[0]["stdout"], serde_json::Value::Null);
    assert_eq!(cases[1]["stdout"], "looked at 1 rows\n");
}

#[test]
fn fenced_file_is_judged_with_a_note_and_its_own_line_numbers() {
    let project = Project::basic();
    let right = TALKS.replace("mouseJump != 2", "mouseJump != 3");
    let fenced = |code: &str| format!("```python\n{code}```\nIt's fast.\n").replace('\n', "\r\n");
    project.write("right.py", fenced(&right));
    let (_, stderr) = project.exits(0, "judge right.py");
    let note = "removed the Markdown code fence that opens on line 1 and everything from line 9 on";
    has(&stderr, format!("right.py: {note}\n"));
    let judged = project.judged("right.py");
    assert_eq!(judged["compiler_output"], format!("{note}\n"));
    let crash = right.replace("return mouseJump", "return nothing");
    project.write("crash.py", fenced(&crash));
    let (_, printed, _) = project.run("judge crash.py");
    has(&printed, "NameError: name 'nothing' is not defined, line 8");
}

#[test]
fn run_accepts_every_form_of_a_case() {
    let project = Project::basic();
    project.write("talks.py", TALKS);
    project.write("own.txt", "1 7 1 4\nM.C...F\n");
    let leetcode = "[\"M.C...F\"]\n1\n4";
    for (arguments, input) in [
        (&["run", "talks.py", "own.txt"][..], ""),
        (&["run", "talks.py", leetcode], ""),
        (&["run", "talks.py", "basic/a"], ""),
        (&["run", "talks.py", "1728/basic/a"], ""),
        (&["run", "talks.py"], leetcode),
        (&["run", "talks.py", "-"], leetcode),
    ] {
        let (code, stdout, stderr) = project.run_typed(arguments, input);
        assert_eq!(code, 0, "{arguments:?}: {stdout}{stderr}");
        for part in [
            "output:\n  looked at 1 rows\n",
            "standard error:\n  warned\n",
            "expected    true: the mouse wins.",
            "\ngot         true\n",
            "used        CPU ",
            "verdict     AC\n",
        ] {
            has(&stdout, part);
        }
    }
    project.write("crash.py", TALKS.replace("mouseJump != 2", "grid[9]"));
    project.write("reads.py", format!("{TALKS}\ninput = sys.stdin.readline\n"));
    project.replay(
        "1 run talks.py basic/c => expected    true: | \\ngot         false\\n | verdict     WA: expected
        1 run crash.py basic/c => got         nothing\\n | verdict     RTE: IndexError:
        1 run reads.py basic/c => ; judged as a function, because line 4 defines",
    );
}

#[test]
fn function_that_waits_for_input_is_stopped_with_the_line() {
    let project = Project::new("[suites]\n1728 = [\"basic\"]\n[limits]\nwall = \"2s\"\n");
    let python = "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        \
                  return input() == ''\n";
    project.write("waits.py", python);
    project.write("empty.py", "print()\nimport sys\nsys.stdin.read()\n");
    project.replay(
        "1 run waits.py basic/a => TLE: | line 3 reads standard input
        1 run empty.py 1728/basic/a => \\ngot         an empty line\\n",
    );
}

#[test]
fn missing_case_is_an_error_with_a_remedy() {
    let project = Project::basic();
    project.write("talks.py", TALKS);
    project.write("graph.txt", "4\n2 1 3\n1 0\n1 3\n2 0 2\n");
    for (arguments, expected) in [
        ("run talks.py basic/aa", "did you mean \"basic/a\"?"),
        ("explain bsaic/a", "did you mean \"basic\"?"),
        ("explain case.txt", "case.txt: there is no such file"),
        ("explain basic/a", "write 913/basic/a or 1728/basic/a"),
        ("run talks.py graph.txt", "talks.py: is for problem 1728"),
        ("run talks.py [\"M.C\"]\n1\n1", "the case: "),
    ] {
        let (_, stderr) = project.exits(2, arguments);
        has(&stderr, expected);
        assert_eq!(stderr.matches("error: ").count(), 1, "{stderr}");
    }
}

#[test]
fn suggested_explain_command_works() {
    let project = Project::basic();
    project.write("talks.py", TALKS);
    // A crash in a later position is named, too.
    let crash = "return mouseJump == 4 and (grid == ['M.C...F'] or grid[9])";
    project.write("crash.py", TALKS.replace("return mouseJump != 2", crash));
    let explain = "explain basic/b --submission talks.py";
    project.replay(&format!(
        "1 judge talks.py => mousetrap {explain}
        1 {explain}
        0 explain basic/a --submission crash.py => run time error (IndexError: "
    ));
}

#[test]
fn failure_that_needs_earlier_cases_names_global_variables() {
    let project = Project::basic();
    project.write("remembers.py", REMEMBERS);
    project.write("wrong.py", TALKS);
    for (option, count) in [("--all-cases", 3), ("", 2)] {
        let report = project.judge(&format!("{option} remembers.py wrong.py"));
        for (number, is_told) in [(0, true), (1, false)] {
            let cases = cases(&report["submissions"][number]["outcome"]["judged"]);
            assert_eq!(cases.len(), count);
            assert_eq!(cases[1]["verdict"], "WA");
            let reason = cases[1]["reason"]["text"].as_str().unwrap();
            assert_eq!(reason.contains("global variable"), is_told, "{reason}");
        }
    }
}

#[test]
fn verdict_is_expected_only_if_a_directory_names_it() {
    let project = Project::basic();
    let file = project.write("talks.py", TALKS);
    let (_, stdout, stderr) = project.run("judge talks.py");
    has(&stdout, "✗ talks.py: WA on basic/b: ");
    assert!(!stdout.contains("expected AC") && !stderr.contains("expected AC"));
    let heading = |text: &str| text.lines().next().unwrap().contains("expected");
    assert!(!heading(&stdout), "{stdout}");
    let placed = "solutions/1728/accepted/talks.py";
    project.write(placed, std::fs::read(file).unwrap());
    let (_, stdout, _) = project.run("judge");
    has(&stdout, "should be AC, but is WA on basic/b");
    assert!(heading(&stdout), "{stdout}");
}

#[test]
fn cache_without_a_home_is_private_to_the_user() {
    use std::os::unix::fs::PermissionsExt as _;
    let project = Project::basic();
    project.write("talks.py", TALKS);
    let temporary = project.path().join("tmp");
    std::fs::create_dir(&temporary).unwrap();
    let mut judge = project.process("judge talks.py");
    judge
        .env_remove("HOME")
        .env_remove("XDG_CACHE_HOME")
        .env("TMPDIR", &temporary);
    let first = judge.output().unwrap();
    assert_eq!(first.status.code(), Some(1), "{first:?}");
    // The next run refuses the directory, because others can write to it.
    let user = rustix::process::geteuid().as_raw();
    let cache = temporary.join(format!("mousetrap-{user}"));
    std::fs::set_permissions(&cache, std::fs::Permissions::from_mode(0o777)).unwrap();
    let second = judge.output().unwrap();
    assert_eq!(second.status.code(), Some(2), "{second:?}");
    has(
        &String::from_utf8_lossy(&second.stderr),
        "set XDG_CACHE_HOME",
    );
}
