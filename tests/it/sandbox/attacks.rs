//! The attack battery, as a host runs it.

use std::fs;
use std::process::Command;

use crate::project::Project;

/// Tries attacks in a project; returns the exit code and both outputs.
fn attack(project: &Project, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = project
        .mousetrap()
        .args(["doctor", "--attack"])
        .args(arguments)
        .env("XDG_CACHE_HOME", project.cache())
        .output()
        .unwrap();
    let [printed, complaint] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code(), printed, complaint)
}

#[test]
fn every_attack_earns_its_verdict_and_leaves_nothing() {
    let project = Project::basic();
    let (code, printed, complaint) = attack(&project, &["--quick", "--quiet"]);
    assert_eq!(code, Some(0), "{printed}{complaint}");
    assert_eq!(printed, "", "--quiet prints problems only");
    for entry in fs::read_dir(project.path().join("cache/mousetrap/compiled")).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(
            !name.to_str().unwrap().starts_with("building-"),
            "{}",
            name.display()
        );
    }
}

/// A slow test: most of its time compiles some 70 programs.
#[test]
fn every_attack_on_a_driver_earns_its_verdict() {
    let project = Project::basic();
    let (code, printed, complaint) = attack(&project, &["--only", "driver:", "--quiet"]);
    assert_eq!(code, Some(0), "{printed}{complaint}");
}

#[test]
fn battery_without_c_compiler_skips_attacks() {
    let project = Project::basic();
    project.write(
        "judge.toml",
        "[languages.c.probe]\ncommand = [\"no-such-program\"]\npattern = \"(.*)\"\n",
    );
    for only in ["signal_abrt.c", "own_integer.py"] {
        let (code, printed, complaint) = attack(&project, &["--only", only]);
        assert_eq!(code, Some(1), "{printed}{complaint}");
        let skipped = format!("skipped {only}: ");
        assert!(printed.contains(&skipped), "{printed}{complaint}");
        assert!(printed.contains("no-such-program"), "{printed}");
    }
}

#[test]
fn skipped_attack_fails_the_battery() {
    let project = Project::basic();
    let absent = "command = [\"no-such-program\"]\npattern = \"(.*)\"\n";
    project.write(
        "judge.toml",
        format!("[languages.php.probe]\n{absent}[languages.java.probe]\n{absent}"),
    );
    // The second is in C, and followed by an honest submission in Java.
    for file in ["heap_php.php", "evict_files.c"] {
        let (code, printed, complaint) = attack(&project, &["--only", file]);
        assert_eq!(code, Some(1), "{printed}{complaint}");
        let counts = "0 attacks held, 0 failed, 1 skipped";
        assert!(printed.contains(counts), "{printed}");
        let skipped = format!("skipped {file}: ");
        let reason = printed.lines().find(|line| line.contains(&skipped));
        assert!(reason.unwrap().contains("no-such-program"), "{printed}");
        assert!(complaint.contains("mousetrap setup"), "{complaint}");
    }
}

/// The first `go version` in a new home directory starts such a process.
#[test]
fn process_of_a_tool_that_has_ended_is_not_left_behind() {
    let project = Project::basic();
    #[expect(clippy::disallowed_methods, reason = "a tool of the system")]
    let output = Command::new("sh")
        .args([
            "-c",
            "sleep 0.1 & exec \"$0\" doctor --attack --only signal_abrt.c",
        ])
        .arg(project.mousetrap().get_program())
        .current_dir(project.path())
        .env("XDG_CACHE_HOME", project.cache())
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{printed}");
}
