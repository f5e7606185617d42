//! The judge as an ordinary user without control groups, as in hosted CI: with
//! the kernel's counters of CPU time, and without.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

use crate::project::{copy_program, has};

const WITHOUT_PERF: &str = include_str!("without_perf.py");

/// A world-executable copy of the program, and a home directory for the user `nobody`.
struct Nobody {
    directory: tempfile::TempDir,
    perf: bool,
}

impl Nobody {
    fn new(perf: bool) -> Self {
        let directory = tempfile::tempdir().unwrap();
        copy_program(&directory.path().join("program"));
        fs::set_permissions(directory.path(), Permissions::from_mode(0o777)).unwrap();
        Self { directory, perf }
    }

    #[expect(clippy::disallowed_methods, reason = "the program under test")]
    fn run(&self, arguments: &[&str]) -> Output {
        let mut words = Vec::new();
        if rustix::process::geteuid().is_root() {
            let as_nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups";
            words.extend(as_nobody.split(' '));
        }
        if !self.perf {
            words.extend(["/usr/bin/python3", "-c", WITHOUT_PERF]);
        }
        let program = self.directory.path().join("program");
        words.push(program.to_str().unwrap());
        words.extend(arguments);
        Command::new(words[0])
            .args(&words[1..])
            .current_dir(self.directory.path())
            .env("HOME", self.directory.path())
            .env("XDG_CACHE_HOME", self.directory.path())
            .env("NO_COLOR", "1")
            .output()
            .unwrap()
    }

    /// Tries the attacks whose names or descriptions contain `only`.
    fn attack(&self, only: &str) {
        let output = self.run(&["doctor", "--attack", "--only", only]);
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        let is_held = output.status.success();
        assert!(is_held, "{only}, perf: {}\n{text}", self.perf);
    }
}

#[test]
fn attack_that_needs_no_control_groups_is_held() {
    let attacks = "timing:|unseen memory:|shared numbers:|started by a macro";
    for perf in [true, false] {
        let nobody = Nobody::new(perf);
        attacks.split('|').for_each(|only| nobody.attack(only));
    }
    Nobody::new(true).attack("descriptors in transit");
}

#[test]
fn doctor_names_the_clock_and_what_it_cannot_measure() {
    let printed = Nobody::new(false).run(&["doctor"]).stdout;
    let printed = String::from_utf8(printed).unwrap();
    has(&printed, "with the clocks of individual processes");
    has(
        &printed,
        "child processes that their parents do not wait for",
    );
}

#[test]
fn toolchains_are_prepared_for_an_ordinary_user() {
    let nobody = Nobody::new(true);
    let text = "class Solution { public: int catMouseGame(vector<vector<int>>&) { return 0; } };";
    fs::write(nobody.directory.path().join("a.cpp"), text).unwrap();
    let output = nobody.run(&["judge", "a.cpp"]);
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    has(&printed, "WA");
    assert!(!printed.contains("more slowly"), "{printed}");
    let made = fs::read_dir(nobody.directory.path().join("mousetrap/compiled")).unwrap();
    let made = made.filter(|entry| entry.as_ref().unwrap().path().join("warm.json").exists());
    // One for the build with sanitizers.
    assert_eq!(made.count(), 2);
}
