//! The attack battery, as a host runs it.

use std::process::Command;

use super::gone::check_no_compilation;
use crate::project::{Project, has};

/// A project that tries attacks.
fn project() -> Project {
    Project::basic().with_prepared_toolchains()
}

#[test]
fn every_attack_earns_its_verdict_and_leaves_nothing() {
    let project = project();
    let printed = project.exits(0, "doctor --attack --quick --quiet").0;
    assert_eq!(printed, "", "--quiet prints problems only");
    check_no_compilation(&project);
}

/// A slow test: most of its time compiles some 70 programs.
#[test]
fn every_attack_on_a_driver_earns_its_verdict() {
    project().exits(0, "doctor --attack --only driver: --quiet");
}

#[test]
fn skipped_attack_fails_the_battery() {
    let absent = "command = [\"no-such-program\"]\npattern = \"(.*)\"\n";
    // The attack of the last row is in C, and followed by an honest submission in Java.
    for (language, file) in [
        ("c", "signal_abrt.c"),
        ("c", "own_integer.py"),
        ("php", "heap_php.php"),
        ("java", "evict_files.c"),
    ] {
        let project = project();
        let probe = format!("[languages.{language}.probe]\n{absent}");
        project.write("judge.toml", probe);
        let (printed, complaint) = project.exits(1, &format!("doctor --attack --only {file}"));
        has(&printed, "0 attacks blocked, 0 not blocked, 1 skipped");
        let skipped = format!("skipped {file}: ");
        let reason = printed.lines().find(|line| line.contains(&skipped));
        has(reason.unwrap(), "no-such-program");
        has(&complaint, "mousetrap setup");
    }
}

/// The first `go version` in a new home directory starts such a process.
#[test]
fn process_of_a_tool_that_has_ended_is_not_left_behind() {
    let project = project();
    let judge = project.process("");
    let environment = judge.get_envs();
    #[expect(clippy::disallowed_methods, reason = "a tool of the system")]
    let output = Command::new("sh")
        .args([
            "-c",
            "sleep 0.1 & exec \"$0\" doctor --attack --only signal_abrt.c",
        ])
        .arg(judge.get_program())
        .current_dir(project.path())
        .envs(environment.filter_map(|(name, value)| Some((name, value?))))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}
