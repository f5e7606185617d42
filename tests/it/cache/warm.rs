//! Prepared toolchains: submissions get the same verdicts and messages with and without them;
//! damaged ones are prepared again, and interrupted ones are not used.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::Child;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use cat_and_mouse::Game;
use mousetrap_judge::config::JudgeOptions;
use mousetrap_judge::{FindOptions, LocalEngine, PrepareOptions};
use mousetrap_languages::{BindPolicy, Languages, probe};
use rustix::process::Signal;

use crate::project::{Project, has, signal, until};
use crate::support::{case, judge_by, test_languages};

/// Returns a source with a syntax error, one with errors about the library, and one that crashes
/// after a right answer.
fn sources(language: &str) -> Vec<&'static str> {
    let rows = include_str!("warm.txt").split("===== ").skip(1);
    let mut rows = rows.filter_map(|row| row.strip_prefix(language)?.strip_prefix('\n'));
    rows.next().unwrap().split("-----\n").collect()
}

#[test]
fn every_language_with_a_prepared_toolchain_is_tested() {
    assert_eq!(prepared(&Languages::embedded()), TESTED);
}

fn prepared(languages: &Languages) -> Vec<&str> {
    let prepared = languages.iter().filter(|it| !it.prepare.is_empty());
    prepared.map(|language| language.id.as_str()).collect()
}

/// Checks that submissions get the same verdict and messages with and without a prepared
/// toolchain.
fn check(id: &str) {
    mousetrap_sandbox::use_worker_binary(env!("CARGO_BIN_EXE_mousetrap"));
    let with = Languages::embedded();
    let unprepared = format!("[{id}]\nprepare = []\n").parse().unwrap();
    let without = Languages::with_overrides(&unprepared, BindPolicy::Toolchains).unwrap();
    let language = with.by_id(id).unwrap();
    let Ok(toolchain) = probe(language) else {
        panic!("{id} is not installed");
    };
    let options = PrepareOptions {
        problems: Game::problems(),
        cache: JudgeOptions::default().cache,
        interrupted: &AtomicBool::new(false),
        on_start: &|| (),
    };
    let ready = mousetrap_judge::prepare_toolchain(language, &toolchain, &options).unwrap();
    assert!(ready, "{id}");
    for source in sources(id) {
        let judge = |languages: &Languages, word: &str| {
            // A source that was compiled before would not be compiled again.
            let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_nanos();
            let source = format!("{source}\n// {word} {now}\n");
            let name = format!("a.{}", language.extensions[0]);
            let cases = vec![
                case("913", "[[1,3],[0],[3],[0,2]]", "1"),
                case("913", "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", "0"),
            ];
            let wanted = FindOptions::new(Game::problems(), None, None);
            let threads = LocalEngine::default();
            judge_by(&threads, languages, &name, source.as_bytes(), wanted, cases).unwrap()
        };
        let (warm, cold) = (judge(&with, "with"), judge(&without, "without"));
        // Only without it does the compiler know which line of the driver includes the library.
        let of_driver = ",\n                 from driver.cpp:2:";
        let cold_text = cold.to_string().replace(of_driver, ":");
        assert_eq!(warm.to_string(), cold_text, "{id}: {source}");
        let errors = [&warm, &cold].map(|it| it.judgement.compile_error.as_ref());
        assert_eq!(errors[0], errors[1], "{id}: {source}");
    }
}

test_languages! { c cpp go java kotlin rust scala typescript }

/// Right on both cases of the project.
const RIGHT: &str = "class Solution { public: int catMouseGame(vector<vector<int>>& g) \
    { return g.size() == 4; } };";

/// The same in Java, whose toolchain is prepared in a quarter of the time.
const RIGHT_IN_JAVA: &str = "class Solution { public int catMouseGame(int[][] g) \
    { return g.length == 4 ? 1 : 0; } }";

/// A project with a separate cache.
struct Fresh {
    project: Project,
    extension: &'static str,
    right: &'static str,
}

