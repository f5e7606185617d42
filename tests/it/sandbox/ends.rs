//! How a program ended is reported exactly, and nothing of it stays.

use std::fs;

use mousetrap_sandbox::{Exit, Job, ProgramAccess};

use super::run::{HANG, await_end, python, run, sandbox, script, with_program};

#[test]
fn exit_codes_and_signals_are_reported() {
    let mut sandbox = sandbox();
    for code in [0, 1, 42, 130, 255] {
        let ran = run(&mut sandbox, &script(&format!("exit {code}")));
        assert_eq!(ran.exit, Exit::Code(code));
    }
    // Python handles and ignores some signals. For SIGKILL the action cannot be set.
    let restore = "import contextlib, os, signal\nwith contextlib.suppress(OSError): signal.signal";
    for number in [1, 2, 4, 6, 7, 8, 9, 11, 13, 15] {
        let text = format!("{restore}({number}, 0)\nos.kill(os.getpid(), {number})");
        let ran = run(&mut sandbox, &python(&text));
        assert_eq!(ran.exit, Exit::Signal(number), "{}", ran.stderr);
    }
    let ran = run(&mut sandbox, &python("import ctypes; ctypes.string_at(0)"));
    assert_eq!(ran.exit, Exit::Signal(11), "{}", ran.stderr);
}

#[test]
fn program_starts_with_default_signals_and_empty_mask() {
    let mut job = Job::new(&["/bin/cat", "/proc/self/status"]);
    job.needs.process_files = true;
    let ran = run(&mut sandbox(), &job);
    for line in ["SigBlk", "SigIgn", "SigCgt"] {
        let expected = format!("{line}:\t{:016x}", 0);
        assert!(ran.stdout.contains(&expected), "{}", ran.stdout);
    }
}

#[test]
fn missing_program_is_an_error_of_its_step() {
    let mut sandbox = sandbox();
    let process = sandbox.start(&Job::new(&["/no/such/program"]));
    let error = process.and_then(|process| {
        await_end(&process, HANG);
        process.kill_and_reap()
    });
    let text = error.unwrap_err().to_string();
    let expected = "/no/such/program: executing the program (execve): No such file";
    assert!(text.contains(expected), "{text}");
    let next = run(&mut sandbox, &Job::new(&["/bin/true"]));
    assert_eq!(next.exit, Exit::Code(0));
}

#[test]
fn dropped_process_is_killed_and_frees_the_sandbox() {
    let mut sandbox = sandbox();
    drop(sandbox.start(&script("sleep 1000")).unwrap());
    let next = run(&mut sandbox, &Job::new(&["/bin/true"]));
    assert_eq!(next.exit, Exit::Code(0));
}

#[test]
fn build_may_begin_in_deep_directories() {
    let directory = tempfile::tempdir().unwrap();
    // Longer names than this reach the end of what a path may be.
    let deep: std::path::PathBuf = std::iter::repeat_n("d", 1_500).collect();
    fs::create_dir_all(directory.path().join(&deep)).unwrap();
    let build = script("find . -type d | wc -l");
    let build = with_program(build, directory.path(), ProgramAccess::Build);
    let ran = run(&mut sandbox(), &build);
    assert_eq!(ran.stdout.trim(), "1501", "{ran:?}");
}

#[test]
fn files_of_a_build_are_collected_and_shown_to_a_run() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("source"), "echo built").unwrap();
    let mut sandbox = sandbox();
    let build = script("cp source {prog}/main; chmod +x main; ln -s /etc/passwd link; mkfifo fifo");
    let build = with_program(build, directory.path(), ProgramAccess::Build);
    let built = run(&mut sandbox, &build);
    assert_eq!(built.exit, Exit::Code(0), "{}", built.stderr);
    // The link and the pipe are not collected.
    let job = "ls /prog; sh /prog/main; echo x 2>/dev/null >/prog/main || echo refused";
    let job = with_program(script(job), directory.path(), ProgramAccess::Read);
    let ran = run(&mut sandbox, &job);
    assert_eq!(ran.stdout, "main\nsource\nbuilt\nrefused\n");
}
