//! However the judge ends, nothing that it started outlives it.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::project::Project;

/// Sleeps in processes of several kinds, which do not heed signals.
const SLEEPER: &str = "\
import os, signal, time
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if os.fork() == 0:
            os.fork()
        time.sleep(1000)
";

/// The judge at work on a sleeper.
struct Judging {
    project: Project,
    judge: Child,
    /// All processes below the judge, the worker first.
    below: Vec<i32>,
}

impl Judging {
    fn start() -> Self {
        let project = Project::basic();
        project.write("sleeper.py", SLEEPER);
        for directory in ["cache", "tmp"] {
            fs::create_dir(project.path().join(directory)).unwrap();
        }
        #[expect(clippy::disallowed_methods, reason = "the program under test")]
        let judge = std::process::Command::new(env!("CARGO_BIN_EXE_mousetrap"))
            .args(["judge", "sleeper.py", "--output", "report.json"])
            .current_dir(project.path())
            .env("XDG_CACHE_HOME", project.path().join("cache"))
            .env("TMPDIR", project.path().join("tmp"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut judging = Self {
            project,
            judge,
            below: Vec::new(),
        };
        // The worker, init, and three sleepers.
        let root = judging.judge.id() as i32;
        until("the sleepers to sleep", || {
            judging.below = descendants(root);
            judging.below.len() >= 5
        });
        judging
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.judge), signal).unwrap();
    }

    fn report(&self) -> serde_json::Value {
        let report = fs::read(self.project.path().join("report.json")).unwrap();
        serde_json::from_slice(&report).unwrap()
    }

    /// Waits until no process of the judge runs.
    fn await_processes(&self) {
        let exists = |pid: &i32| Path::new("/proc").join(pid.to_string()).exists();
        until("every process to go", || !self.below.iter().any(exists));
    }

    /// Checks that nothing is left once the judge is gone.
    fn check(self) {
        self.await_processes();
        let worker = self.below[0];
        until("every control group to go", || groups(worker).is_empty());
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
        assert!(!mounts.contains(" - tmpfs mousetrap "), "{mounts}");
        let temporary: Vec<_> = fs::read_dir(self.project.path().join("tmp"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        assert!(temporary.is_empty(), "{temporary:?}");
        for entry in fs::read_dir(self.project.path().join("cache/mousetrap/compiled")).unwrap() {
            let name = entry.unwrap().file_name();
            assert!(
                !name.to_str().unwrap().starts_with("building-"),
                "{}",
                name.display()
            );
        }
    }
}

/// Waits for a condition, at most a minute.
pub(crate) fn until(what: &str, mut done: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_mins(1);
    while !done() {
        assert!(Instant::now() < end, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn descendants(root: i32) -> Vec<i32> {
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(pid) = open.pop() {
        let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter();
        for task in tasks.flatten().flatten() {
            let list = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            let children = list.split_whitespace();
            let children = children.map(|pid| pid.parse::<i32>().unwrap());
            open.extend(children.clone());
            found.extend(children);
        }
    }
    found
}

/// The groups of a worker, wherever they may be mounted.
fn groups(worker: i32) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![(Path::new("/sys/fs/cgroup").to_owned(), 0)];
    while let Some((directory, depth)) = open.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let parts: Vec<_> = name.to_str().unwrap_or_default().split('-').collect();
            if parts.first() == Some(&"mousetrap") && parts.get(2) == Some(&&*worker.to_string()) {
                found.push(entry.path());
            } else if depth < 6 && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push((entry.path(), depth + 1));
            }
        }
    }
    found
}

#[test]
fn judge_that_ends_leaves_nothing_behind() {
    for signal in [Signal::INT, Signal::KILL] {
        let mut judging = Judging::start();
        judging.signal(signal);
        let status = judging.judge.wait().unwrap();
        if signal == Signal::KILL {
            assert_eq!(status.signal(), Some(Signal::KILL.as_raw()));
        } else {
            assert_eq!(status.code(), Some(130));
            let report = judging.report();
            assert_eq!(report["ending"]["interrupted"], true);
            assert_eq!(report["submissions"][0]["outcome"], "not_judged");
        }
        judging.check();
    }
}

#[test]
fn killed_worker_ends_its_run_and_counts_as_failure_of_the_judge() {
    let mut judging = Judging::start();
    kill_process(Pid::from_raw(judging.below[0]).unwrap(), Signal::KILL).unwrap();
    assert_eq!(judging.judge.wait().unwrap().code(), Some(3));
    let report = judging.report();
    let outcome = &report["submissions"][0]["outcome"];
    assert!(outcome["failed"]["text"].is_string(), "{outcome}");
    judging.await_processes();
}
