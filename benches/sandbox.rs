//! Compares the cost of a run in the sandbox with the cost of a plain spawn, and shows that many
//! runs leak nothing.
//!
//! `cargo bench --bench sandbox`. CPU times are sums over this process, the worker, init and the
//! program, as charged by the kernel.

#![expect(
    clippy::disallowed_methods,
    reason = "the sandbox is compared with a plain spawn"
)]

mod cpu;
mod programs;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use cpu::all_cpu;
use mousetrap_sandbox::{
    Exit, Isolation, Job, Sandbox, pin_this_thread, run_worker_if_requested, use_worker_binary,
};
use programs::{compile, job};
use rustix::event::{PollFd, PollFlags, poll};

fn main() {
    run_worker_if_requested();
    use_worker_binary(env!("CARGO_BIN_EXE_mousetrap"));
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
    let nothing = compile(directory.path(), "nothing", "int main(void) { return 0; }");
    cost(&nothing);
    flat(&nothing);
}

fn run_once(sandbox: &mut Sandbox, job: &Job) {
    let process = sandbox.start(job).expect("starting");
    let mut fds = [PollFd::from_borrowed_fd(
        process.exit_notification(),
        PollFlags::IN,
    )];
    poll(&mut fds, None).expect("waiting");
    assert_eq!(process.kill_and_reap().expect("finishing").0, Exit::Code(0));
}

/// Returns the CPU time per run of an action that consists of `count` runs. The time of child
/// processes is included once they have ended.
fn per_run(count: u32, action: impl FnOnce()) -> Duration {
    all_cpu(action).0 / count
}

fn cost(nothing: &Path) {
    const RUNS: u32 = 500;
    let plain = per_run(RUNS, || {
        for _ in 0..RUNS {
            Command::new(nothing).status().expect("spawning");
        }
    });
    println!("plain spawn              {plain:>10.1?} CPU");
    for core in [None, Some(0)] {
        let job = job(nothing);
        let mut walls = Vec::new();
        let mut run = |runs: u32| {
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    if let Some(core) = core {
                        pin_this_thread(core).expect("pinning");
                    }
                    let mut sandbox = Sandbox::new(Isolation::Full)
                        .expect("a sandbox")
                        .with_core(core);
                    for _ in 0..runs {
                        let start = Instant::now();
                        run_once(&mut sandbox, &job);
                        walls.push(start.elapsed());
                    }
                });
            });
        };
        let set_up = per_run(1, || run(1));
        let all = per_run(1, || run(RUNS + 1));
        walls.sort();
        println!(
            "isolated, {:<14} {:>10.2?} CPU, {:.2?} wall at the median, {:.1?} at p90; worker {:.1?} CPU",
            if core.is_some() {
                "on one core"
            } else {
                "anywhere"
            },
            all.saturating_sub(set_up) / RUNS,
            walls[walls.len() / 2],
            walls[walls.len() / 10 * 9],
            set_up,
        );
    }
}

/// Prints the resources that this process and its worker hold after increasing numbers of runs.
fn flat(nothing: &Path) {
    println!("\n  runs   resident, KiB   descriptors   mounts   memory groups of the machine");
    let mut sandbox = Sandbox::new(Isolation::Full).expect("a sandbox");
    let job = job(nothing);
    let me = std::process::id().to_string();
    let children = fs::read_to_string(format!("/proc/{me}/task/{me}/children"));
    let worker = children.expect("reading /proc").trim().to_owned();
    let both = |count: &dyn Fn(&str) -> usize| format!("{} + {}", count(&me), count(&worker));
    let mut done = 0;
    for goal in [100, 1_000, 5_000, 10_000] {
        for _ in done..goal {
            run_once(&mut sandbox, &job);
        }
        done = goal;
        println!(
            "{goal:>6} {:>15} {:>13} {:>8} {:>31}",
            both(&resident),
            both(&|pid| fs::read_dir(format!("/proc/{pid}/fd")).map_or(0, Iterator::count)),
            both(&|pid| lines(&format!("/proc/{pid}/mountinfo")).len()),
            groups(),
        );
    }
}

/// Returns the resident memory of a process in KiB.
fn resident(pid: &str) -> usize {
    lines(&format!("/proc/{pid}/status"))
        .iter()
        .find_map(|line| {
            line.strip_prefix("VmRSS:")?
                .trim()
                .split(' ')
                .next()?
                .parse()
                .ok()
        })
        .unwrap_or_default()
}

/// Returns the number of memory control groups in the kernel, including removed groups that still
/// exist.
fn groups() -> String {
    lines("/proc/cgroups")
        .iter()
        .find_map(|line| {
            Some(
                line.strip_prefix("memory\t")?
                    .split('\t')
                    .nth(1)?
                    .to_owned(),
            )
        })
        .unwrap_or_else(|| "unknown".to_owned())
}

fn lines(path: &str) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}