impl Fresh {
    fn new(extension: &'static str, right: &'static str) -> Self {
        let project = Project::basic().with_own_cache();
        // With sanitizers, two toolchains would be prepared.
        let config = project.read("judge.toml") + "[judge]\nsanitizers = false\n";
        project.write("judge.toml", config);
        Self {
            project,
            extension,
            right,
        }
    }

    /// Writes a new submission. Returns the command that judges it.
    fn command(&self, number: usize) -> String {
        let source = format!("{}\n// {number}\n", self.right);
        let name = format!("{number}.{}", self.extension);
        self.project.write(&name, source);
        format!("judge {name} --format csv")
    }

    /// Starts judging a new submission.
    fn start(&self, number: usize) -> Child {
        self.project.spawn(&self.command(number))
    }

    /// Returns the directories of prepared toolchains, complete or not.
    fn prepared(&self) -> Vec<PathBuf> {
        let compiled = self.project.path().join("cache/mousetrap/compiled");
        let entries = fs::read_dir(compiled).into_iter().flatten();
        let directories = entries.map(|entry| entry.unwrap().path());
        directories
            .filter(|directory| directory.join("program/warm").exists())
            .collect()
    }
}

#[test]
fn two_judges_at_once_prepare_one_toolchain() {
    let fresh = Fresh::new("java", RIGHT_IN_JAVA);
    for judge in [fresh.start(1), fresh.start(2)] {
        let output = judge.wait_with_output().unwrap();
        has(&String::from_utf8_lossy(&output.stdout), ",AC,");
    }
    assert_eq!(fresh.prepared().len(), 1);
}

#[test]
fn failed_preparation_is_reported_once_and_submissions_are_judged() {
    let fresh = Fresh::new("cpp", RIGHT);
    let suites = "[suites]\n1728 = [\"basic\"]\n913 = [\"basic\"]\n";
    let another = format!("{RIGHT}\n// another\n");
    fresh.project.write("b.cpp", another);
    // The second one is the build with sanitizers alone.
    for (number, settings) in [
        (1, "[judge]\nsanitizers = false\n[languages.cpp]\nprepare"),
        (2, "[languages.cpp]\nprepare_checked"),
    ] {
        let failing = "[[\"sh\", \"-c\", \"echo no room >&2; false\"]]";
        let config = format!("{suites}{settings} = {failing}\n");
        fresh.project.write("judge.toml", config);
        let judge = format!("{} b.cpp", fresh.command(number));
        let (stdout, stderr) = fresh.project.exits(0, &judge);
        assert!(stdout.matches(",AC,").count() >= 2, "{stdout}");
        let warning = "warning: compiling C++ is slower than usual: a command fails: no room\n";
        assert_eq!(stderr.matches(warning).count(), 1, "{stderr}");
        if number == 1 {
            assert_eq!(fresh.prepared(), Vec::<PathBuf>::new());
        }
    }
}

#[test]
fn interrupted_preparation_leaves_nothing() {
    let fresh = Fresh::new("cpp", RIGHT);
    let judge = fresh.start(1);
    until("toolchain", || !fresh.prepared().is_empty());
    signal(&judge, Signal::INT);
    let output = judge.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(fresh.prepared(), Vec::<PathBuf>::new());
}

#[test]
fn killed_preparation_leaves_no_finished_toolchain() {
    let fresh = Fresh::new("java", RIGHT_IN_JAVA);
    let mut judge = fresh.start(1);
    until("toolchain", || !fresh.prepared().is_empty());
    judge.kill().unwrap();
    let status = judge.wait().unwrap();
    assert_eq!(status.signal(), Some(Signal::KILL.as_raw()));
    let is_unfinished = |directory: &PathBuf| {
        let name = directory.file_name().unwrap().to_string_lossy();
        name.starts_with("building-")
    };
    let left = fresh.prepared();
    assert!(
        !left.is_empty() && left.iter().all(is_unfinished),
        "{left:?}"
    );
    has(&fresh.project.prints(0, &fresh.command(2)), ",AC,");
    let finished = |directory: &PathBuf| directory.join("warm.json").exists();
    let prepared = fresh.prepared();
    assert!(prepared.iter().any(|it| finished(it) && !is_unfinished(it)));
}
