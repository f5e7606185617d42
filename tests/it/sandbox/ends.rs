//! How a program ended is reported exactly, and nothing of it stays.

use std::fs;
use std::os::fd::AsFd;
use std::time::Duration;

use mousetrap_sandbox::{Access, Exit, Job, Program, Sandbox, SandboxError};

use super::run::{HANG, await_end, python, readable, run, run_with, sandbox, script};

#[test]
fn exit_codes_are_reported() {
    let mut sandbox = sandbox();
    for code in [0, 1, 42, 130, 255] {
        let ran = run(&mut sandbox, &script(&format!("exit {code}")));
        assert_eq!(ran.exit, Exit::Code(code));
    }
}

#[test]
fn a_signal_that_a_program_sends_itself_is_reported_as_that_signal() {
    let mut sandbox = sandbox();
    for signal in [
        "ABRT", "TERM", "KILL", "SEGV", "FPE", "ILL", "BUS", "INT", "PIPE", "HUP",
    ] {
        let text = format!("import os, signal; os.kill(os.getpid(), signal.SIG{signal})");
        let number = run(
            &mut sandbox,
            &python(&format!("import signal; print(int(signal.SIG{signal}))")),
        );
        let number = number.stdout.trim().parse().unwrap();
        // Python ignores some signals and handles others; the program does not.
        let text = format!("import signal; signal.signal(signal.SIG{signal}, 0)\n{text}")
            .replace("signal.signal(signal.SIGKILL, 0)", "");
        let ran = run(&mut sandbox, &python(&text));
        assert_eq!(ran.exit, Exit::Signal(number), "{signal}: {}", ran.stderr);
    }
}

#[test]
fn real_faults_are_reported_as_their_signals() {
    let mut sandbox = sandbox();
    let ran = run(&mut sandbox, &python("import os; os.abort()"));
    assert_eq!(ran.exit, Exit::Signal(6));
    let ran = run(
        &mut sandbox,
        &python("import ctypes; ctypes.string_at(0)").clone(),
    );
    assert_eq!(ran.exit, Exit::Signal(11), "{}", ran.stderr);
}

#[test]
fn a_stopped_program_has_not_ended_and_is_killed() {
    let mut sandbox = sandbox();
    let process = sandbox.start(&script("kill -STOP $$")).unwrap();
    assert!(!await_end(&process, Duration::from_millis(300)));
    assert_eq!(process.finish().unwrap().0, Exit::Signal(9));
}

#[test]
fn a_program_starts_with_default_signals_and_an_empty_mask() {
    let mut job = Job::new(&["/bin/cat", "/proc/self/status"]);
    job.needs.process_files = true;
    let ran = run(&mut sandbox(), &job);
    for line in ["SigBlk", "SigIgn", "SigCgt"] {
        let expected = format!("{line}:\t{:016x}", 0);
        assert!(ran.stdout.contains(&expected), "{}", ran.stdout);
    }
}

#[test]
fn a_missing_program_is_an_error_with_its_step() {
    let mut sandbox = sandbox();
    let error = start_and_finish(&mut sandbox).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("/no/such/program: executing it (execve): No such file"),
        "{text}"
    );
    // And the sandbox goes on working.
    assert_eq!(
        run(&mut sandbox, &Job::new(&["/bin/true"])).exit,
        Exit::Code(0)
    );
}

fn start_and_finish(sandbox: &mut Sandbox) -> Result<Exit, SandboxError> {
    let process = sandbox.start(&Job::new(&["/no/such/program"]))?;
    await_end(&process, HANG);
    Ok(process.finish()?.0)
}

#[test]
fn children_that_outlive_the_program_are_killed() {
    let mut sandbox = sandbox();
    let process = sandbox
        .start(&script(
            "setsid sh -c 'trap \"\" TERM HUP; while :; do sleep 1; done' & (sleep 1000 &) & exit 3",
        ))
        .unwrap();
    assert!(await_end(&process, HANG));
    let stdout = process.stdout().try_clone_to_owned().unwrap();
    assert_eq!(process.finish().unwrap().0, Exit::Code(3));
    // The end of the pipe is seen when the last holder is gone.
    assert!(readable(stdout.as_fd(), HANG));
}

#[test]
fn dropping_a_process_kills_it_and_frees_the_sandbox() {
    let mut sandbox = sandbox();
    drop(sandbox.start(&script("sleep 1000")).unwrap());
    assert_eq!(
        run(&mut sandbox, &Job::new(&["/bin/true"])).exit,
        Exit::Code(0)
    );
}

#[test]
fn an_endless_program_is_killed_by_the_judge() {
    let mut sandbox = sandbox();
    let ran = run_with(
        &mut sandbox,
        &script("while :; do :; done"),
        b"",
        Duration::from_millis(300),
    );
    assert_eq!(ran.exit, Exit::Signal(9));
    assert!(ran.usage.cpu > Duration::ZERO, "{:?}", ran.usage);
    assert!(!ran.usage.out_of_memory);
}

#[test]
fn a_build_may_begin_in_deep_directories() {
    let directory = tempfile::tempdir().unwrap();
    // Longer names than this reach the end of what a path may be.
    let deep: std::path::PathBuf = std::iter::repeat_n("d", 1_500).collect();
    fs::create_dir_all(directory.path().join(&deep)).unwrap();
    let mut build = script("find . -type d | wc -l");
    build.program = Some(Program {
        host: directory.path().to_owned(),
        access: Access::Build,
    });
    let ran = run(&mut sandbox(), &build);
    assert_eq!(ran.stdout.trim(), "1501", "{ran:?}");
}

#[test]
fn what_a_build_leaves_is_collected_and_seen_by_a_run() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("source"), "echo built").unwrap();
    let mut sandbox = sandbox();
    let mut build =
        script("cp source {prog}/main; chmod +x main; ln -s /etc/passwd link; mkfifo fifo");
    build.program = Some(Program {
        host: directory.path().to_owned(),
        access: Access::Build,
    });
    let built = run(&mut sandbox, &build);
    assert_eq!(built.exit, Exit::Code(0), "{}", built.stderr);
    let mut names: Vec<_> = fs::read_dir(directory.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["main", "source"]);

    let mut job = script("sh /prog/main; echo x 2>/dev/null >/prog/main || echo refused");
    job.program = Some(Program {
        host: directory.path().to_owned(),
        access: Access::Read,
    });
    let ran = run(&mut sandbox, &job);
    assert_eq!(ran.stdout, "built\nrefused\n");
}
