//! What a run in the sandbox costs, beside a plain spawn.
//!
//! `cargo bench --bench sandbox`. CPU times are sums
//! over everybody who takes part (this process, the worker, init and the
//! program), taken from the kernel's accounting of the whole process tree.

#![expect(
    clippy::disallowed_methods,
    reason = "a plain spawn is what the sandbox is measured beside"
)]

mod cpu;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use cpu::all_cpu;
use mousetrap::sandbox::{
    Exit, Isolation, Job, JobLimits, Sandbox, pin_this_thread, use_worker_binary,
    worker_main_if_asked,
};
use mousetrap::suite::Bytes;
use rustix::event::{PollFd, PollFlags, poll};

fn main() {
    worker_main_if_asked();
    use_worker_binary(env!("CARGO_BIN_EXE_mousetrap"));
    cost(&Tools::build());
}

/// Programs made for the measurements.
struct Tools {
    _folder: tempfile::TempDir,
    nothing: PathBuf,
}

impl Tools {
    fn build() -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let compile = |name: &str, source: &str| {
            let (from, to) = (
                folder.path().join(format!("{name}.c")),
                folder.path().join(name),
            );
            fs::write(&from, source).expect("writing a source");
            let status = Command::new("gcc")
                .args(["-O2", "-static", "-pthread", "-o"])
                .args([&to, &from])
                .status()
                .expect("gcc");
            assert!(status.success(), "gcc fails on {name}");
            to
        };
        let nothing = compile("nothing", "int main(void) { return 0; }");
        Self {
            nothing,
            _folder: folder,
        }
    }
}

fn job(program: &Path, arguments: &[&str]) -> Job {
    let folder = program.parent().expect("a folder").to_owned();
    Job {
        argv: std::iter::once(program.to_str().expect("UTF-8"))
            .chain(arguments.iter().copied())
            .map(str::to_owned)
            .collect(),
        env: Vec::new(),
        program: None,
        toolchain: vec![folder],
        replies: true,
        limits: JobLimits {
            memory: Bytes::mib(256),
            stack: Bytes::mib(256),
            processes: 64,
            file_size: Bytes::mib(16),
            disk: Bytes::mib(64),
            open_files: 64,
        },
    }
}

fn await_end(process: &mousetrap::sandbox::Process) {
    let mut fds = [PollFd::from_borrowed_fd(process.ended(), PollFlags::IN)];
    poll(&mut fds, None).expect("waiting");
}

/// CPU time of each of `count` runs. What children have used is known when
/// they have ended.
fn per_run(count: u32, action: impl FnOnce()) -> Duration {
    all_cpu(action).0 / count
}

fn cost(tools: &Tools) {
    const RUNS: u32 = 500;
    let plain = per_run(RUNS, || {
        for _ in 0..RUNS {
            Command::new(&tools.nothing).status().expect("spawning");
        }
    });
    println!("plain spawn              {plain:>10.1?} CPU");
    for core in [None, Some(0)] {
        let job = job(&tools.nothing, &[]);
        let mut walls = Vec::new();
        let mut run = |runs: u32| {
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    if let Some(core) = core {
                        pin_this_thread(core).expect("pinning");
                    }
                    let mut sandbox = Sandbox::on_core(Isolation::Full, core).expect("a sandbox");
                    for _ in 0..runs {
                        let start = Instant::now();
                        let process = sandbox.start(&job).expect("starting");
                        await_end(&process);
                        assert_eq!(process.finish().expect("finishing").0, Exit::Code(0));
                        walls.push(start.elapsed());
                    }
                });
            });
        };
        let set_up = per_run(1, || run(1));
        let all = per_run(1, || run(RUNS + 1));
        walls.sort();
        println!(
            "isolated, {:<14} {:>10.1?} CPU, {:.1?} wall at the median, {:.1?} at p90; worker {:.1?} CPU",
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
