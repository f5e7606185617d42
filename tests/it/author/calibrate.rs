//! `mousetrap calibrate`.

use std::io::{BufRead, BufReader, Read};

use rustix::process::Signal;

use crate::project::{Project, has, signal};

const RIGHT: &str = "bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) \
    { return mouseJump == 4 || gridSize == 3; }";

#[test]
fn measurement_prints_the_shares_of_slow_solutions() {
    let project = project("100ms");
    project.write("solutions/1728/accepted/slow.c", taking(0.35));
    let share = "of the limit with the language's factor: solutions/1728/accepted/slow.c took 3";
    project.replay(&format!(
        "0 calibrate => C\\n  time    3. | {share} | memory  0."
    ));
    project.write("solutions/1728/accepted/slower.c", taking(10.0));
    project.replay("1 calibrate => slower.c: earned TLE with the time limits multiplied by 10; it");
}

#[test]
fn solution_that_is_not_accepted_is_named() {
    let project = Project::basic();
    project.write("solutions/1728/wrong_answer/right.c", RIGHT);
    for calibrate in ["calibrate", "calibrate --check"] {
        project.fails(calibrate, "none of 1 solution is an accepted ");
    }
    let wrong = RIGHT.replace("== 3", "== 9");
    project.write("solutions/1728/accepted/wrong.c", wrong);
    project.replay("1 calibrate => not measured: solutions/1728/accepted/wrong.c: earned WA");
}

/// Returns a right solution that takes so many seconds of CPU time for each case.
fn taking(seconds: f64) -> String {
    format!(
        "#include <time.h>\nstatic void burn(void) {{ while (clock() < {seconds} * CLOCKS_PER_SEC) ; }}\n{}",
        RIGHT.replace("{ return", "{ burn(); return")
    )
}

/// A project with a fast and an endless solution.
fn project(cpu: &str) -> Project {
    let project = Project::new(&format!(
        "[suites]\n1728 = [\"one\"]\n[limits]\ncpu = \"{cpu}\"\n"
    ));
    project.case("1728/one/a", "3 5 1 2\n####F\n#C...\nM....\n");
    project.write("solutions/1728/accepted/quick.c", RIGHT);
    let endless = "solutions/1728/time_limit_exceeded/endless.c";
    project.write(endless, taking(600.0));
    project
}

#[test]
fn solution_near_a_limit_fails_the_check() {
    let project = project("400ms");
    let too_slow = "1 solution still too slow at 2 times the limit";
    project.replay(&format!(
        "0 calibrate --check => C\\n  time    0.0 |  took  | {too_slow}"
    ));
    let slow_ones = "calibrate --check solutions/1728/time_limit_exceeded";
    assert_eq!(project.exits(0, slow_ones).0, format!("C\n  {too_slow}\n"));

    // Both earn their verdicts at the limits themselves.
    project.write("solutions/1728/accepted/near.c", taking(0.3));
    project.write("solutions/1728/time_limit_exceeded/just.c", taking(0.6));
    let (stdout, stderr) = project.exits(1, "calibrate --check");
    for solution in [
        "accepted/near.c: earned TLE with the time limits divided by 2",
        "time_limit_exceeded/just.c: earned AC with the time limits multiplied by 2",
    ] {
        has(
            &stderr,
            format!("too close to a limit: solutions/1728/{solution}"),
        );
    }
    assert_eq!(stderr.matches("too close").count(), 2, "{stderr}");
    has(&stdout, "  time    over ");
    has(&stdout, "solutions/1728/accepted/near.c was stopped");
    let memory = stdout.lines().find(|line| line.starts_with("  memory  "));
    let is_stopped = |line: &str| line.contains("over") || line.contains("stopped");
    assert!(memory.is_some_and(|line| !is_stopped(line)), "{stdout}");
}

#[test]
fn interrupted_check_prints_its_measurements() {
    let project = project("30s");
    let mut child = project.spawn("calibrate --check");
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    // After its line, the endless solution is judged.
    while !line.contains("quick.c") {
        line.clear();
        assert_ne!(errors.read_line(&mut line).unwrap(), 0, "it has ended");
    }
    signal(&child, Signal::INT);
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{rest}");
    has(&String::from_utf8(output.stdout).unwrap(), "quick.c took ");
    has(&rest, "interrupted; 1 solution not judged completely");
}
