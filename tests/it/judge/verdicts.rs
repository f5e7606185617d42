//! Every verdict, in both forms, with its reason.

use crate::project::{Project, cases, has};

/// Returns a C++ function with this body.
fn function(body: &str) -> String {
    format!(
        "class Solution {{\npublic:\n  bool canMouseWin(vector<string>& grid, int catJump, int \
         mouseJump) {{\n{body}\n  }}\n}};\n"
    )
}

/// Returns a C++ program with this body of `main`.
fn program(body: &str) -> String {
    format!(
        "#include <bits/stdc++.h>\n#include <unistd.h>\nusing namespace std;\nint main() {{\n\
         int rows; cin >> rows;\n{body}\n}}\n"
    )
}

/// Returns a program that runs `before` and prints the right answer.
fn right_program(before: &str) -> String {
    program(&format!(
        "{before} int cols, cat, mouse; cin >> cols >> cat >> mouse; puts(mouse != 3 ? \"true\" : \
         \"false\");"
    ))
}

/// Judges C++ sources with low limits. A row of the table has the form and the body of a source,
/// its verdict, its first failing case in the suite `basic`, and a part of the reason.
fn check(table: &str) {
    let limits = "cpu = \"400ms\"\nwall = \"3s\"\nmemory = \"128MiB\"\noutput = \"64KiB\"\n";
    let project = Project::new(&format!("[suites]\n1728 = [\"basic\"]\n[limits]\n{limits}"));
    for row in table.lines().filter(|row| !row.is_empty()) {
        let [source, verdict, case, reason] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("a row has four columns: {row}");
        };
        let (form, body) = source.split_once(": ").unwrap();
        let source = match form {
            "function" => function(body),
            "program" => program(body),
            "right program" => right_program(body),
            // Code before the function.
            _ => format!("{body}\n{}", function("return true;")),
        };
        project.write("answer.cpp", &source);
        let judged = project.judged("--problem 1728 answer.cpp");
        assert_eq!(judged["verdict"], verdict, "{row}\n{judged:#}");
        let failing = cases(&judged).iter().find(|case| case["verdict"] != "AC");
        assert_eq!(failing.is_none(), verdict == "AC", "{row}\n{judged:#}");
        if let Some(failing) = failing {
            assert_eq!(failing["case"], format!("basic/{case}"), "{row}");
            has(failing["reason"]["text"].as_str().unwrap(), reason);
        }
    }
}

#[test]
fn wrong_answer_is_named() {
    check(
        r#"
function: return mouseJump != 3; | AC | - | -
right program: ; | AC | - | -
function: return true; | WA | b | expected false, got true
program: puts("true"); | WA | b | expected false, got true
program: cout << "\xff\xfe" << endl; | WA | a | not UTF-8
"#,
    );
}

#[test]
fn time_memory_and_output_are_limited() {
    let greedy = "size_t n = 512u << 20; char* all = new char[n]; for (size_t i = 0; i < n; i += \
                  4096) all[i] = 1; volatile char keep = all[n / 2]; (void)keep;";
    check(&format!(
        r#"
function: for (volatile long i = 0;; i++) {{}} | TLE | a | more than 400 ms of CPU time; stopped after
program: for (volatile long i = 0;; i++) {{}} | TLE | a | of CPU time
function: sleep(1000); return true; | TLE | a | wall time
function: {greedy} return true; | MLE | a | more than 128 MiB
program: {greedy} puts("true"); | MLE | a | of memory
function: for (;;) puts("hello"); | OLE | a | more than 64 KiB on standard output
program: for (;;) puts("hello"); | OLE | a | standard output
"#
    ));
}

#[test]
fn standard_error_is_not_limited_and_its_middle_is_dropped() {
    let flood = "string line(1023, 'x'); for (int i = 0; i < 2048; i++) cerr << line << '\\n';";
    check(&format!(
        r#"
function: {flood} return mouseJump != 3; | AC | - | -
right program: {flood} | AC | - | -
function: for (;;) cerr << "hello\n"; | TLE | a | of CPU time
"#
    ));
    let project = Project::basic();
    let source = format!("cerr << \"first\\n\"; {flood} cerr << \"last\\n\"; abort();");
    project.write("answer.cpp", function(&source));
    let judged = project.judged("answer.cpp");
    let stderr = judged["cases"][0]["stderr"].as_str().unwrap();
    assert!(
        stderr.starts_with("first\n") && stderr.ends_with("\nlast\n"),
        "{stderr}"
    );
    has(stderr, "\n… 2 MiB more dropped\n");
}

#[test]
fn crashes_and_forged_replies_are_named() {
    check(
        r#"
function: abort(); | RTE | a | signal 6 (SIGABRT)
function: raise(SIGSEGV); return true; | RTE | a | signal 11 (SIGSEGV)
function: throw 1; | RTE | a | signal 6 (SIGABRT)
function: exit(3); | RTE | a | exited with code 3 before it replied
function: exit(0); | RTE | a | exited with code 0 before it replied
program: puts("true"); return 7; | RTE | a | exit code 7
function: close(3); sleep(100); return true; | RTE | a | closed the reply channel
function: write(3, "true\ntrue\n", 10); return true; | SV | a | replied more than once
before: int forged = write(3, "true\n", 5); | SV | a | at start-up: replied "true\n
before: int crashed = raise(SIGSEGV); | RTE | a | at start-up: signal 11
"#,
    );
}

#[test]
fn crash_loses_one_case_only() {
    let project = Project::basic();
    let source = function("if (mouseJump == 3) abort(); return true;");
    project.write("answer.cpp", source);
    let judged = project.judged("--all-cases answer.cpp");
    let verdicts: Vec<_> = cases(&judged).iter().map(|case| &case["verdict"]).collect();
    assert_eq!(verdicts, ["AC", "RTE", "AC"]);
}

#[test]
fn solution_with_fewer_suites_runs_only_these_and_the_table_names_them() {
    let config = "[suites]\n1728 = [\"basic\", \"more\"]\n[solutions]\n\
                  \"1728/accepted/slow\" = [\"basic\"]\n";
    let project = Project::new(config);
    project.case("1728/more/d", "1 3 1 1\nMFC\n");
    let slow = "class Solution:\n    def canMouseWin(self, grid, c, m):\n        \
                return c == 1 and m in (2, 4)\n";
    project.write("solutions/1728/accepted/slow.py", slow);
    project.replay(
        "0 judge => 3 of 3 * | * ran only the suites basic, as set under [solutions] in judge.toml
        1 judge --all-suites => more/d | ![solutions]
        1 judge --suite basic --suite more => more/d | ![solutions]",
    );
    project.write(
        "judge.toml",
        config.replace("= [\"basic\"]", "= [\"bsaic\"]"),
    );
    project.fails("judge", "judge.toml:4: \"bsaic\" is not among the suites");
}
