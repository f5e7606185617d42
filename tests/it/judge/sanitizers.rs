//! Accepted submissions in C and C++ run once more with sanitizers, as on
//! `LeetCode`.

use std::time::{Instant, SystemTime};

use serde_json::Value;

use crate::project::{Project, cases, has};

const SETTINGS: &str = "[suites]\n913 = [\"basic\"]\n";

/// Returns a C++ function whose body begins on line 3.
fn cpp(body: &str) -> String {
    format!(
        "class Solution {{ public:\nint catMouseGame(vector<vector<int>>& graph) {{\n{body}\n}} }};\n"
    )
}

/// Returns a C function whose body begins on line 2.
fn c(body: &str) -> String {
    format!("int catMouseGame(int** graph, int graphSize, int* graphColSize) {{\n{body}\n}}\n")
}

/// Right, but reads freed memory.
const USE_AFTER_FREE: &str = "\
int* answers = new int[64]();
int answer = graph.size() == 6 ? 0 : 1;
for (int i = 0; i < 64; i++) answers[i] = answer;
delete[] answers;
return answers[graph.size()] == 12345 ? 2 : answer;";

/// Right, but reads one element too many.
const SMALL_OVERFLOW: &str = "\
int* seen = calloc(graphSize, sizeof(int));
int sum = 0;
for (int node = 0; node <= graphSize; node++) sum += seen[node] == 12345;
free(seen);
return sum > 100 ? 2 : graphSize == 6 ? 0 : 1;";

const SIGNED_OVERFLOW: &str = "\
int hash = 1;
for (int i = 0; i < 100; i++) hash = hash * 31 + (int)graph.size();
return hash == 12345 ? 2 : graph.size() == 6 ? 0 : 1;";

