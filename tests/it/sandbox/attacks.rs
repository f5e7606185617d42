//! The attack battery, as a host runs it.

use std::fs;

use crate::project::Project;

#[test]
fn every_attack_earns_its_verdict_and_leaves_nothing() {
    let project = Project::basic();
    let output = project
        .mousetrap()
        .args(["doctor", "--attack"])
        .env("XDG_CACHE_HOME", project.cache())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let wrong: Vec<_> = text
        .lines()
        .filter(|line| line.contains("FAILED"))
        .collect();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{wrong:#?}\n{errors}");
    for entry in fs::read_dir(project.path().join("cache/mousetrap/compiled")).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(
            !name.to_str().unwrap().starts_with("building-"),
            "{}",
            name.display()
        );
    }
}

#[test]
fn skipped_attack_fails_the_battery_unless_allowed() {
    let project = Project::basic();
    let absent = "command = [\"no-such-program\"]\npattern = \"(.*)\"\n";
    project.write(
        "judge.toml",
        format!("[languages.php.probe]\n{absent}[languages.java.probe]\n{absent}"),
    );
    let attack = |file, more: &[&str]| {
        let output = project
            .mousetrap()
            .args(["doctor", "--attack", "--only", file])
            .args(more)
            .env("XDG_CACHE_HOME", project.cache())
            .output()
            .unwrap();
        let [printed, complaint] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (output.status.code(), printed, complaint)
    };
    // The second is in C, and followed by an honest submission in Java.
    for file in ["heap_php.php", "evict_files.c"] {
        let (code, printed, complaint) = attack(file, &[]);
        assert_eq!(code, Some(1), "{printed}{complaint}");
        let counts = "0 attacks held, 0 failed, 1 skipped";
        assert!(printed.contains(counts), "{printed}");
        let skipped = format!("skipped {file}: ");
        let reason = printed.lines().find(|line| line.contains(&skipped));
        assert!(reason.unwrap().contains("no-such-program"), "{printed}");
        assert!(complaint.contains("--allow-skipped"), "{complaint}");
        let (code, printed, _) = attack(file, &["--allow-skipped"]);
        assert_eq!(code, Some(0), "{printed}");
    }
}
