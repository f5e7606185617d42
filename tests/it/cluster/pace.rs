//! Hosts that are slower or faster than the machine that asks.

use std::fs;
use std::ops::Range;

use serde_json::Value;

use super::{Broker, RIGHT};
use crate::project::Project;

const LIMIT: f64 = 0.5;
const SETTINGS: &str =
    "[suites]\n913 = [\"one\"]\n[limits]\ncpu = \"500ms\"\n[languages.python]\ntime_factor = 1.0\n";

/// Spends so many seconds of CPU time, by its own clock.
fn busy(seconds: f64) -> String {
    RIGHT.replace(
        "        return",
        &format!(
            "        import time\n        while time.process_time() < {seconds}: pass\n        return"
        ),
    )
}

/// Judges on a host whose clock goes so fast, and gives its measured factors, each
/// divided by what it should be, and whether the verdicts are those of this machine.
fn odds(project: &Project, clock: f64) -> (Vec<f64>, bool) {
    let broker = Broker::start();
    // Languages are judged in the same way there.
    fs::write(broker.log("judge.toml"), SETTINGS).unwrap();
    let _host = broker.paced("paced", &clock.to_string(), &[]);
    let arguments = ["judge", "class", "--no-cache", "--format", "json"];
    let output = project
        .mousetrap()
        .args(arguments)
        .args(["--cluster", &broker.url])
        // What this machine takes is measured anew as well.
        .env("XDG_CACHE_HOME", broker.log("cache"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let report: Value = serde_json::from_slice(&output.stdout).expect(&said);
    let submissions = report["submissions"].as_array().unwrap();
    let verdicts: Vec<_> = submissions
        .iter()
        .map(|one| one["verdict"].as_str())
        .collect();
    assert!(report["facts"]["machine"]["paced"].is_string(), "{report}");
    let hosts = submissions.iter().map(|one| &one["host"]);
    let odds: Vec<f64> = hosts
        .map(|host| {
            assert_eq!(host["name"], "paced");
            host["factor"].as_f64().unwrap() / clock
        })
        .collect();
    let is_right = verdicts == ["AC", "AC", "TLE", "TLE"].map(Some);
    let is_measured = odds.iter().all(|odd| MIDDLE.contains(odd));
    assert!(is_right || !is_measured, "clock {clock}: {report}");
    (odds, is_right)
}

/// What else a machine does makes a measurement up to half longer, but not of most.
const MIDDLE: Range<f64> = 0.7..1.43;

fn are_near(odds: &mut [f64]) -> bool {
    odds.sort_by(f64::total_cmp);
    let middle = &odds[odds.len() / 4..odds.len() * 3 / 4];
    odds.iter().all(|odd| (0.55..1.8).contains(odd))
        && middle.iter().all(|odd| MIDDLE.contains(odd))
}

#[test]
fn slow_and_fast_hosts_give_the_verdicts_of_the_machine_that_asks() {
    let project = Project::new(SETTINGS);
    project.write("cases/913/one/a.in", "4\n2 1 3\n1 0\n1 3\n2 0 2\n");
    for (name, share) in [("half", 0.5), ("less", 0.65), ("more", 1.5), ("twice", 2.0)] {
        project.write(&format!("class/{name}.py"), busy(LIMIT * share));
    }
    // Where one of them was disturbed all are measured again; what was measured well has
    // the right verdicts each time.
    let mut seen = Vec::new();
    let is_near = (0..3).any(|_| {
        let clocks = [0.5, 1.0, 2.0, 3.0].into_iter();
        let (odds, right): (Vec<_>, Vec<_>) = clocks.map(|clock| odds(&project, clock)).unzip();
        let mut measured = odds.concat();
        let is_near = are_near(&mut measured) && right.iter().all(|&is_right| is_right);
        seen.push((measured, right));
        is_near
    });
    assert!(is_near, "{seen:?}");
}
