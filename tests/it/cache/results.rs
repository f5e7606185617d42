//! What an earlier run has judged is not judged again, unless something that
//! has a part in it has changed.

use std::fs;
use std::path::Path;

use mousetrap_languages::toolchains_dir;
use serde_json::Value;

use crate::project::{Project, Words, has};

const RIGHT: &str = include_str!("../../../solutions/913/accepted/topological_sort.py");
const WRONG: &str = "\
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        return True
";
const SLOW: &str = "\
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        while True:
            pass
";
/// Right, but within a factor of two of the limit.
const CLOSE: &str = "\
import time
class Solution:
    def catMouseGame(self, graph):
        end = time.process_time() + 0.33
        while time.process_time() < end:
            pass
        return 0 if len(graph) == 6 else 1
";

/// A project with a cache of its own.
struct Cached(Project);

impl Cached {
    fn new() -> Self {
        let project = Project::new(
            "[suites]\n1728 = [\"basic\"]\n913 = [\"basic\"]\n[limits]\ncpu = \"0.05s\"\n",
        );
        for (name, text) in [
            ("right.py", RIGHT),
            ("wrong.py", WRONG),
            ("slow.py", SLOW),
            ("close.py", CLOSE),
        ] {
            project.write(name, text);
        }
        Self(project)
    }

    fn mousetrap(&self) -> assert_cmd::Command {
        let mut command = self.0.mousetrap();
        command.env("XDG_CACHE_HOME", self.0.path().join("cache"));
        command
    }

    /// The verdict of each file, and whether it was taken from the cache.
    fn judge(&self, arguments: &(impl Words + ?Sized)) -> Vec<(String, bool)> {
        let mut command = self.mousetrap();
        let judge = command.args(["judge", "--format", "json"]);
        let output = judge.args(arguments.words()).output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let submissions = report["submissions"].as_array().unwrap().iter();
        let reported = submissions.map(|submission| {
            let judged = &submission["outcome"]["judged"];
            let verdict = judged["verdict"].as_str().unwrap().to_owned();
            (verdict, judged["from_cache"] == true)
        });
        reported.collect()
    }
}

fn reported(verdict: &str, from_cache: bool) -> Vec<(String, bool)> {
    vec![(verdict.to_owned(), from_cache)]
}

#[test]
fn what_is_unchanged_is_judged_once() {
    let cached = Cached::new();
    for (file, verdict) in [("right.py", "AC"), ("wrong.py", "WA")] {
        assert_eq!(cached.judge(&[file]), reported(verdict, false));
        assert_eq!(cached.judge(&[file]), reported(verdict, true));
        assert_eq!(
            cached.judge(&[file, "--no-cache"]),
            reported(verdict, false)
        );
        assert_eq!(
            cached.judge(&[file, "--all-cases"]),
            reported(verdict, false)
        );
    }
}

#[test]
fn a_change_of_source_cases_or_limits_is_judged_anew() {
    let cached = Cached::new();
    cached.judge("wrong.py");
    cached.0.write("wrong.py", WRONG.replace("True", "False"));
    assert_eq!(cached.judge("wrong.py"), reported("WA", false));
    cached.0.case("1728/basic/d", "1 3 1 1\nMFC\n");
    assert_eq!(cached.judge("wrong.py"), reported("WA", false));
    assert_eq!(cached.judge("wrong.py"), reported("WA", true));
    let limits = "[suites]\n1728 = [\"basic\"]\n[limits]\ncpu = \"1s\"\n";
    cached.0.write("judge.toml", limits);
    assert_eq!(cached.judge("wrong.py"), reported("WA", false));
}

#[test]
fn what_came_close_to_a_limit_is_judged_anew() {
    let cached = Cached::new();
    for (file, verdict) in [("slow.py", "TLE"), ("close.py", "AC")] {
        for _ in 0..2 {
            assert_eq!(cached.judge(&[file]), reported(verdict, false));
        }
    }
}

