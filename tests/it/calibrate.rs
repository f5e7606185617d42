//! Proposing limits for a machine.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};

use crate::project::Project;

const RIGHT: &str = "bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) \
    { return mouseJump == 4 || gridSize == 3; }";

fn calibrate(project: &Project, more: &[&str]) -> (Option<i32>, String, String) {
    let output = project
        .mousetrap()
        .arg("calibrate")
        .args(more)
        .env("XDG_CACHE_HOME", project.path())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn the_proposal_holds_when_it_is_taken() {
    let project = Project::basic();
    project.write("solutions/1728/accepted/right.c", RIGHT);
    project.write("solutions/1728/wrong_answer/wrong.c", "not looked at");
    let (code, reported, errors) = calibrate(&project, &["--output", "limits.toml"]);
    assert_eq!((code, reported.as_str()), (Some(0), ""), "{errors}");
    let limits = fs::read_to_string(project.path().join("limits.toml")).unwrap();
    assert!(limits.contains("[languages.c]\n# solutions/1728/accepted/right.c took"));
    let limits_of = ["time_factor = ", "memory_factor = ", "startup = "];
    assert!(limits_of.iter().all(|key| limits.contains(key)), "{limits}");
    let config = fs::read_to_string(project.path().join("judge.toml")).unwrap();
    project.write("judge.toml", config + &limits);
    fs::remove_file(project.path().join("solutions/1728/wrong_answer/wrong.c")).unwrap();
    project
        .mousetrap()
        .arg("judge")
        .env("XDG_CACHE_HOME", project.path())
        .assert()
        .success();
    let (code, _, errors) = calibrate(&project, &["--output", "limits.toml"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(
        errors.contains("limits.toml: cannot be written: a file is there"),
        "{errors}"
    );
}

#[test]
fn a_solution_that_is_not_accepted_is_named() {
    let project = Project::basic();
    project.write("solutions/1728/wrong_answer/right.c", RIGHT);
    let (code, _, errors) = calibrate(&project, &[]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(
        errors.contains("no accepted solution to measure"),
        "{errors}"
    );
    let (code, _, errors) = calibrate(&project, &["--check"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(
        errors.contains("no accepted or too slow solution to measure"),
        "{errors}"
    );
    let (code, _, errors) = calibrate(&project, &["solutions/1728/wrong_answer"]);
    assert_eq!(code, Some(2), "{errors}");
    let none = "solutions/1728/wrong_answer: none of 1 solution is expected to be accepted";
    assert!(errors.contains(none), "{errors}");
    let wrong = RIGHT.replace("== 3", "== 9");
    project.write("solutions/1728/accepted/wrong.c", wrong);
    let (code, reported, errors) = calibrate(&project, &[]);
    assert_eq!(code, Some(1), "{errors}");
    assert!(!reported.contains("[languages.c]"), "{reported}");
    assert!(errors.contains("wrong.c: earned WA"), "{errors}");
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
    project.write("cases/1728/one/a.in", "3 5 1 2\n####F\n#C...\nM....\n");
    project.write("solutions/1728/accepted/quick.c", RIGHT);
    project.write("solutions/1728/time_limit_exceeded/endless.c", taking(60.0));
    let (code, reported, errors) = calibrate(&project, &["--check"]);
    assert_eq!(code, Some(0), "{reported}{errors}");
    assert!(
        reported.contains("C\n  time    0.0") && reported.contains(" took "),
        "{reported}"
    );
    assert!(
        reported.contains("1 solution still too slow at 2 times the limit"),
        "{reported}"
    );

    let (code, reported, errors) =
        calibrate(&project, &["--check", "solutions/1728/time_limit_exceeded"]);
    assert_eq!(code, Some(0), "{reported}{errors}");
    let only = "C\n  1 solution still too slow at 2 times the limit\n";
    assert_eq!(reported, only, "{errors}");

    // Both earn their verdicts at the limits themselves.
    project.write("solutions/1728/accepted/near.c", taking(0.3));
    project.write("solutions/1728/time_limit_exceeded/just.c", taking(0.6));
    let (code, reported, errors) = calibrate(&project, &["--check"]);
    assert_eq!(code, Some(1), "{reported}{errors}");
    for line in [
        "too near to a limit: solutions/1728/accepted/near.c: earned TLE, with limits divided by 2",
        "too near to a limit: solutions/1728/time_limit_exceeded/just.c: earned AC, with limits \
         multiplied by 2",
    ] {
        assert!(errors.contains(line), "{errors}");
    }
    assert_eq!(errors.matches("too near").count(), 2, "{errors}");
    let stopped = "  time    over ";
    let near = "of the limit with the language's factor: solutions/1728/accepted/near.c was stopped after 2";
    assert!(
        reported.contains(stopped) && reported.contains(near),
        "{reported}"
    );
    let memory = reported.lines().find(|line| line.starts_with("  memory  "));
    let is_stopped = |line: &str| line.contains("over") || line.contains("stopped");
    assert!(memory.is_some_and(|line| !is_stopped(line)), "{reported}");

    let (code, _, errors) = calibrate(&project, &["--check", "--factor", "1.2"]);
    assert_eq!(code, Some(0), "{errors}");

    // A wrong one says nothing about limits.
    project.write(
        "solutions/1728/accepted/wrong.c",
        RIGHT.replace("gridSize == 3", "gridSize == 99"),
    );
    let (code, _, errors) = calibrate(&project, &["--check", "--factor", "1.2"]);
    assert_eq!(code, Some(1), "{errors}");
    let line = "not measured: solutions/1728/accepted/wrong.c: earned WA";
    assert!(
        errors.contains(line) && !errors.contains("too near"),
        "{errors}"
    );
}

#[test]
fn what_was_measured_before_an_interruption_is_shown() {
    let project = Project::new("[suites]\n1728 = [\"one\"]\n[limits]\ncpu = \"30s\"\n");
    project.write("cases/1728/one/a.in", "3 5 1 2\n####F\n#C...\nM....\n");
    project.write("solutions/1728/accepted/quick.c", RIGHT);
    project.write(
        "solutions/1728/time_limit_exceeded/endless.c",
        taking(600.0),
    );
    let program = project.mousetrap().get_program().to_owned();
    #[expect(clippy::disallowed_methods, reason = "to send it a signal")]
    let mut child = std::process::Command::new(program)
        .args(["calibrate", "--check"])
        .current_dir(project.path())
        .env("XDG_CACHE_HOME", project.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    // A line for what is judged: next is what must be too slow.
    while !line.contains("quick.c") {
        line.clear();
        assert_ne!(errors.read_line(&mut line).unwrap(), 0, "it has ended");
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{rest}");
    let reported = String::from_utf8(output.stdout).unwrap();
    assert!(reported.contains("quick.c took "), "{reported}");
    let left = "interrupted, with 1 solution not judged to the end";
    assert!(rest.contains(left), "{rest}");
}
