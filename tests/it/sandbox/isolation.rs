//! What a program can see and reach.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::slice;
use std::time::Duration;

use mousetrap_sandbox::{Exit, Job, ProgramAccess, observe_isolation};

use super::run::{HANG, python, run, run_with, sandbox, script, with_program};

/// Shell scripts and the lines of their expected output, separated by spaces.
const SCRIPTS: &str = r"
id -u; id -g => 1000 1000
cd /; ls -d bin box dev etc home lib media mnt opt proc prog root run srv sys tmp usr var 2>/dev/null || true => bin box dev etc lib proc prog tmp usr
cut -d: -f3 /proc/self/cgroup | sort -u; cat /proc/self/cpuset => / /
cat /proc/self/environ | tr '\0' '\n' | grep -v -E '^(PWD|OLDPWD|SHLVL|_)=' => PATH=/usr/local/bin:/usr/bin:/bin
for f in /x /usr/x /etc/x /etc/passwd /dev/x /prog/x /proc/sys/kernel/hostname /proc/1/oom_score_adj /dev/../x; do (echo x >$f) 2>/dev/null && echo $f; done; true =>
for f in /box/x /tmp/x /dev/shm/x /dev/null; do echo x >$f || echo failed $f; done =>
";

/// Python programs and their expected output: the open descriptors (4 is the listed directory), the
/// processes, and the priorities, also of init.
const PROGRAMS: [(&str, &str); 3] = [
    (
        "import os; print(sorted(int(fd) for fd in os.listdir('/proc/self/fd')))",
        "[0, 1, 2, 3, 4]",
    ),
    (
        "import os; print(os.getpid(), os.getppid(), \
         sorted(int(pid) for pid in os.listdir('/proc') if pid.isdigit()))",
        "2 1 [1, 2]",
    ),
    (
        "import os\nfor pid in 0, 1:\n  try: os.setpriority(os.PRIO_PROCESS, pid, 19)\n  \
         except PermissionError: print('refused')",
        "refused refused",
    ),
];

#[test]
fn program_sees_and_changes_only_its_own() {
    let mut sandbox = sandbox();
    let rows = SCRIPTS
        .lines()
        .skip(1)
        .map(|row| row.split_once(" =>").unwrap());
    let scripts = rows.map(|(text, expected)| (script(text), expected.trim()));
    let programs = PROGRAMS.map(|(text, expected)| (python(text), expected));
    for (job, expected) in scripts.chain(programs) {
        let ran = run(&mut sandbox, &job);
        let seen = (ran.stdout.trim_end().replace('\n', " "), ran.exit);
        assert_eq!(seen, (expected.to_owned(), Exit::Code(0)), "{}", ran.stderr);
    }
}

#[test]
fn isolation_report_shows_every_protection() {
    let report = observe_isolation(&mut sandbox()).unwrap();
    let kinds = ["cgroup", "ipc", "mnt", "net", "pid", "user", "uts"];
    assert_eq!(report.namespaces, kinds);
    assert!(report.filter && report.unprivileged, "{report:?}");
}

#[test]
fn process_files_without_need_are_refused() {
    let mut sandbox = sandbox();
    if observe_isolation(&mut sandbox).unwrap().landlock.is_none() {
        return;
    }
    let text = "import os, threading\n\
        places = ['/proc/self/', '/proc/thread-self/', f'/proc/self/task/{threading.get_native_id()}/']\n\
        for place in places:\n\
        \x20 for name in 'fdinfo/0', 'net/softnet_stat', 'mountinfo', 'pagemap', 'smaps', 'status', 'autogroup':\n\
        \x20   try: open(place + name, 'rb').read(1); print(place + name)\n\
        \x20   except OSError: pass\n\
        print(len(os.listdir('/proc/self/fd')), open('/dev/fd/0').read(), open('/proc/self/exe', 'rb').read(4))";
    let mut job = python(text);
    job.needs.process_files = false;
    let ran = run_with(&mut sandbox, &job, b"input", HANG);
    assert_eq!(ran.stdout, "5 input b'\\x7fELF'\n", "{}", ran.stderr);
}

#[test]
fn run_finds_nothing_of_the_one_before() {
    let mut sandbox = sandbox();
    // One job, which does what its input says.
    let job = Job::new(&["/bin/sh"]);
    let mut run = |input: &str| run_with(&mut sandbox, &job, input.as_bytes(), HANG);
    let look = "set -- /proc/[0-9]*; echo $$ $PPID $# $(ls -A /box /tmp) $(stat -c '%a %h %s %U' /box /tmp) \
                $(nice) $(ulimit -n) $(umask) \
                $(find /proc/1/task /proc/1/attr /proc/1/net -maxdepth 0 ! -newermt 2001-01-01 | grep -q . || echo fresh)";
    let first = run(look);
    assert!(first.stdout.ends_with(" fresh\n"), "{}", first.stdout);
    for dirt in [
        "echo x >/tmp/left",
        "mkdir -p /box/a/b; chmod 0 /box/a",
        "echo x >/dev/shm/left; rm /tmp/left",
        "chmod 700 /box",
        "chmod 1 /tmp",
        "touch -d @0 /tmp",
        "ln -s /etc/passwd /box/passwd",
        "sleep 1000 & sleep 1000 &",
        "(setsid sleep 1000 >/dev/null 2>&1 &) ; (exec 3>&-; sleep 1000 &)",
        "ulimit -n 10; umask 0; cd /tmp; export A=1",
        "kill -KILL -1; kill -STOP 1; kill -KILL 1",
        "renice -n 5 -p 1",
        // What is kept below /proc for a process lasts as long as that does.
        "touch -d @0 /proc/1/task /proc/1/attr /proc/1/net",
        "for i in 1 2 3 4 5 6 7 8 9; do /bin/true; done",
        "kill -KILL $$",
        "kill -STOP $$",
        "exec /nowhere/at/all",
    ] {
        let ended = Duration::from_millis(500);
        run_with(&mut sandbox, &job, dirt.as_bytes(), ended);
        let ran = run_with(&mut sandbox, &job, look.as_bytes(), HANG);
        assert_eq!(ran.stdout, first.stdout, "{dirt}");
    }
}

