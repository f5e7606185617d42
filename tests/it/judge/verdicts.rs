//! Every verdict is earned by a submission, in both forms, and reported with its
//! reason.

use crate::project::{Project, has};

/// A C++ function with this body.
fn function(body: &str) -> String {
    format!(
        "class Solution {{\npublic:\n  bool canMouseWin(vector<string>& grid, int catJump, int \
         mouseJump) {{\n{body}\n  }}\n}};\n"
    )
}

/// A C++ program with this body of `main`.
fn program(body: &str) -> String {
    format!(
        "#include <bits/stdc++.h>\n#include <unistd.h>\nusing namespace std;\nint main() {{\nint rows; cin >> rows;\n{body}\n}}\n"
    )
}

/// Right on the suite `basic`, where only the board with mouse jump 3 is lost.
const RIGHT: &str = "bool answer = mouseJump != 3;";

/// A project with limits that a test reaches soon.
fn project() -> Project {
    Project::new(
        "[suites]\n1728 = [\"basic\"]\n[limits]\ncpu = \"400ms\"\nwall = \"3s\"\nmemory = \
         \"128MiB\"\noutput = \"64KiB\"\n",
    )
}

/// Judges C++ sources, each with its verdict and, unless it is accepted, with its first
/// failing case and a part of the reason.
fn check(rows: &[(String, &str, &str, &str)]) {
    let project = project();
    for (source, verdict, failing, detail) in rows {
        project.write("answer.cpp", source);
        let judged = project.judged("--problem 1728 answer.cpp");
        assert_eq!(judged["verdict"], *verdict, "{source}\n{judged:#}");
        let cases = judged["cases"].as_array().unwrap();
        let failed = cases.iter().find(|case| case["verdict"] != "AC");
        let id = failed.map_or("", |case| case["case"].as_str().unwrap());
        assert_eq!(id, *failing, "{source}\n{judged:#}");
        if let Some(case) = failed {
            let reported = case["reason"]["text"].as_str().unwrap();
            assert!(reported.contains(detail), "{source}\n{reported:?}");
        }
    }
}

/// A program that answers right after `before`.
fn right_program(before: &str) -> String {
    program(&format!(
        "{before} int cols, cat, mouse; cin >> cols >> cat >> mouse; puts(mouse != 3 ? \"true\" : \
         \"false\");"
    ))
}

const A: &str = "basic/a";
const B: &str = "basic/b";

#[test]
fn right_and_wrong_answers_and_anything_after_the_answer() {
    let wrong = "expected false, got true";
    check(&[
        (function(&format!("{RIGHT} return answer;")), "AC", "", ""),
        (right_program(""), "AC", "", ""),
        (function("return true;"), "WA", B, wrong),
        (program("puts(\"true\");"), "WA", B, wrong),
        (
            program("puts(\"true false\");"),
            "WA",
            A,
            "nothing more, got false",
        ),
        (program(""), "WA", A, "got no reply"),
        (program("puts(\"1\");"), "WA", A, "got 1"),
        (
            program("cout << string(1, 0) << endl;"),
            "WA",
            A,
            "got \"\\0\"",
        ),
        (
            program("cout << \"\\xff\\xfe\" << endl;"),
            "WA",
            A,
            "not UTF-8",
        ),
    ]);
}

#[test]
fn time_memory_and_output_are_limited() {
    let busy = "for (volatile long i = 0;; i++) {}";
    let idle = function("sleep(1000); return true;");
    let greedy = "size_t n = 512u << 20; char* all = new char[n]; for (size_t i = 0; i < n; i += \
                  4096) all[i] = 1; volatile char keep = all[n / 2]; (void)keep;";
    let [greedy_function, greedy_program] = [
        function(&format!("{greedy} return true;")),
        program(&format!("{greedy} puts(\"true\");")),
    ];
    let chatty = "for (;;) puts(\"hello\");";
    let too_slow = "more than 400ms of CPU time; stopped after ";
    let too_chatty = "more than 64 KiB on standard output";
    check(&[
        (function(busy), "TLE", A, too_slow),
        (program(busy), "TLE", A, "of CPU time"),
        (idle, "TLE", A, "wall time"),
        (greedy_function, "MLE", A, "more than 128 MiB"),
        (greedy_program, "MLE", A, "of memory"),
        (function(chatty), "OLE", A, too_chatty),
        (program(chatty), "OLE", A, "standard output"),
    ]);
}

