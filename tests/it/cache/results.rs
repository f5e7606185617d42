//! The result cache: unchanged submissions are not judged again.

use serde_json::Value;

use crate::project::{Project, RIGHT, constant, has, until};

/// A project with a separate cache, a right and a wrong submission.
fn project() -> Project {
    let project = Project::basic();
    project.write("right.py", RIGHT);
    project.write("wrong.py", constant(0));
    project.with_own_cache()
}

/// Judges one file. Returns its judgement.
fn judged(project: &Project, arguments: &str) -> Value {
    let (_, report, _) = project.run(&format!("judge --format json {arguments}"));
    let mut report: Value = serde_json::from_str(&report).unwrap();
    report["submissions"][0]["outcome"]["judged"].take()
}

/// Judges one file. Checks its verdict, and whether it is from the cache.
#[track_caller]
fn check(project: &Project, arguments: &str, verdict: &str, from_cache: bool) {
    let judged = judged(project, arguments);
    assert_eq!(judged["verdict"], verdict, "{arguments}");
    assert_eq!(judged["from_cache"] == true, from_cache, "{arguments}");
}

#[test]
fn unchanged_submission_is_judged_once_with_the_same_options() {
    let project = project();
    for (file, verdict) in [("right.py", "AC"), ("wrong.py", "WA")] {
        check(&project, file, verdict, false);
        check(&project, file, verdict, true);
        check(&project, &format!("{file} --no-cache"), verdict, false);
        check(&project, &format!("{file} --all-cases"), verdict, false);
    }
}

#[test]
fn changed_source_case_or_limit_is_judged_again() {
    let project = project();
    judged(&project, "wrong.py");
    project.write("wrong.py", constant(1));
    check(&project, "wrong.py", "WA", false);
    project.case("913/basic/c", "3\n2 1 2\n2 0 2\n2 0 1\n");
    check(&project, "wrong.py", "WA", false);
    check(&project, "wrong.py", "WA", true);
    let limits = "[suites]\n913 = [\"basic\"]\n[limits]\ncpu = \"1s\"\n";
    project.write("judge.toml", limits);
    check(&project, "wrong.py", "WA", false);
}

/// Right, but its program takes a hundred megabytes of disk.
const LARGE: &str = "\
#include <stdio.h>
char filler[100 << 20] = {1};
int main(void) { puts(filler[0] ? \"0\" : \"1\"); }
";

#[test]
fn large_program_is_a_compile_error_and_is_not_cached() {
    let project = project();
    project.write("large.c", LARGE);
    let judged = judged(&project, "--problem 913 --form program large.c");
    assert_eq!(judged["verdict"], "CE", "{judged}");
    let text = judged["compiler_output"].as_str().unwrap();
    has(text, "the compiled program is 100");
    has(&project.prints(0, "cache"), ": 0 B used");
}

/// Sleeps on each case.
const SLEEPS: &str = "\
#include <stdio.h>
#include <unistd.h>
int main(void) { usleep(900000); puts(\"0\"); }
";

#[test]
fn cache_command_clears_everything_that_no_judge_uses() {
    let project = project();
    let cache = |option: &str| project.prints(0, &format!("cache {option}"));
    has(&cache(""), "cache/mousetrap: 0 B used, limit 2 GiB");
    judged(&project, "right.py");
    project.write("sleeps.c", SLEEPS);
    let programs = || {
        let printed = cache("");
        let mut lines = printed.lines().map(str::trim_start);
        let line = lines.find(|line| line.starts_with("programs"));
        line.unwrap_or_else(|| panic!("{printed}")).to_owned()
    };
    let before = programs();
    let sleeps = "judge --problem 913 --form program sleeps.c --format json --no-cache";
    let judge = project.spawn(sleeps);
    until("compiled program", || programs() != before);
    // The program of the submission, and the stub with which start-up times are measured.
    let cleared = cache("--clear");
    has(&cleared, "\nkept ");
    has(&cleared, " in use by a running judge");
    let output = judge.wait_with_output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let judged = &report["submissions"][0]["outcome"]["judged"];
    // It is right on the first case, so the program was still there.
    assert_eq!(judged["verdict"], "WA", "{judged}");
    assert_eq!(judged["cases"].as_array().unwrap().len(), 2);
    has(&cache("--clear"), "removed ");
    has(&cache(""), ": 0 B used");
    check(&project, "right.py", "AC", false);
}
