//! What a submission shows of itself: its own output, one case of one's choice,
//! and where a failure is explained.

use crate::project::{Project, has};

/// Right on two of the three boards, and talkative.
const TALKS: &str = "\
import sys

class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        print('looked at', len(grid), 'rows')
        print('warned', file=sys.stderr)
        return mouseJump != 2
";

/// Right about each board, unless it has seen one before.
const REMEMBERS: &str = "\
class Solution:
    seen = []

    def canMouseWin(self, grid, catJump, mouseJump):
        Solution.seen.append(grid)
        return mouseJump != 3 or len(Solution.seen) > 1
";

#[test]
fn its_own_output_is_shown_where_it_fails_and_never_redacted() {
    let project = Project::basic();
    project.write("talks.py", TALKS);
    let (said, _) = project.exits(1, "judge --show-failing talks.py");
    // Standard output of the failing case alone.
    let shown = "\noutput:\n  looked at 1 rows\n\nstandard error:\n  warned\n";
    has(&said, shown);
    let report = project.judge("talks.py");
    let cases = report["submissions"][0]["outcome"]["judged"]["cases"]
        .as_array()
        .unwrap();
    assert_eq!(cases[0]["stdout"], serde_json::Value::Null);
    assert_eq!(cases[1]["stdout"], "looked at 1 rows\n");
    for format in ["table", "json", "html", "markdown", "csv", "junit"] {
        let arguments = format!("judge --redact --format {format} talks.py");
        let (said, noted) = project.exits(1, &arguments);
        for secret in [
            "looked at",
            "show-failing",
            "mousetrap explain basic",
            "basic/b",
        ] {
            assert!(!said.contains(secret) && !noted.contains(secret), "{said}");
        }
    }
}

#[test]
fn single_failed_file_shows_its_case_unless_redacted() {
    let project = Project::basic();
    project.write("talks.py", TALKS);
    let shown = [
        "talks.py: WA on basic/b: expected false, got true\n",
        "\nLeetCode:\n  [",
        "\nexpected    false: the cat wins. ",
        "\ngot         true\n",
    ];
    for arguments in [
        "judge talks.py",
        "judge --quiet talks.py",
        "judge --output report.json talks.py",
        "judge --show-failing talks.py",
    ] {
        let (printed, _) = project.exits(1, arguments);
        for part in shown {
            assert_eq!(printed.matches(part).count(), 1, "{arguments:?}: {printed}");
        }
        assert!(!printed.contains("--show-failing"), "{printed}");
    }
    let (printed, _) = project.exits(1, "judge --redact talks.py");
    for part in &shown[1..] {
        assert!(!printed.contains(part), "{printed}");
    }
}

#[test]
fn fenced_file_is_judged_with_a_note_and_its_own_line_numbers() {
    let project = Project::basic();
    let right = TALKS.replace("mouseJump != 2", "mouseJump != 3");
    let fenced = |code: &str| format!("```python\n{code}```\nIt's fast.\n").replace('\n', "\r\n");
    project.write("right.py", fenced(&right));
    let (_, noted) = project.exits(0, "judge right.py");
    let note = "removed the Markdown code fence on line 1 and everything from line 9 on";
    has(&noted, format!("right.py: {note}\n"));
    let report = project.judge("right.py");
    assert_eq!(
        report["submissions"][0]["outcome"]["judged"]["compiler_output"],
        format!("{note}\n")
    );
    project.write(
        "crash.py",
        fenced(&right.replace("return mouseJump", "return nothing")),
    );
    let (_, printed, _) = project.run("judge crash.py");
    has(&printed, "NameError: name 'nothing' is not defined, line 8");
}

#[test]
fn a_submission_is_run_on_a_case_of_ones_own() {
    let project = Project::basic();
    project.write("talks.py", TALKS);
    project.write("own.txt", "1 7 1 4\nM.C...F\n");
    let leetcode = "[\"M.C...F\"]\n1\n4";
    for (arguments, typed) in [
        (&["run", "talks.py", "own.txt"][..], ""),
        (&["run", "talks.py", leetcode], ""),
        (&["run", "talks.py", "basic/a"], ""),
        (&["run", "talks.py", "1728/basic/a"], ""),
        (&["run", "talks.py"], leetcode),
        (&["run", "talks.py", "-"], leetcode),
    ] {
        let (code, said, noted) = project.run_typed(arguments, typed);
        assert_eq!(code, 0, "{arguments:?}: {said}{noted}");
        has(&said, "output:\n  looked at 1 rows\n");
        has(&said, "standard error:\n  warned\n");
        has(&said, "expected    true: the mouse wins.");
        has(&said, "\ngot         true\n");
        has(&said, "used        CPU ");
        has(&said, "verdict     AC\n");
    }
    let (said, _) = project.exits(1, "run talks.py basic/c");
    has(&said, "expected    true: ");
    has(&said, "\ngot         false\n");
    has(&said, "verdict     WA: expected true, got");
    project.write("crash.py", TALKS.replace("mouseJump != 2", "grid[9]"));
    let (said, _) = project.exits(1, "run crash.py basic/c");
    has(&said, "got         nothing\n");
    has(&said, "verdict     RTE: IndexError: ");
}

