//! Every verdict is earned by a submission, in both forms, and reported with its
//! reason.

use crate::project::Project;

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

/// Judges one source and compares verdict, first failing case and reason.
fn check(source: &str, verdict: &str, failing: Option<&str>, detail: &str) {
    let project = Project::new(
        "[suites]\n1728 = [\"basic\"]\n[limits]\ncpu = \"400ms\"\nwall = \"3s\"\nmemory = \
         \"128MiB\"\noutput = \"64KiB\"\n",
    );
    project.write("answer.cpp", source);
    let report = project.judge(&["--problem", "1728", "answer.cpp"]);
    let submission = &report["submissions"][0]["outcome"]["judged"];
    assert_eq!(submission["verdict"], verdict, "{source}\n{report:#}");
    let cases = submission["cases"].as_array().unwrap();
    let failed = cases.iter().find(|case| case["verdict"] != "AC");
    let id = failed.map(|case| case["case"].as_str().unwrap());
    assert_eq!(id, failing, "{source}\n{report:#}");
    if let Some(case) = failed {
        let reported = case["reason"]["text"].as_str().unwrap();
        assert!(reported.contains(detail), "{source}\n{reported:?}");
    }
}

#[test]
fn right_answers_are_accepted_in_both_forms() {
    check(
        &function(&format!("{RIGHT} return answer;")),
        "AC",
        None,
        "",
    );
    check(
        &program(
            "int cols, cat, mouse; cin >> cols >> cat >> mouse; puts(mouse != 3 ? \"true\" : \
             \"false\");",
        ),
        "AC",
        None,
        "",
    );
}

#[test]
fn wrong_answers_and_anything_after_the_answer_are_wrong() {
    let b = Some("basic/b");
    check(
        &function("return true;"),
        "WA",
        b,
        "expected false, got true",
    );
    check(
        &program("puts(\"true\");"),
        "WA",
        b,
        "expected false, got true",
    );
    let a = Some("basic/a");
    check(
        &program("puts(\"true false\");"),
        "WA",
        a,
        "nothing more, got false",
    );
    check(&program(""), "WA", a, "got no reply");
    check(&program("puts(\"1\");"), "WA", a, "got 1");
    check(
        &program("cout << string(1, 0) << endl;"),
        "WA",
        a,
        "got \"\\0\"",
    );
    check(
        &program("cout << \"\\xff\\xfe\" << endl;"),
        "WA",
        a,
        "not UTF-8",
    );
}

#[test]
fn time_is_limited_for_the_busy_and_for_the_idle() {
    let a = Some("basic/a");
    let busy = "for (volatile long i = 0;; i++) {}";
    check(
        &function(busy),
        "TLE",
        a,
        "more than 400ms of CPU time; stopped after ",
    );
    check(&program(busy), "TLE", a, "of CPU time");
    check(
        &function("sleep(1000); return true;"),
        "TLE",
        a,
        "wall time",
    );
}

#[test]
fn memory_and_output_are_limited() {
    let a = Some("basic/a");
    let greedy = "size_t n = 512u << 20; char* all = new char[n]; for (size_t i = 0; i < n; i += \
                  4096) all[i] = 1; volatile char keep = all[n / 2]; (void)keep;";
    check(
        &function(&format!("{greedy} return true;")),
        "MLE",
        a,
        "more than 128 MiB",
    );
    check(
        &program(&format!("{greedy} puts(\"true\");")),
        "MLE",
        a,
        "of memory",
    );
    let chatty = "for (;;) puts(\"hello\");";
    check(
        &function(chatty),
        "OLE",
        a,
        "more than 64 KiB on standard output",
    );
    check(&program(chatty), "OLE", a, "standard output");
}

#[test]
fn standard_error_is_free_and_what_is_dropped_of_it_is_told() {
    let flood = "string line(1023, 'x'); for (int i = 0; i < 2048; i++) cerr << line << '\\n';";
    check(
        &function(&format!("{flood} {RIGHT} return answer;")),
        "AC",
        None,
        "",
    );
    check(
        &program(&format!(
            "{flood} int cols, cat, mouse; cin >> cols >> cat >> mouse; puts(mouse != 3 ? \"true\" : \
             \"false\");"
        )),
        "AC",
        None,
        "",
    );
    let project = Project::basic();
    let source = function(&format!(
        "cerr << \"first\\n\"; {flood} cerr << \"last\\n\"; abort();"
    ));
    project.write("answer.cpp", source);
    let report = project.judge(&["answer.cpp"]);
    let stderr = report["submissions"][0]["outcome"]["judged"]["cases"][0]["stderr"].as_str();
    let stderr = stderr.unwrap_or_else(|| panic!("{report:#}"));
    assert!(stderr.starts_with("first\n"), "{stderr}");
    assert!(stderr.contains("\n… 2 MiB more dropped\n"), "{stderr}");
    assert!(stderr.ends_with("\nlast\n"), "{stderr}");
    let endless = "for (;;) cerr << \"hello\\n\";";
    check(&function(endless), "TLE", Some("basic/a"), "of CPU time");
}

#[test]
fn crashes_name_their_signal_or_exit_code() {
    let a = Some("basic/a");
    check(&function("abort();"), "RTE", a, "signal 6 (SIGABRT)");
    check(
        &function("raise(SIGSEGV); return true;"),
        "RTE",
        a,
        "signal 11 (SIGSEGV)",
    );
    check(&function("throw 1;"), "RTE", a, "signal 6 (SIGABRT)");
    check(
        &function("exit(3);"),
        "RTE",
        a,
        "exit code 3 before it replied",
    );
    check(
        &function("exit(0);"),
        "RTE",
        a,
        "exit code 0 before it replied",
    );
    check(
        &program("puts(\"true\"); return 7;"),
        "RTE",
        a,
        "exit code 7",
    );
    check(
        &function("close(3); sleep(100); return true;"),
        "RTE",
        a,
        "closed the reply channel",
    );
}

#[test]
fn a_crash_loses_one_case_only() {
    let project = Project::basic();
    let source = function("if (mouseJump == 3) abort(); return true;");
    project.write("answer.cpp", source);
    let report = project.judge(&["--all-cases", "answer.cpp"]);
    let cases = report["submissions"][0]["outcome"]["judged"]["cases"]
        .as_array()
        .unwrap()
        .clone();
    let verdicts: Vec<&str> = cases
        .iter()
        .map(|c| c["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(verdicts, ["AC", "RTE", "AC"]);
}

#[test]
fn what_does_not_compile_comes_with_the_compilers_text() {
    let project = Project::basic();
    project.write("answer.cpp", function("return undeclared;"));
    let report = project.judge(&["answer.cpp"]);
    let submission = &report["submissions"][0]["outcome"]["judged"];
    assert_eq!(submission["verdict"], "CE");
    let text = submission["compiler_output"].as_str().unwrap();
    assert!(text.contains("answer.cpp:4"), "{text}");
    assert!(text.contains("undeclared"), "{text}");
}

#[test]
fn forged_replies_are_violations() {
    check(
        &function("write(3, \"true\\ntrue\\n\", 10); return true;"),
        "SV",
        Some("basic/a"),
        "replied more than once",
    );
    let early = format!(
        "int forged = write(3, \"true\\n\", 5);\n{}",
        function("return true;")
    );
    check(
        &early,
        "SV",
        Some("basic/a"),
        "at start-up: replied \"true\\n",
    );
}
