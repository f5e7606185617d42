//! Proposing limits for a machine.

use std::fs;
use std::io::{BufRead, BufReader, Read};

use rustix::process::Signal;

use crate::project::{Project, has, signal};

const RIGHT: &str = "bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) \
    { return mouseJump == 4 || gridSize == 3; }";

fn calibrate(project: &Project, more: &str) -> (i32, String, String) {
    project.run(&format!("calibrate {more}"))
}

#[test]
fn the_proposal_holds_when_it_is_taken() {
    let project = Project::basic();
    project.write("solutions/1728/accepted/right.c", RIGHT);
    project.write("solutions/1728/wrong_answer/wrong.c", "not looked at");
    let (limits, _) = project.exits(0, "calibrate");
    assert!(limits.contains("[languages.c]\n# solutions/1728/accepted/right.c took"));
    let limits_of = ["time_factor = ", "memory_factor = ", "startup = "];
    assert!(limits_of.iter().all(|key| limits.contains(key)), "{limits}");
    let config = fs::read_to_string(project.path().join("judge.toml")).unwrap();
    project.write("judge.toml", config + &limits);
    fs::remove_file(project.path().join("solutions/1728/wrong_answer/wrong.c")).unwrap();
    assert_eq!(project.run("judge").0, 0);
}

#[test]
fn a_solution_that_is_not_accepted_is_named() {
    let project = Project::basic();
    project.write("solutions/1728/wrong_answer/right.c", RIGHT);
    project.fails("calibrate", "none of 1 solution is an accepted solution");
    let check = "none of 1 solution is an accepted or too slow solution";
    project.fails("calibrate --check", check);
    let wrong = RIGHT.replace("== 3", "== 9");
    project.write("solutions/1728/accepted/wrong.c", wrong);
    let (code, reported, errors) = calibrate(&project, "");
    assert_eq!(code, 1, "{errors}");
    assert!(!reported.contains("[languages.c]"), "{reported}");
    has(&errors, "wrong.c: earned WA");
}

/// A right solution that takes so many seconds of its own CPU time for each case,
/// whatever the machine.
fn taking(seconds: f64) -> String {
    format!(
        "#include <time.h>\nstatic void burn(void) {{ while (clock() < {seconds} * CLOCKS_PER_SEC) ; }}\n{}",
        RIGHT.replace("{ return", "{ burn(); return")
    )
}

#[test]
fn a_solution_near_to_a_limit_fails_the_check() {
    let project = Project::new("[suites]\n1728 = [\"one\"]\n[limits]\ncpu = \"400ms\"\n");
    project.case("1728/one/a", "3 5 1 2\n####F\n#C...\nM....\n");
    project.write("solutions/1728/accepted/quick.c", RIGHT);
    project.write("solutions/1728/time_limit_exceeded/endless.c", taking(60.0));
    let (code, reported, errors) = calibrate(&project, "--check");
    assert_eq!(code, 0, "{reported}{errors}");
    has(&reported, "C\n  time    0.0");
    has(&reported, " took ");
    has(&reported, "1 solution still too slow at 2 times the limit");

    let (code, reported, errors) =
        calibrate(&project, "--check solutions/1728/time_limit_exceeded");
    assert_eq!(code, 0, "{reported}{errors}");
    let only = "C\n  1 solution still too slow at 2 times the limit\n";
    assert_eq!(reported, only, "{errors}");

    // Both earn their verdicts at the limits themselves.
    project.write("solutions/1728/accepted/near.c", taking(0.3));
    project.write("solutions/1728/time_limit_exceeded/just.c", taking(0.6));
    let (code, reported, errors) = calibrate(&project, "--check");
    assert_eq!(code, 1, "{reported}{errors}");
    for line in [
        "too near to a limit: solutions/1728/accepted/near.c: earned TLE, with limits divided by 2",
        "too near to a limit: solutions/1728/time_limit_exceeded/just.c: earned AC, with limits \
         multiplied by 2",
    ] {
        has(&errors, line);
    }
    assert_eq!(errors.matches("too near").count(), 2, "{errors}");
    let stopped = "  time    over ";
    let near = "of the limit with the language's factor: solutions/1728/accepted/near.c was stopped after 2";
    has(&reported, stopped);
    has(&reported, near);
    let memory = reported.lines().find(|line| line.starts_with("  memory  "));
    let is_stopped = |line: &str| line.contains("over") || line.contains("stopped");
    assert!(memory.is_some_and(|line| !is_stopped(line)), "{reported}");

    let (code, _, errors) = calibrate(&project, "--check --factor 1.2");
    assert_eq!(code, 0, "{errors}");

    // A wrong one says nothing about limits.
    project.write(
        "solutions/1728/accepted/wrong.c",
        RIGHT.replace("gridSize == 3", "gridSize == 99"),
    );
    let (code, _, errors) = calibrate(&project, "--check --factor 1.2");
    assert_eq!(code, 1, "{errors}");
    let line = "not measured: solutions/1728/accepted/wrong.c: earned WA";
    has(&errors, line);
    assert!(!errors.contains("too near"), "{errors}");
}

#[test]
fn what_was_measured_before_an_interruption_is_shown() {
    let project = Project::new("[suites]\n1728 = [\"one\"]\n[limits]\ncpu = \"30s\"\n");
    project.case("1728/one/a", "3 5 1 2\n####F\n#C...\nM....\n");
    project.write("solutions/1728/accepted/quick.c", RIGHT);
    project.write(
        "solutions/1728/time_limit_exceeded/endless.c",
        taking(600.0),
    );
    let mut child = project.spawn("calibrate --check");
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    // A line for what is judged: next is what must be too slow.
    while !line.contains("quick.c") {
        line.clear();
        assert_ne!(errors.read_line(&mut line).unwrap(), 0, "it has ended");
    }
    signal(&child, Signal::INT);
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{rest}");
    let reported = String::from_utf8(output.stdout).unwrap();
    has(&reported, "quick.c took ");
    let left = "interrupted, with 1 solution not judged to the end";
    has(&rest, left);
}
