//! Running one command in a sandbox to its end.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::{Duration, Instant};

use mousetrap_sandbox::{
    Exit, Isolation, Job, JobUsage, Process, ProgramAccess, ProgramDir, Sandbox,
};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) exit: Exit,
    pub(crate) usage: JobUsage,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) replies: String,
}

/// A fully isolating sandbox.
pub(crate) fn sandbox() -> Sandbox {
    mousetrap_sandbox::use_worker_binary(env!("CARGO_BIN_EXE_mousetrap"));
    Sandbox::new(Isolation::Full).unwrap()
}

/// A shell script as a job, which may read `/proc`.
pub(crate) fn script(text: &str) -> Job {
    let mut job = Job::new(&["/bin/sh", "-c", text]);
    job.needs.process_files = true;
    job
}

/// A Python program as a job, which may read `/proc`.
pub(crate) fn python(text: &str) -> Job {
    let mut job = Job::new(&["/usr/bin/python3", "-I", "-S", "-c", text]);
    job.needs.process_files = true;
    job
}

/// The job with a directory of the host as its program directory.
pub(crate) fn with_program(mut job: Job, host: &Path, access: ProgramAccess) -> Job {
    let host = host.to_owned();
    job.program = Some(ProgramDir { host, access });
    job
}

/// Runs a job without input until its main process ends, at most ten seconds.
pub(crate) fn run(sandbox: &mut Sandbox, job: &Job) -> Ran {
    run_with(sandbox, job, b"", Duration::from_secs(10))
}

/// Runs a job until its main process ends or `time` is over.
pub(crate) fn run_with(sandbox: &mut Sandbox, job: &Job, input: &[u8], time: Duration) -> Ran {
    let mut process = sandbox.start(job).unwrap();
    if let Some(stdin) = process.stdin() {
        let _ = File::from(stdin.try_clone_to_owned().unwrap()).write_all(input);
    }
    process.close_stdin();
    await_end(&process, time);
    let stdout = process.stdout().try_clone_to_owned().unwrap();
    let stderr = process.stderr().try_clone_to_owned().unwrap();
    let replies = process
        .reply_channel()
        .map(|replies| replies.try_clone_to_owned().unwrap());
    let (exit, usage) = process.kill_and_reap().unwrap();
    Ran {
        exit,
        usage,
        stdout: drain(stdout),
        stderr: drain(stderr),
        replies: replies.map_or_else(String::new, drain),
    }
}

/// Time limit of a wait, reached only if something hangs.
pub(crate) const HANG: Duration = Duration::from_mins(1);

/// Waits until the main process has ended or `time` is over.
pub(crate) fn await_end(process: &Process, time: Duration) {
    let end = Instant::now() + time;
    loop {
        let left = Timespec::try_from(end.saturating_duration_since(Instant::now())).unwrap();
        let ended = PollFd::from_borrowed_fd(process.exit_notification(), PollFlags::IN);
        match poll(&mut [ended], Some(&left)) {
            Err(rustix::io::Errno::INTR) => {}
            result => {
                result.unwrap();
                return;
            }
        }
    }
}

fn drain(pipe: OwnedFd) -> String {
    let mut bytes = Vec::new();
    let _ = File::from(pipe).take(1 << 20).read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn prepared_toolchain_is_read_only_and_linked_into_a_build() {
    let host = tempfile::tempdir().unwrap();
    let [program, warm] = ["program", "warm"].map(|name| host.path().join(name));
    for directory in [&program, &warm] {
        std::fs::create_dir(directory).unwrap();
    }
    std::fs::write(warm.join("made"), "ready").unwrap();
    let mut sandbox = sandbox();
    let build = script(
        "cat /warm/made /prog/made; for file in /warm/made /warm/new /prog/made; do \
         (: >$file) 2>/dev/null || echo refused; done; chmod 777 /warm 2>/dev/null \
         || echo refused; rm -f /warm/made 2>/dev/null || echo refused; echo own >/prog/own",
    );
    let mut build = with_program(build, &program, ProgramAccess::Build);
    build.warm = Some(warm.clone());
    let ran = run(&mut sandbox, &build);
    assert_eq!(ran.stdout, format!("readyready{}", "refused\n".repeat(5)));
    let left = std::fs::read_dir(&program).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["own"]);
    assert_eq!(std::fs::read_to_string(warm.join("made")).unwrap(), "ready");
    // The next job of the same sandbox has nothing of it.
    let ran = run(&mut sandbox, &script("ls /warm"));
    assert_eq!(ran.stdout, "");
}
