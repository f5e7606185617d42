//! Toolchains made ready: with and without, submissions earn the same and read the
//! same words; what is broken is made anew, and what was cut short is not there.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime};

use mousetrap_base::root::Root;
use mousetrap_judge::FindOptions;
use mousetrap_judge::config::{Config, JudgeOptions};
use mousetrap_judge::language::{Languages, Probed, probe};

use crate::project::Project;
use crate::support::{case, judge_in};

/// Of each language that is made ready: refused by the parser, refused with words
/// about the library, and crashing after a right answer.
const TABLE: &[(&str, [&str; 3])] = &[
    (
        "cpp",
        [
            "class Solution { public:\n int catMouseGame(vector<vector<int>>& g) { return 1 }\n};",
            "class Solution { public:\n int catMouseGame(vector<vector<int>>& g) {\n  list<int> l; sort(l.begin(), l.end());\n  unordered_map<pair<int,int>, int> m; m[{1, 2}] = 3; return nothing;\n }\n};",
            "class Solution { public:\n int catMouseGame(vector<vector<int>>& g) {\n  return vector<int>(5, 1).at(g.size());\n }\n};",
        ],
    ),
    (
        "typescript",
        [
            "function catMouseGame(graph: number[][]): number {\n  return 1 +;\n}",
            "function catMouseGame(graph: number[][]): number {\n  const s: string = 3;\n  new Map<string, number>().set(1, 'a'); Buffer.from(graph);\n  return nothing;\n}",
            "function catMouseGame(graph: number[][]): number {\n  const a = [0, 0, 0, 0, { b: 1 }] as any;\n  return a[graph.length].b;\n}",
        ],
    ),
    (
        "java",
        [
            "class Solution {\n  public int catMouseGame(int[][] graph) { return 1 }\n}",
            "class Solution {\n  public int catMouseGame(int[][] graph) {\n    Map<String, Integer> map = new HashMap<>(); map.put(1, \"a\");\n    return nothing;\n  }\n}",
            "class Solution {\n  public int catMouseGame(int[][] graph) {\n    return List.of(1, 1, 1, 1, 1).get(graph.length);\n  }\n}",
        ],
    ),
    (
        "kotlin",
        [
            "class Solution {\n  fun catMouseGame(graph: Array<IntArray>): Int { return 1 +; }\n}",
            "class Solution {\n  fun catMouseGame(graph: Array<IntArray>): Int {\n    val map = mutableMapOf<String, Int>(); map.put(1, \"a\")\n    return nothing\n  }\n}",
            "class Solution {\n  fun catMouseGame(graph: Array<IntArray>): Int {\n    return listOf(1, 1, 1, 1, 1)[graph.size]\n  }\n}",
        ],
    ),
    (
        "scala",
        [
            "object Solution {\n  def catMouseGame(graph: Array[Array[Int]]): Int = { 1 + }\n}",
            "object Solution {\n  def catMouseGame(graph: Array[Array[Int]]): Int = {\n    val map = mutable.Map[String, Int](); map.put(1, \"a\")\n    nothing\n  }\n}",
            "object Solution {\n  def catMouseGame(graph: Array[Array[Int]]): Int = {\n    List(1, 1, 1, 1, 1)(graph.length)\n  }\n}",
        ],
    ),
];