/// A right complete program that reads beyond its array.
const PROGRAM: &str = "\
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int nodes;
    if (scanf(\"%d\", &nodes) != 1) return 1;
    int* seen = calloc(nodes, sizeof(int));
    int more = seen[nodes];
    free(seen);
    printf(\"%d\\n\", more == 12345 ? 2 : nodes == 6 ? 0 : 1);
}
";

const CLEAN: &str = "return graph.size() == 6 ? 0 : 1;";

/// Writes a submission that no test has judged before.
fn write(project: &Project, file: &str, source: &str) {
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_nanos();
    project.write(file, format!("{source}// {now}\n"));
}

/// Returns the verdict, the reason of the first failing case, and whether the result is from
/// the cache.
fn judged(project: &Project, file: &str) -> (String, String, bool) {
    let judge = format!("judge --format json --problem 913 {file}");
    let report: Value = serde_json::from_str(&project.run(&judge).1).unwrap();
    let submission = &report["submissions"][0]["outcome"]["judged"];
    let cases = cases(submission);
    assert_eq!(cases.len(), 2, "a case that is judged again is one case");
    let failing = cases.iter().find(|case| case["verdict"] != "AC");
    let detail = failing.map_or("", |case| case["reason"]["text"].as_str().unwrap());
    let verdict = submission["verdict"].as_str().unwrap();
    let from_cache = submission["from_cache"] == true;
    (verdict.to_owned(), detail.to_owned(), from_cache)
}

#[test]
fn finding_in_an_accepted_submission_is_a_run_time_error_with_its_line() {
    let project = Project::new(SETTINGS);
    let overflow = "AddressSanitizer: heap-buffer-overflow, line ";
    let freed = "AddressSanitizer: heap-use-after-free, line 7";
    for (file, source, reason) in [
        ("a.cpp", cpp(USE_AFTER_FREE), freed),
        ("b.c", c(SMALL_OVERFLOW), &format!("{overflow}4")),
        ("c.cpp", cpp(SIGNED_OVERFLOW), "signed integer overflow: "),
        ("d.c", PROGRAM.to_owned(), &format!("{overflow}7")),
    ] {
        // Without `--jobs 1`, an idle core compiles the sanitizer build in advance.
        for options in ["", " --jobs 1"] {
            write(&project, file, &source);
            let (verdict, detail, _) = judged(&project, &format!("{file}{options}"));
            assert_eq!(verdict, "RTE", "{file}{options}: {detail}");
            has(&detail, reason);
        }
    }
    let again = judged(&project, "a.cpp");
    assert_eq!((&*again.0, again.2), ("RTE", true), "{}", again.1);
}

/// Ways in which the checked build alone fails without a sanitizer's message.
const FAULTS: [(&str, &str); 9] = [
    ("rejected", "#error"),
    ("exit", "_exit(0);"),
    ("killed", "kill(getpid(), SIGKILL);"),
    ("silent", "close(2); ((volatile char*)malloc(1))[1] = 1;"),
    ("memory", "for (;;) memset(malloc(1 << 24), 1, 1 << 24);"),
    ("closed", "close(3); pause();"),
    ("twice", "write(3, \"0\\n0\\n\", 4);"),
    ("wrong", "return 2;"),
    ("sleeps", "sleep(600);"),
];

#[test]
fn checked_run_without_result_is_stopped_and_reported() {
    let project = Project::new(&format!("{SETTINGS}[judge]\nsleep_budget = \"20s\"\n"));
    for (name, fault) in FAULTS {
        let body =
            format!("#ifdef __SANITIZE_ADDRESS__\n{fault}\n#endif\nreturn graphSize == 6 ? 0 : 1;");
        let source = format!("#include <signal.h>\n#include <unistd.h>\n{}", c(&body));
        write(&project, &format!("class/{name}.c"), &source);
    }
    let report = project.judge("--problem 913 class");
    let submissions = report["submissions"].as_array().unwrap();
    assert_eq!(submissions.len(), FAULTS.len());
    for submission in submissions {
        let judged = &submission["outcome"]["judged"];
        assert_eq!(judged["verdict"], "AC", "{submission:#}");
        let unchecked = &judged["unchecked"]["id"];
        let sleeps = submission["path"] == "class/sleeps.c";
        let is_expected = unchecked.is_string() && (!sleeps || *unchecked == "checked_time_limit");
        assert!(is_expected, "{submission:#}");
    }
}

#[test]
fn unprepared_toolchain_finds_the_same() {
    for (source, verdict) in [
        (USE_AFTER_FREE, "RTE"),
        (SIGNED_OVERFLOW, "RTE"),
        (CLEAN, "AC"),
    ] {
        let [with, without] = ["", "[languages.cpp]\nprepare = []\n"].map(|setting| {
            let project = Project::new(&format!("{SETTINGS}{setting}"));
            write(&project, "a.cpp", &cpp(source));
            judged(&project, "a.cpp")
        });
        assert_eq!(with.0, verdict, "{}", with.1);
        assert_eq!(with, without);
    }
}

#[test]
fn submission_stays_accepted_without_findings_or_without_sanitizers() {
    let project = Project::new(SETTINGS);
    write(&project, "clean.cpp", &cpp(CLEAN));
    assert_eq!(judged(&project, "clean.cpp").0, "AC");
    let project = Project::new(&format!("{SETTINGS}[judge]\nsanitizers = false\n"));
    write(&project, "a.cpp", &cpp(USE_AFTER_FREE));
    assert_eq!(judged(&project, "a.cpp").0, "AC");
}

/// Wrong, because an index is one too large.
const WRONG_BY_OVERFLOW: &str = "\
int* seen = calloc(graphSize, sizeof(int));
int answer = seen[graphSize] == 12345 ? 1 : 2;
free(seen);
return answer;";

#[test]
fn finding_in_a_failed_submission_is_added_to_its_reason() {
    let project = Project::new(SETTINGS);
    let forgotten = cpp("if (graph.size() == 4) return 1;");
    let missing_return = "execution reached the end of a value-returning function";
    let overflow = "AddressSanitizer: heap-buffer-overflow, line 3";
    for (file, source, finding) in [
        ("a.cpp", forgotten, missing_return),
        ("b.c", c(WRONG_BY_OVERFLOW), overflow),
    ] {
        write(&project, file, &source);
        for from_cache in [false, true] {
            let (printed, _) = project.exits(1, &["judge", "--all-cases", file]);
            let marked = printed.contains(" ✗ (cached)") || printed.contains("1 cached");
            assert_eq!(marked, from_cache, "{printed}");
            has(&printed, format!("; the sanitizers found: {finding}"));
        }
    }
}

/// Takes minutes to compile, but only with sanitizers.
const SLOW_SANITIZER_BUILD: &str = "\
#ifdef __SANITIZE_ADDRESS__
constexpr unsigned long sum(unsigned k) {
    unsigned long x = 1;
    for (int i = 0; i < 250000; ++i) x = x * k + i;
    return x;
}
template <int N> struct Sum { static constexpr unsigned long value = sum(N) + Sum<N - 1>::value; };
template <> struct Sum<0> { static constexpr unsigned long value = 0; };
unsigned long sink = Sum<800>::value;
#endif
";

#[test]
fn unneeded_sanitizer_build_is_cancelled() {
    let project = Project::new(SETTINGS);
    let rejected = cpp("return undeclared;");
    write(
        &project,
        "a.cpp",
        &(SLOW_SANITIZER_BUILD.to_owned() + &rejected),
    );
    let begun = Instant::now();
    has(&project.exits(1, &["judge", "a.cpp"]).0, "CE");
    let seconds = begun.elapsed().as_secs();
    assert!(seconds < 200, "waited {seconds} s for the sanitizer build");
}
