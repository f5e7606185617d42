//! Judges a right and a wrong solution in C on the suites of this repository. Needs only a C
//! compiler, unlike `tests/it`, which contains these tests for all languages.
#![cfg(not(feature = "all-tests"))]

#[test]
fn solution_in_c_gets_its_verdict() {
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
    }
}
