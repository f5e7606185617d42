//! Says what a run of the tests leaves out, and what it tests less than it
//! could on this machine. Without `--features all-tests` it also tries the way
//! from a pasted solution to its verdict in C, which needs a C compiler alone.

use std::fs;
use std::process::ExitCode;

use mousetrap_sandbox::cgroup_version;

fn main() -> ExitCode {
    if cfg!(feature = "all-tests") {
        println!("all tiers: unit tests, and tests/it with the toolchains of all languages");
    } else {
        println!(
            "left out: tests/it, which needs the toolchains of all languages; scripts/test \
             installs them and runs everything"
        );
    }
    for (what, exists) in vectors() {
        if !exists {
            println!("this processor has no {what}: its form of the board solvers was not tried");
        }
    }
    if std::thread::available_parallelism().is_ok_and(|cores| cores.get() < 2) {
        println!("this machine has one core: tests of two workers took turns on it");
    }
    if let Err(reason) = cgroup_version() {
        println!("no control groups here ({reason}): limits and figures by them were not tried");
    }
    let paranoid = fs::read_to_string("/proc/sys/kernel/perf_event_paranoid");
    if !paranoid.is_ok_and(|level| level.trim().parse().is_ok_and(|level: i32| level <= 2)) {
        println!("ordinary users have no perf counters here: CPU time by them was not tried");
    }
    if cfg!(feature = "all-tests") {
        return ExitCode::SUCCESS;
    }
    quick()
}

/// The vector instructions that solvers use, and whether this processor has them.
#[cfg(target_arch = "x86_64")]
fn vectors() -> [(&'static str, bool); 2] {
    let avx512 = is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vbmi");
    let avx2 = is_x86_feature_detected!("avx2");
    [("AVX2", avx2), ("AVX-512 (BW and VBMI)", avx512)]
}

#[cfg(not(target_arch = "x86_64"))]
fn vectors() -> [(&'static str, bool); 0] {
    []
}

/// Judges a right and a wrong solution in C on the suites of this repository.
#[expect(clippy::disallowed_methods, reason = "the program under test")]
fn quick() -> ExitCode {
    let root = env!("CARGO_MANIFEST_DIR");
    for (solution, verdict) in [
        ("solutions/913/accepted/value_iteration.c", ",AC,"),
        ("solutions/913/wrong_answer/packed_in_five_bits.c", ",WA,"),
    ] {
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_mousetrap"))
            .args("--quiet judge --no-cache --format csv".split(' '))
            .arg(solution)
            .current_dir(root)
            .output();
        let done = match done {
            Ok(done) => done,
            Err(error) => {
                println!("mousetrap does not start: {error}");
                return ExitCode::FAILURE;
            }
        };
        let printed = String::from_utf8_lossy(&done.stdout);
        if !done.status.success() || !printed.contains(verdict) {
            let stderr = String::from_utf8_lossy(&done.stderr);
            println!("{solution}: expected {verdict} but:\n{printed}{stderr}");
            return ExitCode::FAILURE;
        }
        println!("{solution}: as expected");
    }
    ExitCode::SUCCESS
}
