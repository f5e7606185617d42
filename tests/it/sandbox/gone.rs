//! However the judge ends, nothing that it started outlives it.

use std::fs;
use std::path::Path;
use std::process::Child;

use rustix::process::{Pid, Signal, kill_process};

use crate::project::{Project, signal, until};

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
        let project = Project::basic().with_own_cache();
        let temporary = project.path().join("tmp");
        fs::create_dir(&temporary).unwrap();
        let project = project.with("TMPDIR", temporary);
        project.write("sleeper.py", SLEEPER);
        let judge = project.spawn("judge sleeper.py --output report.json");
        let mut below = Vec::new();
        // The worker, init, and three sleepers.
        until("sleepers", || {
            below = descendants(judge.id() as i32);
            below.len() >= 5
        });
        Self {
            project,
            judge,
            below,
        }
    }
    /// Waits until no process of the judge runs.
    fn await_processes(&self) {
        let exists = |pid: &i32| Path::new("/proc").join(pid.to_string()).exists();
        until("end of every process", || !self.below.iter().any(exists));
    }

    /// Checks that nothing is left once the judge is gone.
    fn check(self) {
        self.await_processes();
        let worker = self.below[0];
        until("end of every control group", || groups(worker).is_empty());
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
        assert!(!mounts.contains(" - tmpfs mousetrap "), "{mounts}");
        assert_eq!(names(&self.project.path().join("tmp")), [""; 0]);
        check_no_compilation(&self.project);
    }
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string());
    names.map(Result::unwrap).collect()
}

/// Checks that no directory of an unfinished compilation is in the cache of a project.
pub(super) fn check_no_compilation(project: &Project) {
    let compiled = names(&project.path().join("cache/mousetrap/compiled"));
    let mut compiled = compiled.iter();
    assert!(!compiled.any(|name| name.starts_with("building-")));
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
    for by in [Signal::INT, Signal::KILL] {
        let mut judging = Judging::start();
        signal(&judging.judge, by);
        let status = judging.judge.wait().unwrap();
        if by == Signal::INT {
            assert_eq!(status.code(), Some(130));
            let report = judging.project.json("report.json");
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
    let report = judging.project.json("report.json");
    let outcome = &report["submissions"][0]["outcome"];
    assert!(outcome["failed"]["text"].is_string(), "{outcome}");
    judging.await_processes();
}