#[test]
fn with_and_without_a_submission_earns_the_same_and_reads_the_same_words() {
    mousetrap_sandbox::use_worker_binary(env!("CARGO_BIN_EXE_mousetrap"));
    let with = Languages::embedded();
    let prepared: Vec<&str> = with
        .iter()
        .filter(|language| !language.prepare.is_empty())
        .map(|language| language.id.as_str())
        .collect();
    let mut tested: Vec<&str> = TABLE.iter().map(|(id, _)| *id).collect();
    tested.sort_unstable();
    assert_eq!(prepared, tested);
    let rows = prepared.join("]\nprepare = []\n[languages.");
    let rows = format!("[languages.{rows}]\nprepare = []\n");
    let without = Config::find(Project::new(&rows).path(), &Root::default()).unwrap();
    for (id, sources) in TABLE {
        let language = with.by_id(id).unwrap();
        let Probed::Toolchain(toolchain) = probe(language) else {
            panic!("{id} is not installed");
        };
        let cache = JudgeOptions::default().cache;
        let interrupted = AtomicBool::new(false);
        let ready =
            mousetrap_judge::prepare_toolchain(language, &toolchain, cache, &interrupted).unwrap();
        assert!(ready, "{id}");
        for source in sources {
            let judge = |languages: &Languages, word: &str| {
                // What was compiled before would not be compiled again.
                let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_nanos();
                let source = format!("{source}\n// {word} {now}\n");
                let name = format!("a.{}", language.extensions[0]);
                let cases = vec![
                    case("913", "[[1,3],[0],[3],[0,2]]", "1"),
                    case("913", "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", "0"),
                ];
                let wanted = FindOptions::default();
                judge_in(languages, &name, source.as_bytes(), wanted, cases).unwrap()
            };
            let (warm, cold) = (judge(&with, "with"), judge(&without.languages, "without"));
            // Which line of the driver brings in the library is known without alone.
            let of_driver = ",\n                 from driver.cpp:2:";
            let cold_text = cold.to_string().replace(of_driver, ":");
            assert_eq!(warm.to_string(), cold_text, "{id}: {source}");
            assert_eq!(warm.complaint, cold.complaint, "{id}: {source}");
        }
    }
}

/// Right on both cases of the project.
const RIGHT: &str = "class Solution { public: int catMouseGame(vector<vector<int>>& g) \
    { return g.size() == 4; } };";

/// A project with a cache of its own, and one submission after the other.
struct Fresh(Project);

impl Fresh {
    fn new() -> Self {
        Self(Project::basic())
    }

    fn command(&self, number: usize) -> assert_cmd::Command {
        let source = format!("{RIGHT}\n// {number}\n");
        self.0.write("a.cpp", source);
        let mut command = self.0.mousetrap();
        command.env("XDG_CACHE_HOME", self.0.path().join("cache"));
        command.args(["judge", "a.cpp", "--format", "csv"]);
        command
    }

    /// What was made, whole or not.
    fn made(&self) -> Vec<PathBuf> {
        let compiled = self.0.path().join("cache/mousetrap/compiled");
        let entries = fs::read_dir(compiled).into_iter().flatten();
        let directories = entries.map(|entry| entry.unwrap().path());
        directories
            .filter(|directory| directory.join("warm").exists())
            .collect()
    }
}

#[test]
fn what_is_broken_is_made_anew() {
    let project = Fresh::new();
    let judge = |number| {
        let output = project.command(number).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains(",AC,"), "{text}");
    };
    judge(1);
    let made = project.made();
    assert_eq!(made.len(), 1);
    let header = made[0].join("warm/prelude.hpp.gch");
    let right = fs::read(&header).unwrap();
    let mut wrong = right.clone();
    wrong[right.len() / 2] ^= 1;
    fs::write(&header, &wrong).unwrap();
    judge(2);
    assert_eq!(project.made(), made);
    assert!(fs::read(&header).unwrap() != wrong);
}

#[test]
fn who_is_killed_while_making_ready_leaves_nothing_that_is_taken_for_the_whole() {
    let project = Fresh::new();
    let command = project.command(1);
    #[expect(clippy::disallowed_methods, reason = "the judge itself, to be killed")]
    let mut judge = std::process::Command::new(command.get_program())
        .args(command.get_args())
        .envs(
            command
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        )
        .current_dir(project.0.path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let locks = project.0.path().join("cache/mousetrap/locks");
    let hang = Instant::now() + Duration::from_mins(1);
    while fs::read_dir(&locks).map_or(0, Iterator::count) == 0 {
        assert!(Instant::now() < hang, "nothing is made ready");
        std::thread::sleep(Duration::from_millis(5));
    }
    judge.kill().unwrap();
    judge.wait().unwrap();
    let whole = |directory: &Path| directory.join("warm.json").exists();
    let building = |directory: &Path| {
        let name = directory.file_name().unwrap().to_string_lossy();
        name.starts_with("building-")
    };
    for directory in project.made() {
        assert!(whole(&directory) || building(&directory));
    }
    let output = project.command(2).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains(",AC,"), "{text}");
    let made = project.made();
    assert!(
        made.iter()
            .any(|directory| whole(directory) && !building(directory))
    );
}
