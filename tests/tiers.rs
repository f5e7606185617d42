//! Says what a run of the tests leaves out, and what it tests less than it
//! could on this machine. Without `--features all-tests` it also tries the way
//! from a pasted solution to its verdict in C, which needs a C compiler alone.

use std::fs;

use mousetrap_sandbox::cgroup_version;

fn main() {
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
    if !cfg!(feature = "all-tests") {
        quick();
    }
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
fn quick() {
    for (solution, verdict) in [
        ("solutions/913/accepted/value_iteration.c", ",AC,"),
        ("solutions/913/wrong_answer/packed_in_five_bits.c", ",WA,"),
    ] {
        let mut judge = assert_cmd::Command::cargo_bin("mousetrap").unwrap();
        judge.args("--quiet judge --no-cache --format csv".split(' '));
        judge.arg(solution).current_dir(env!("CARGO_MANIFEST_DIR"));
        let output = judge.output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        let is_right = output.status.success() && printed.contains(verdict);
        assert!(is_right, "{solution}: expected {verdict}: {output:?}");
        println!("{solution}: as expected");
    }
}
