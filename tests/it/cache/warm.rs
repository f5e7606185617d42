//! Toolchains made ready: with and without, submissions earn the same and read the
//! same words; what is broken is made anew, and what was cut short is not there.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime};

use cat_and_mouse::Game;
use mousetrap_judge::config::{Config, JudgeOptions};
use mousetrap_judge::{FindOptions, PrepareOptions};
use mousetrap_languages::{Languages, Probed, probe};
use mousetrap_util::root::Root;
use rustix::process::{Pid, Signal, kill_process};

use crate::project::{Project, has};
use crate::support::{case, judge_in, test_languages};

/// Of each language that is made ready: refused by the parser, refused with words
/// about the library, and crashing after a right answer.
const TABLE: &[(&str, [&str; 3])] = &[
    (
        "c",
        [
            "int catMouseGame(int** g, int n, int* sizes) { return 1 }",
            "int catMouseGame(int** g, int n, int* sizes) {\n  struct none x; g = 1.5;\n  return nothing;\n}",
            "#define JOIN(a, b) a##b\n#if JOIN(MOUSE, TRAP_PREPARED)\n#error it can be told\n#endif\nint catMouseGame(int** g, int n, int* sizes) {\n  if (n > 4) abort();\n  return 1;\n}",
        ],
    ),
    (
        "go",
        [
            "func catMouseGame(graph [][]int) int {\n\treturn 1 +\n}",
            "func catMouseGame(graph [][]int) int {\n\tvar s string = 3\n\treturn nothing\n}",
            "func catMouseGame(graph [][]int) int {\n\treturn []int{1, 1, 1, 1, 1}[len(graph)]\n}",
        ],
    ),
    (
        "cpp",
        [
            "class Solution { public:\n int catMouseGame(vector<vector<int>>& g) { return 1 }\n};",
            "class Solution { public:\n int catMouseGame(vector<vector<int>>& g) {\n  list<int> l; sort(l.begin(), l.end());\n  unordered_map<pair<int,int>, int> m; m[{1, 2}] = 3; return nothing;\n }\n};",
            "#define JOIN(a, b) a##b\n#if JOIN(MOUSE, TRAP_PREPARED)\n#error it can be told\n#endif\nclass Solution { public:\n int catMouseGame(vector<vector<int>>& g) {\n  return vector<int>(5, 1).at(g.size());\n }\n};",
        ],
    ),
    (
        "rust",
        [
            "impl Solution {\n  pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 { 1 + }\n}",
            "impl Solution {\n  pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {\n    let mut map: HashMap<String, i32> = HashMap::new(); map.insert(1, \"a\");\n    nothing\n  }\n}",
            "impl Solution {\n  pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {\n    vec![1; 5][graph.len()]\n  }\n}",
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
fn every_language_that_is_made_ready_is_in_the_table() {
    let mut tested: Vec<&str> = TABLE.iter().map(|(id, _)| *id).collect();
    tested.sort_unstable();
    assert_eq!(prepared(&Languages::embedded()), tested);
    assert_eq!(tested, TESTED);
}

fn prepared(languages: &Languages) -> Vec<&str> {
    let prepared = languages
        .iter()
        .filter(|language| !language.prepare.is_empty());
    prepared.map(|language| language.id.as_str()).collect()
}

/// With and without, a submission earns the same and reads the same words.
fn check(id: &str) {
    mousetrap_sandbox::use_worker_binary(env!("CARGO_BIN_EXE_mousetrap"));
    let with = Languages::embedded();
    let rows = prepared(&with).join("]\nprepare = []\n[languages.");
    let rows = format!("[languages.{rows}]\nprepare = []\n");
    let without = Config::find(
        Project::new(&rows).path(),
        &Root::default(),
        mousetrap_suite::known(),
    )
    .unwrap();
    let language = with.by_id(id).unwrap();
    let Probed::Toolchain(toolchain) = probe(language) else {
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
    let (_, sources) = TABLE.iter().find(|(known, _)| *known == id).unwrap();
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
            let wanted = FindOptions::new(Game::problems(), None, None);
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

test_languages! { c cpp go java kotlin rust scala typescript }

/// Right on both cases of the project.
const RIGHT: &str = "class Solution { public: int catMouseGame(vector<vector<int>>& g) \
    { return g.size() == 4; } };";

/// The same in Java, which is made ready in a quarter of the time.
const RIGHT_IN_JAVA: &str = "class Solution { public int catMouseGame(int[][] g) \
    { return g.length == 4 ? 1 : 0; } }";

/// A project with a cache of its own, and one submission after the other.
struct Fresh {
    project: Project,
    extension: &'static str,
    right: &'static str,
}

impl Fresh {
    fn in_cpp() -> Self {
        Self::new("cpp", RIGHT)
    }

    fn in_java() -> Self {
        Self::new("java", RIGHT_IN_JAVA)
    }

    fn new(extension: &'static str, right: &'static str) -> Self {
        let project = Project::basic();
        let config = project.path().join("judge.toml");
        let text = fs::read_to_string(config).unwrap();
        // A build with sanitizers is made ready as well, where one is wanted.
        project.write("judge.toml", text + "[judge]\nsanitizers = false\n");
        Self {
            project,
            extension,
            right,
        }
    }

    fn command(&self, number: usize) -> assert_cmd::Command {
        let source = format!("{}\n// {number}\n", self.right);
        let name = format!("{number}.{}", self.extension);
        self.project.write(&name, source);
        let mut command = self.project.mousetrap();
        command.env("XDG_CACHE_HOME", self.project.path().join("cache"));
        command.args(["judge", &name, "--format", "csv"]);
        command
    }

    /// The same as a process that the test does not wait for.
    fn started(&self, number: usize) -> Command {
        let command = self.command(number);
        #[expect(clippy::disallowed_methods, reason = "the judge itself, to be ended")]
        let mut judge = Command::new(command.get_program());
        let set = |(name, value): (_, Option<_>)| Some((name, value?));
        judge
            .args(command.get_args())
            .envs(command.get_envs().filter_map(set))
            .current_dir(self.project.path())
            .stdout(Stdio::null());
        judge
    }

    /// Waits until somebody makes a toolchain ready.
    fn wait_until_made(&self) {
        let hang = Instant::now() + Duration::from_mins(1);
        while self.made().is_empty() {
            assert!(Instant::now() < hang, "nothing is made ready");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// What was made, whole or not.
    fn made(&self) -> Vec<PathBuf> {
        let compiled = self.project.path().join("cache/mousetrap/compiled");
        let entries = fs::read_dir(compiled).into_iter().flatten();
        let directories = entries.map(|entry| entry.unwrap().path());
        directories
            .filter(|directory| directory.join("program/warm").exists())
            .collect()
    }
}

#[test]
fn what_is_broken_is_made_anew() {
    let project = Fresh::in_java();
    let judge = |number| {
        let output = project.command(number).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        has(&text, ",AC,");
    };
    judge(1);
    let made = project.made();
    assert_eq!(made.len(), 1);
    let files = fs::read_dir(made[0].join("program/warm")).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    let largest = files.max_by_key(|file| fs::metadata(file).unwrap().len());
    let largest = largest.unwrap();
    let length = fs::metadata(&largest).unwrap().len();
    fs::write(&largest, "broken").unwrap();
    judge(2);
    assert_eq!(project.made(), made);
    assert!(fs::metadata(&largest).unwrap().len() > length / 2);
}

#[test]
fn two_judges_at_once_make_one() {
    let project = Fresh::in_java();
    let start = |number| {
        let mut judge = project.started(number);
        judge.stdout(Stdio::piped()).spawn().unwrap()
    };
    let (first, second) = (start(1), start(2));
    for judge in [first, second] {
        let output = judge.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        has(&text, ",AC,");
    }
    assert_eq!(project.made().len(), 1);
}

#[test]
fn who_cannot_make_ready_says_so_once_and_judges_all_the_same() {
    let project = Fresh::in_cpp();
    let mut config = fs::read_to_string(project.project.path().join("judge.toml")).unwrap();
    config += "[languages.cpp]\nprepare = [[\"sh\", \"-c\", \"echo no room >&2; false\"]]\n";
    project.project.write("judge.toml", config);
    let mut command = project.command(1);
    project
        .project
        .write("b.cpp", format!("{RIGHT}\n// another\n"));
    let output = command.arg("b.cpp").output().unwrap();
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(
        stdout.matches(",AC,").count() >= 2 && !stdout.contains(",CE,"),
        "{stdout}"
    );
    let warning = "warning: C++ compiles more slowly: a command fails: no room\n";
    assert_eq!(stderr.matches(warning).count(), 1, "{stderr}");
    assert_eq!(project.made(), Vec::<PathBuf>::new());

    // The build with sanitizers alone.
    let failing = "prepare_checked = [[\"sh\", \"-c\", \"echo no room >&2; false\"]]\n";
    let config = "[suites]\n1728 = [\"basic\"]\n913 = [\"basic\"]\n[languages.cpp]\n";
    project
        .project
        .write("judge.toml", config.to_owned() + failing);
    let output = project.command(2).output().unwrap();
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    has(&stdout, ",AC,");
    assert_eq!(stderr.matches(warning).count(), 1, "{stderr}");
}

#[test]
fn ctrl_c_while_making_ready_leaves_nothing() {
    let project = Fresh::in_cpp();
    let judge = project.started(1).spawn().unwrap();
    project.wait_until_made();
    kill_process(Pid::from_child(&judge), Signal::INT).unwrap();
    let output = judge.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(project.made(), Vec::<PathBuf>::new());
}

#[test]
fn judge_killed_while_preparing_leaves_no_finished_toolchain() {
    let project = Fresh::in_java();
    let mut judge = project.started(1).spawn().unwrap();
    project.wait_until_made();
    judge.kill().unwrap();
    let status = judge.wait().unwrap();
    assert_eq!(status.signal(), Some(Signal::KILL.as_raw()));
    let whole = |directory: &Path| directory.join("warm.json").exists();
    let building = |directory: &Path| {
        let name = directory.file_name().unwrap().to_string_lossy();
        name.starts_with("building-")
    };
    let left = project.made();
    assert!(!left.is_empty());
    for directory in left {
        assert!(
            building(&directory),
            "the toolchain was ready before the kill"
        );
    }
    let output = project.command(2).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    has(&text, ",AC,");
    let made = project.made();
    assert!(
        made.iter()
            .any(|directory| whole(directory) && !building(directory))
    );
}