/// Right, but for the hundred megabytes that it leaves on the disk.
const LARGE: &str = "\
#include <stdio.h>
char filler[100 << 20] = {1};
int main(void) { puts(filler[0] ? \"0\" : \"1\"); }
";

/// Bytes below a directory.
fn size(directory: &std::path::Path) -> u64 {
    let entries = std::fs::read_dir(directory).unwrap().map(Result::unwrap);
    let sizes = entries.map(|entry| match entry.metadata().unwrap() {
        facts if facts.is_dir() => size(&entry.path()),
        facts => facts.len(),
    });
    sizes.sum()
}

#[test]
fn a_large_program_is_a_compile_error_and_is_not_kept() {
    let cached = Cached::new();
    cached.0.write("large.c", LARGE);
    let cache = cached.0.path().join("cache");
    let output = (cached.mousetrap())
        .args(["judge", "--problem", "913", "--form", "program"])
        .args(["--format", "json", "large.c"])
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let submission = &report["submissions"][0]["outcome"]["judged"];
    assert_eq!(submission["verdict"], "CE", "{submission}");
    let said = submission["compiler_output"].as_str().unwrap();
    has(said, "the compiled program takes 100");
    assert!(size(&cache) < 1 << 20);
}

#[test]
fn the_cache_keeps_to_its_size_and_what_ran_last() {
    let cached = Cached::new();
    let config = "[suites]\n913 = [\"basic\"]\n[judge]\ncache = \"2MiB\"\n";
    cached.0.write("judge.toml", config);
    let cache = cached.0.path().join("cache");
    let mut sizes = Vec::new();
    for number in 0..6 {
        let source = format!("#include <stdio.h>\nint main(void) {{ puts(\"{number}\"); }}\n");
        cached.0.write("small.c", source);
        cached.judge("--problem 913 --form program small.c");
        sizes.push(size(&cache));
    }
    let most = 2 << 20;
    assert!(
        sizes.iter().all(|size| (1..=most).contains(size)),
        "{sizes:?}"
    );
    // With all that the first left there were six programs, each of a third of it.
    assert!(6 * sizes[0] / 2 > most, "{sizes:?}");
    // What ran last is still there.
    let last = "--problem 913 --form program small.c";
    assert_eq!(cached.judge(last), reported("WA", true));
}

#[test]
fn what_the_compiler_says_is_said_each_time() {
    let cached = Cached::new();
    cached.0.write(
        "broken.c",
        "int catMouseGame(int** g, int n, int* c) { return x; }\n",
    );
    let outputs = [(); 2].map(|()| {
        let output = cached
            .mousetrap()
            .args(["judge", "broken.c"])
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    });
    for output in outputs {
        has(&output, "undeclared");
    }
}

/// Takes its time on each case.
const SLEEPS: &str = "\
#include <stdio.h>
#include <unistd.h>
int main(void) { usleep(900000); puts(\"0\"); }
";

#[test]
fn the_cache_is_shown_and_cleared_but_for_what_a_judge_is_using() {
    let cached = Cached::new();
    let cache = cached.0.path().join("cache");
    let run = |arguments: &[&str]| {
        let mut command = cached.mousetrap();
        let command = command.arg("cache");
        let output = command.args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let none = run(&[]);
    has(&none, "cache/mousetrap: 0 B of at most 2 GiB");
    cached.judge("right.py");
    cached.0.write("sleeps.c", SLEEPS);
    let programs = || {
        let said = run(&[]);
        let line = said
            .lines()
            .find(|line| line.trim_start().starts_with("programs"));
        line.unwrap_or_else(|| panic!("{said}")).to_owned()
    };
    let before = programs();
    #[expect(clippy::disallowed_methods, reason = "our own program")]
    let judge = std::process::Command::new(env!("CARGO_BIN_EXE_mousetrap"))
        .args(["judge", "--problem", "913", "--form", "program", "sleeps.c"])
        .args(["--format", "json", "--no-cache"])
        .env("XDG_CACHE_HOME", &cache)
        .current_dir(cached.0.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    crate::sandbox::gone::until("the program to be compiled", || programs() != before);
    let said = run(&["--clear", "results", "programs"]);
    // The submission's, and the stub's that starting is measured with.
    has(&said, "\nleft ");
    has(&said, ", which a judge is using");
    let output = judge.wait_with_output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let submission = &report["submissions"][0]["outcome"]["judged"];
    // Right on the first case, which no failure of the judge is.
    assert_eq!(submission["verdict"], "WA", "{submission}");
    assert_eq!(submission["cases"].as_array().unwrap().len(), 2);
    assert!(
        size(&cache.join("mousetrap/startup")) > 0,
        "another kind stays"
    );
    assert!(run(&["--clear"]).starts_with("removed "));
    assert!(run(&[]).contains(": 0 B of"), "{}", run(&[]));
    assert_eq!(cached.judge("right.py"), reported("AC", false));
}

#[test]
fn damaged_program_is_compiled_again() {
    let project = Cached::new();
    assert_eq!(project.judge("--no-cache right.py"), reported("AC", false));
    let compiled = project.0.path().join("cache/mousetrap/compiled");
    let mut lost = 0;
    for program in fs::read_dir(compiled).unwrap() {
        let file = program.unwrap().path().join("program/solution.py");
        lost += usize::from(fs::remove_file(file).is_ok());
    }
    assert!(lost > 0);
    assert_eq!(project.judge("--no-cache right.py"), reported("AC", false));
}

/// Its version is not asked for each time, and it is asked for again.
#[test]
fn a_toolchain_that_breaks_is_missing_though_its_version_is_kept() {
    let project = Cached::new();
    project.0.write(
        "right.ts",
        "function catMouseGame(graph: number[][]): number { return graph.length === 6 ? 0 : 1; }",
    );
    let toolchains = project.0.path().join("toolchains");
    let compiler = "npm/typescript";
    copy(&toolchains_dir().join(compiler), &toolchains.join(compiler));
    let judge = || {
        let mut command = project.mousetrap();
        command.env("MOUSETRAP_TOOLCHAINS", &toolchains).args([
            "judge",
            "--problem",
            "913",
            "--no-cache",
            "right.ts",
        ]);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let kept = || {
        let versions = project.0.path().join("cache/mousetrap/versions");
        fs::read_dir(versions).unwrap().count()
    };
    for _ in 0..2 {
        assert!(judge().contains("1 accepted"), "{}", judge());
        assert_eq!(kept(), 1);
    }
    let library = toolchains
        .join(compiler)
        .join("node_modules/typescript/lib");
    fs::rename(&library, library.with_extension("away")).unwrap();
    let said = judge();
    has(&said, "1 skipped");
    has(&said, "node fails");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(from, to).unwrap();
        }
    }
}
