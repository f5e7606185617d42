//! Limits on a whole tree, and what is measured of it.

use std::time::Duration;

use mousetrap_sandbox::{CoreLock, Exit, cgroup_version};
use mousetrap_util::Bytes;

use super::run::{HANG, await_end, python, run, sandbox, script};

/// Spends [`BURNT`].
const BURN: &str = "import time\nwhile time.process_time() < 0.2: pass\n";
const BURNT: Duration = Duration::from_millis(200);

/// The process that is about to become the program shares its memory with the
/// sandbox's own.
#[test]
fn too_little_memory_to_start_ends_the_run_and_not_the_sandbox() {
    for memory in [0, 4, 16, 64, 128, 256].map(Bytes::kib) {
        let mut sandbox = sandbox();
        let mut job = script("exit 0");
        job.limits.memory = memory;
        let first = sandbox.start(&job).map(|process| {
            await_end(&process, HANG);
            process.kill_and_reap()
        });
        let after = run(&mut sandbox, &script("exit 7"));
        assert_eq!(after.exit, Exit::Code(7), "{memory}: {first:?}");
        // Without control groups a program may end before its memory is looked at.
        if let (0, Ok(Ok((exit, usage)))) = (memory.0, first) {
            assert!(exit != Exit::Code(0) || usage.memory > memory, "{usage:?}");
        }
    }
}

#[test]
fn memory_peak_is_measured() {
    let ran = run(&mut sandbox(), &python("a = bytearray(100 << 20); del a"));
    let expected = Bytes::mib(100)..Bytes::mib(140);
    assert!(expected.contains(&ran.usage.memory), "{:?}", ran.usage);
}

#[test]
fn reserved_but_unused_memory_is_not_counted() {
    let text = "import mmap; a = [mmap.mmap(-1, 1 << 34, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000) for _ in range(4)]";
    assert_eq!(run(&mut sandbox(), &python(text)).exit, Exit::Code(0));
}

#[test]
fn cpu_time_of_threads_and_children_is_counted_once() {
    let mut sandbox = sandbox();
    let child = format!("import os\nif os.fork() == 0:\n  exec({BURN:?}); os._exit(0)\nos.wait()");
    // The parent does not wait, so nobody in the tree knows.
    let ignored = format!(
        "import os, signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\nif os.fork() == 0:\n  exec({BURN:?}); os._exit(0)\ntry: os.wait()\nexcept OSError: pass"
    );
    let thread = format!(
        "import threading\nt = threading.Thread(target=lambda: exec({BURN:?})); t.start(); t.join()"
    );
    let start = run(&mut sandbox, &python("pass")).usage.cpu;
    for text in [BURN, &child, &thread, &ignored] {
        let ran = run(&mut sandbox, &python(text));
        assert_eq!(ran.exit, Exit::Code(0), "{}", ran.stderr);
        // Once, and not twice.
        let expected = BURNT.mul_f64(0.97)..2 * (start + BURNT);
        assert!(expected.contains(&ran.usage.cpu), "{text}: {ran:?}");
    }
}

#[test]
fn fork_bomb_is_contained() {
    let text = "import os, time\n\
        for _ in range(1000):\n\
        \x20 try:\n    if os.fork() == 0: time.sleep(60); os._exit(0)\n\
        \x20 except OSError: break\n\
        print(sum(pid.isdigit() for pid in os.listdir('/proc')))";
    let mut sandbox = sandbox();
    let ran = run(&mut sandbox, &python(text));
    let count: u32 = ran.stdout.trim().parse().unwrap();
    // The limit, and init.
    assert!((60..=66).contains(&count), "{count}");
    assert_eq!(run(&mut sandbox, &script("exit 0")).exit, Exit::Code(0));
}

/// The kernel remembers names that it did not find, also those of earlier runs, so each
/// run looks for other names.
#[test]
fn names_that_do_not_exist_count_as_memory_in_control_groups() {
    if cgroup_version().is_err() {
        return;
    }
    let text = "import os, time\nnow = time.time_ns()\nfor i in range(100000):\n  try: os.stat(f'/usr/bin/no-such-{now}-{i}')\n  except OSError: pass";
    let mut job = python(text);
    let ran = run(&mut sandbox(), &job);
    assert_eq!(ran.exit, Exit::Code(0), "{}", ran.stderr);
    assert!(ran.usage.memory >= Bytes::mib(20), "{:?}", ran.usage);
    job.limits.memory = Bytes::mib(20);
    let ran = run(&mut sandbox(), &job);
    assert_eq!(ran.exit, Exit::Code(0), "{}", ran.stderr);
    assert!(ran.usage.memory <= Bytes::mib(20), "{:?}", ran.usage);
}

#[test]
fn stack_has_the_size_of_the_job() {
    let ran = run(&mut sandbox(), &script("ulimit -s; ulimit -c; ulimit -Hs"));
    assert_eq!(ran.stdout, "65536\n0\n65536\n");
    let mut job = python("print(1)");
    job.limits.stack = Bytes::mib(200);
    assert_eq!(run(&mut sandbox(), &job).exit, Exit::Code(0));
}

#[test]
fn job_stays_on_the_core_of_its_worker() {
    // Other judges of these tests may have claimed all there are.
    let core = CoreLock::claim();
    let number = core.as_ref().map_or(0, CoreLock::number);
    let mut sandbox = sandbox().with_core(Some(number));
    let text = "import os\ntry: os.sched_setaffinity(0, range(64))\nexcept OSError: pass\nprint(os.sched_getaffinity(0))";
    let ran = run(&mut sandbox, &python(text));
    assert_eq!(ran.stdout, format!("{{{number}}}\n"), "{}", ran.stderr);
}
