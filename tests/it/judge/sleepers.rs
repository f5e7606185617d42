//! Time limits: sleeping submissions, repeated runs, and work before the first case.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;

use crate::project::{Project, cases};

/// Returns a C function that takes so many milliseconds of CPU time and then sleeps.
fn c_function(busy: u32, idle: u32) -> String {
    format!(
        "#include <time.h>\n#include <unistd.h>\n\
         bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) {{\n\
         clock_t begun = clock();\n\
         while (clock() - begun < CLOCKS_PER_SEC / 1000 * {busy}) {{}}\n\
         usleep({idle}000);\n\
         return mouseJump != 3;\n}}\n"
    )
}

/// A C program that sleeps for a second.
const SLEEPING_PROGRAM: &str = "\
#include <stdio.h>
#include <unistd.h>
int main() {
    int rows, cols, cat, mouse;
    if (scanf(\"%d%d%d%d\", &rows, &cols, &cat, &mouse) != 4) return 1;
    usleep(1000000);
    puts(mouse != 3 ? \"true\" : \"false\");
}
";

const JAVA_WORK: &str = "var threads = java.lang.management.ManagementFactory.getThreadMXBean();\n\
    long begun = threads.getCurrentThreadCpuTime();\n\
    while (threads.getCurrentThreadCpuTime() - begun < 6_000_000_000L) {}\n";

/// Judges a submission on all cases with these limits. Returns its judgement.
fn judge(limits: &str, name: &str, source: &str) -> Value {
    let config = format!("[suites]\n1728 = [\"basic\"]\n{limits}");
    let project = Project::new(&config);
    project.write(name, source);
    project.judged(&format!("--all-cases --problem 1728 {name}"))
}

/// Checks that every case has this verdict and was run once.
fn check_not_repeated(judged: &Value, verdict: &str) {
    for case in cases(judged) {
        assert_eq!(case["verdict"], verdict, "{judged:#}");
        assert_eq!(case.get("repeats"), None, "{judged:#}");
    }
}

#[test]
fn case_that_mostly_slept_is_not_repeated() {
    let limits = "[limits]\ncpu = \"400ms\"\nwall = \"2s\"\n";
    let judged = judge(limits, "answer.c", &c_function(150, 100_000));
    check_not_repeated(&judged, "TLE");
}

const SLEEP_BUDGET: &str =
    "[limits]\ncpu = \"2s\"\nwall = \"20s\"\n[judge]\nsleep_budget = \"1500ms\"\n";

#[test]
fn long_sleeps_end_at_the_budget_above_and_below_the_cpu_limit() {
    for (cpu, source) in [
        ("300ms", c_function(0, 1000)),
        ("2s", c_function(0, 1000)),
        ("2s", SLEEPING_PROGRAM.to_owned()),
    ] {
        let limits = SLEEP_BUDGET.replacen("2s", cpu, 1);
        let judged = judge(&limits, "answer.c", &source);
        assert_eq!(judged["verdict"], "TLE", "{judged:#}");
        assert_eq!(cases(&judged).len(), 2, "{judged:#}");
        assert_eq!(judged["cases"][0]["verdict"], "AC");
        assert_eq!(
            judged["cases"][1]["reason"]["id"], "sleep_budget",
            "{judged:#}"
        );
    }
}

#[test]
fn driver_starts_that_sleep_count_toward_the_budget() {
    let source = format!(
        "#include <stdlib.h>\n#include <unistd.h>\n\
         __attribute__((constructor)) static void work(void) {{ usleep(1000000); }}\n{}",
        c_function(0, 0).replace("return mouseJump != 3;", "abort();")
    );
    let judged = judge(SLEEP_BUDGET, "answer.c", &source);
    assert_eq!(cases(&judged).len(), 2, "{judged:#}");
}

#[test]
fn work_over_the_limit_is_too_slow_in_both_forms_of_a_language_that_starts_slowly() {
    let limits = "[limits]\ncpu = \"200ms\"\nwall = \"60s\"\n";
    let function = format!(
        "class Solution {{ public boolean canMouseWin(String[] grid, int catJump, int mouseJump) {{\n\
         {JAVA_WORK}return mouseJump != 3; }} }}\n"
    );
    let program = format!(
        "public class Main {{ public static void main(String[] arguments) {{\n{JAVA_WORK}\
         System.out.println(new java.util.Scanner(System.in).nextLine().endsWith(\"3\") ? \
         \"false\" : \"true\"); }} }}\n"
    );
    for (name, source) in [("Solution.java", function), ("Main.java", program)] {
        let judged = judge(limits, name, &source);
        assert_eq!(judged["cases"][0]["verdict"], "TLE", "{judged:#}");
    }
}

#[test]
fn work_before_the_first_case_is_charged_to_it() {
    let limits = "[limits]\ncpu = \"300ms\"\nwall = \"20s\"\n";
    let source = format!(
        "#include <time.h>\n__attribute__((constructor)) static void work(void) {{\n\
         while (clock() < CLOCKS_PER_SEC / 1000 * 200) {{}} }}\n{}",
        c_function(0, 0)
    );
    let judged = judge(limits, "answer.c", &source);
    assert_eq!(judged["verdict"], "AC", "{judged:#}");
    let cpu = |case: usize| judged["cases"][case]["usage"]["cpu_us"].as_u64().unwrap();
    assert!(cpu(0) > cpu(1) + 50_000, "{judged:#}");
}

#[test]
fn failed_submission_is_not_asked_about_another_case() {
    let project = Project::new("[suites]\n1728 = [\"basic\"]\n[limits]\nwall = \"1h\"\n");
    let source = "import time\nclass Solution:\n    asked = 0\n    \
                  def canMouseWin(self, grid, catJump, mouseJump):\n        \
                  Solution.asked += 1\n        \
                  time.sleep(3600 if Solution.asked > 1 else 0)\n        return 7\n";
    project.write("answer.py", source);
    let mut judge = project.mousetrap();
    judge
        .args(["judge", "--no-cache", "answer.py"])
        .timeout(Duration::from_mins(2));
    let judged = judge.output().unwrap();
    assert_eq!(judged.status.code(), Some(1), "{judged:?}");
}

/// A C function that works a little longer than a CPU time limit of 400 ms, except in
/// the first call of a process, as a repeated run makes it.
fn borderline(first_call: &str) -> String {
    format!(
        "#include <time.h>\n#include <unistd.h>\nstatic int calls;\n\
         bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) {{\n\
         if (calls++ == 0) {{ if (mouseJump == 3) {{ {first_call} }} }}\n\
         else {{ clock_t begun = clock();\n\
         while (clock() - begun < CLOCKS_PER_SEC / 1000 * 430) {{}} }}\n\
         return mouseJump != 3;\n}}\n"
    )
}

#[test]
fn repeated_run_is_accepted_if_fast_enough_and_stopped_long_before_its_wall_limit_if_it_sleeps() {
    let limits = "[limits]\ncpu = \"400ms\"\nwall = \"1h\"\n";
    let sleep = "usleep(3600000000u);";
    for (first_call, verdict, repeats) in [("", "AC", Some(1)), (sleep, "TLE", None)] {
        let judged = judge(limits, "answer.c", &borderline(first_call));
        let case = &judged["cases"][1];
        assert_eq!(case["verdict"], verdict, "{judged:#}");
        assert_eq!(case["repeats"].as_u64(), repeats, "{judged:#}");
    }
}

/// Keeps every processor busy while `work` runs.
fn on_a_busy_machine<T>(work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    let processors = std::thread::available_parallelism().unwrap().get();
    std::thread::scope(|scope| {
        for _ in 0..8 * processors {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let result = work();
        done.store(true, Ordering::Relaxed);
        result
    })
}

#[test]
fn time_spent_waiting_for_a_processor_is_not_wall_time() {
    let limits = "[limits]\ncpu = \"2s\"\nwall = \"1s\"\n";
    let judged = on_a_busy_machine(|| judge(limits, "answer.c", &c_function(900, 0)));
    assert_eq!(judged["verdict"], "AC", "{judged:#}");
    check_not_repeated(&judged, "AC");
}