#[test]
fn function_that_waits_for_input_is_stopped_with_the_line() {
    let project = Project::new("[suites]\n1728 = [\"basic\"]\n[limits]\nwall = \"2s\"\n");
    let python = "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        \
                  return input() == ''\n";
    project.write("waits.py", python);
    let (said, _) = project.exits(1, "run waits.py basic/a");
    has(&said, "TLE: ");
    has(
        &said,
        "line 3 reads standard input, but a function gets its input as arguments",
    );
    project.write("empty.py", "print()\nimport sys\nsys.stdin.read()\n");
    let (_, said, _) = project.run("run empty.py 1728/basic/a");
    has(&said, "\ngot         an empty line\n");
}

#[test]
fn a_case_that_is_not_there_is_an_error_with_a_remedy() {
    let project = Project::basic();
    project.write("talks.py", TALKS);
    project.write("graph.txt", "4\n2 1 3\n1 0\n1 3\n2 0 2\n");
    for (arguments, expected) in [
        (
            &["run", "talks.py", "basic/aa"][..],
            "basic/aa: there is no such file, and suite basic has no such case; did you mean \"basic/a\"?",
        ),
        (
            &["explain", "bsaic/a"],
            "bsaic/a: there is no such file, and there is no suite \"bsaic\"; did you mean \"basic\"?",
        ),
        (
            &["explain", "case.txt"],
            "case.txt: there is no such file, and it does not name a case of a suite",
        ),
        (
            &["explain", "basic/a"],
            "both problems have a case of this name; say 913/basic/a or 1728/basic/a",
        ),
        (
            &["run", "talks.py", "graph.txt"],
            "talks.py: is for problem 1728, not for problem 913",
        ),
        (&["run", "talks.py", "[\"M.C\"]\n1\n1"], "the case: "),
    ] {
        let (_, said) = project.exits(2, arguments);
        assert!(said.contains(expected), "{arguments:?}: {said}");
        let one = said.matches("error: ").count();
        assert_eq!(one, 1, "{said}");
    }
}

#[test]
fn the_command_that_explains_a_failure_is_named_and_works() {
    let project = Project::basic();
    project.write("talks.py", TALKS);
    let (said, _) = project.exits(1, "judge talks.py");
    let command = "mousetrap explain basic/b --submission talks.py";
    has(&said, command);
    let arguments: Vec<&str> = command.split(' ').skip(1).collect();
    project.exits(1, &arguments);
    // What only a later position brings to light is said as well.
    let crash = "return mouseJump == 4 and (grid == ['M.C...F'] or grid[9])";
    project.write("crash.py", TALKS.replace("return mouseJump != 2", crash));
    let arguments = "explain basic/a --submission crash.py";
    let (_, said, _) = project.run(arguments);
    has(&said, "run time error (IndexError: list index out of range");
}

#[test]
fn a_failure_that_is_due_to_earlier_cases_says_so() {
    let project = Project::basic();
    project.write("remembers.py", REMEMBERS);
    project.write("wrong.py", TALKS);
    for arguments in [
        &["--all-cases", "remembers.py", "wrong.py"][..],
        &["remembers.py", "wrong.py"],
    ] {
        let report = project.judge(arguments);
        let detail = |number: usize| {
            let cases = report["submissions"][number]["outcome"]["judged"]["cases"]
                .as_array()
                .unwrap();
            assert_eq!(cases.len(), if arguments.len() == 3 { 3 } else { 2 });
            assert_eq!(cases[1]["verdict"], "WA");
            cases[1]["reason"]["text"].as_str().unwrap().to_owned()
        };
        assert!(
            detail(0).contains("is a global variable or a static field not reset"),
            "{}",
            detail(0)
        );
        assert!(!detail(1).contains("global"), "{}", detail(1));
    }
}

#[test]
fn a_verdict_is_expected_only_where_the_user_says_which() {
    let project = Project::basic();
    let file = project.write("talks.py", TALKS);
    let (_, said, noted) = project.run("judge talks.py");
    has(&said, "✗ talks.py: WA on basic/b: ");
    for text in [&said, &noted] {
        assert!(!text.contains("expected AC"), "{text}");
    }
    assert!(!said.lines().next().unwrap().contains("expected"), "{said}");
    let placed = "solutions/1728/accepted/talks.py";
    project.write(placed, std::fs::read(file).unwrap());
    let (_, said, _) = project.run("judge");
    has(&said, "should be AC, but is WA on basic/b");
    assert!(said.lines().next().unwrap().contains("expected"), "{said}");
}

#[test]
fn without_a_home_the_cache_is_ones_own() {
    use std::os::unix::fs::PermissionsExt as _;
    let project = Project::basic();
    project.write("talks.py", TALKS);
    let temporary = project.path().join("tmp");
    std::fs::create_dir(&temporary).unwrap();
    let judge = || {
        let mut command = project.mousetrap();
        command.env_remove("HOME").env_remove("XDG_CACHE_HOME");
        command
            .env("TMPDIR", &temporary)
            .args(["judge", "talks.py"]);
        let output = command.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), said)
    };
    let (code, said) = judge();
    assert_eq!(code, Some(1), "{said}");
    let user = rustix::process::geteuid().as_raw();
    let cache = temporary.join(format!("mousetrap-{user}"));
    let mode = |path| std::fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&cache) & 0o777, 0o700);
    let open = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(&cache, open).unwrap();
    let (code, said) = judge();
    assert_eq!(code, Some(2), "{said}");
    has(&said, "set XDG_CACHE_HOME to a directory");
}
