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
    assert!(text.contains(" 0 not tried, all held"), "{text}");
    for entry in fs::read_dir(project.path().join("cache/mousetrap/compiled")).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(
            !name.to_str().unwrap().starts_with("building-"),
            "{}",
            name.display()
        );
    }
}