#[test]
fn standard_error_is_free_and_what_is_dropped_of_it_is_told() {
    let flood = "string line(1023, 'x'); for (int i = 0; i < 2048; i++) cerr << line << '\\n';";
    let endless = function("for (;;) cerr << \"hello\\n\";");
    check(&[
        (
            function(&format!("{flood} {RIGHT} return answer;")),
            "AC",
            "",
            "",
        ),
        (right_program(flood), "AC", "", ""),
        (endless, "TLE", A, "of CPU time"),
    ]);
    let project = Project::basic();
    let source = function(&format!(
        "cerr << \"first\\n\"; {flood} cerr << \"last\\n\"; abort();"
    ));
    project.write("answer.cpp", source);
    let judged = project.judged("answer.cpp");
    let stderr = judged["cases"][0]["stderr"].as_str();
    let stderr = stderr.unwrap_or_else(|| panic!("{judged:#}"));
    assert!(stderr.starts_with("first\n"), "{stderr}");
    has(stderr, "\n… 2 MiB more dropped\n");
    assert!(stderr.ends_with("\nlast\n"), "{stderr}");
}

#[test]
fn crashes_and_forged_replies_are_named() {
    let forged = "int forged = write(3, \"true\\n\", 5);\n".to_owned();
    check(&[
        (function("abort();"), "RTE", A, "signal 6 (SIGABRT)"),
        (
            function("raise(SIGSEGV); return true;"),
            "RTE",
            A,
            "signal 11 (SIGSEGV)",
        ),
        (function("throw 1;"), "RTE", A, "signal 6 (SIGABRT)"),
        (
            function("exit(3);"),
            "RTE",
            A,
            "exit code 3 before it replied",
        ),
        (
            function("exit(0);"),
            "RTE",
            A,
            "exit code 0 before it replied",
        ),
        (
            program("puts(\"true\"); return 7;"),
            "RTE",
            A,
            "exit code 7",
        ),
        (
            function("close(3); sleep(100); return true;"),
            "RTE",
            A,
            "closed the reply channel",
        ),
        (
            function("write(3, \"true\\ntrue\\n\", 10); return true;"),
            "SV",
            A,
            "replied more than once",
        ),
        (
            forged + &function("return true;"),
            "SV",
            A,
            "at start-up: replied \"true\\n",
        ),
    ]);
}

#[test]
fn a_crash_loses_one_case_only() {
    let project = Project::basic();
    let source = function("if (mouseJump == 3) abort(); return true;");
    project.write("answer.cpp", source);
    let judged = project.judged("--all-cases answer.cpp");
    let cases = judged["cases"].as_array().unwrap();
    let verdicts: Vec<_> = cases.iter().map(|case| &case["verdict"]).collect();
    assert_eq!(verdicts, ["AC", "RTE", "AC"]);
}

#[test]
fn what_does_not_compile_comes_with_the_compilers_text() {
    let project = Project::basic();
    project.write("answer.cpp", function("return undeclared;"));
    let judged = project.judged("answer.cpp");
    assert_eq!(judged["verdict"], "CE");
    let text = judged["compiler_output"].as_str().unwrap();
    has(text, "answer.cpp:4");
    has(text, "undeclared");
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
    let (printed, _) = project.exits(0, "judge");
    has(&printed, "3 of 3 *");
    has(
        &printed,
        "* only the suites basic, as [solutions] in judge.toml says",
    );
    for all in ["judge --all-suites", "judge --suite basic --suite more"] {
        let (printed, _) = project.exits(1, all);
        has(&printed, "more/d");
        assert!(!printed.contains("[solutions]"), "{printed}");
    }
    project.write(
        "judge.toml",
        config.replace("= [\"basic\"]", "= [\"bsaic\"]"),
    );
    let (_, said) = project.exits(2, "judge");
    has(
        &said,
        "judge.toml:4: \"bsaic\" is not among the suites of problem 1728: basic, more",
    );
}