#[test]
fn pipes_can_be_opened_again_by_path() {
    let job = script("echo reply >/proc/self/fd/3; echo out >/dev/stdout; echo err >/dev/stderr");
    let ran = run(&mut sandbox(), &job);
    let texts = [ran.replies, ran.stdout, ran.stderr];
    assert_eq!(texts, ["reply\n", "out\n", "err\n"]);
}

#[test]
fn toolchain_is_shown_read_only_and_hidden_again() {
    for place in [env!("CARGO_TARGET_TMPDIR"), "/tmp"] {
        let directory = tempfile::tempdir_in(place).unwrap();
        let tool = directory.path().join("deep/tool");
        fs::create_dir(directory.path().join("deep")).unwrap();
        fs::write(&tool, "#!/bin/sh\necho tool\n").unwrap();
        fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let tool = tool.to_str().unwrap();
        let program = tempfile::tempdir().unwrap();
        fs::write(program.path().join("source"), "").unwrap();

        let mut sandbox = sandbox();
        let mut job = script(&format!(
            "'{tool}'; echo x >'{tool}' || echo refused; echo x >/tmp/own && echo wrote; rm -r /tmp/*; '{tool}'"
        ));
        let shown = "tool\nrefused\nwrote\ntool\n";
        for access in [None, Some(ProgramAccess::Read), Some(ProgramAccess::Build)] {
            job.toolchain = vec![directory.path().to_owned()];
            if let Some(access) = access {
                job = with_program(job, program.path(), access);
            }
            let ran = run(&mut sandbox, &job);
            assert_eq!(ran.stdout, shown, "{place} {access:?}: {}", ran.stderr);

            job.toolchain.clear();
            assert_eq!(run(&mut sandbox, &job).stdout, "refused\nwrote\n");
        }
        assert_eq!(run(&mut sandbox, &script("ls -A /tmp")).stdout, "");
    }
}

#[test]
fn root_is_read_only_whatever_was_shown_before() {
    let mut sandbox = sandbox();
    let mut job = script(
        "while read _ _ _ _ place options _; do [ $place = / ] && echo ${options%%,*}; done \
         </proc/self/mountinfo; true",
    );
    let tools = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for toolchain in [&[][..], slice::from_ref(&tools), &[]] {
        job.toolchain = toolchain.to_vec();
        assert_eq!(run(&mut sandbox, &job).stdout, "ro\n", "{toolchain:?}");
    }
    // The first of these is in place when the second is refused.
    job.toolchain = vec![tools, "relative".into()];
    assert!(sandbox.start(&job).is_err());
    job.toolchain.pop();
    assert_eq!(run(&mut sandbox, &job).stdout, "ro\n");
}

#[test]
fn toolchain_at_a_path_of_the_sandbox_is_refused() {
    for path in "/tmp|/etc|/proc/tools|/prog|relative|/|/../etc".split('|') {
        let mut job = script("true");
        job.toolchain = vec![path.into()];
        let error = sandbox().start(&job).unwrap_err().to_string();
        assert!(error.contains("mounting"), "{path}: {error}");
        assert!(!error.contains("os error"), "{path}: {error}");
    }
}

#[test]
fn sandboxes_side_by_side_do_not_see_each_other() {
    let (mut one, mut other) = (sandbox(), sandbox());
    let first = one
        .start(&script("echo secret >/tmp/file; exec sleep 1000"))
        .unwrap();
    let look = "import os; print(os.path.exists('/tmp/file'), \
        sum(name.isdigit() for name in os.listdir('/proc')))";
    let ran = run(&mut other, &python(look));
    // Init and Python.
    assert_eq!(ran.stdout, "False 2\n");
    first.kill_and_reap().unwrap();
}

#[test]
fn program_directory_of_another_submission_is_not_visible() {
    let directories = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let mut sandbox = sandbox();
    for directory in &directories {
        fs::write(directory.path().join("mine"), "").unwrap();
    }
    for directory in &directories {
        let job = script("ls /prog; ls -d /prog/../*mousetrap* /tmp/*");
        let job = with_program(job, directory.path(), ProgramAccess::Read);
        assert_eq!(run(&mut sandbox, &job).stdout, "mine\n");
    }
}
