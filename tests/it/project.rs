//! A temporary project for each test, and the real program to run on it.

use std::env;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// The cases of the suites `basic`: the samples of the public statements.
pub(crate) const BASIC: [(&str, &str); 5] = [
    ("1728/basic/a", "1 7 1 4\nM.C...F\n"),
    ("1728/basic/b", "1 7 1 3\nM.C...F\n"),
    ("1728/basic/c", "3 5 1 2\n####F\n#C...\nM....\n"),
    (
        "913/basic/a",
        "6\n2 2 5\n1 3\n3 0 4 5\n3 1 4 5\n2 2 3\n3 0 2 3\n",
    ),
    ("913/basic/b", "4\n2 1 3\n1 0\n1 3\n2 0 2\n"),
];

/// A right solution of problem 913.
pub(crate) const RIGHT: &str = include_str!("../../solutions/913/accepted/topological_sort.py");

/// A submission to problem 913 with a syntax error.
pub(crate) const BROKEN: &str = "class Solution:\n    def catMouseGame(self, g)\n";

/// A wrong solution of problem 913 that always returns the same answer.
pub(crate) fn constant(answer: u8) -> String {
    format!("class Solution:\n    def catMouseGame(self, graph):\n        return {answer}\n")
}

/// A right Python solution of the suite `basic` of problem 913 that takes so many seconds of CPU
/// time for each case.
pub(crate) fn right_after(seconds: f64) -> String {
    format!(
        "import time\nclass Solution:\n    def catMouseGame(self, graph):\n        \
         end = time.process_time() + {seconds}\n        \
         while time.process_time() < end:\n            pass\n        \
         return 0 if len(graph) == 6 else 1\n"
    )
}

/// A project in a temporary directory.
pub(crate) struct Project {
    directory: tempfile::TempDir,
    program: PathBuf,
    /// Environment variables of the program.
    environment: Vec<(&'static str, PathBuf)>,
}

impl Project {
    /// A project with this `judge.toml` and a small suite `basic` of problem
    /// 1728 and 913: the samples of the public statements.
    pub(crate) fn new(config: &str) -> Self {
        let project = Self::empty();
        project.write("judge.toml", config);
        for (case, input) in BASIC {
            project.case(case, input);
        }
        project
    }

    /// A directory without a project.
    pub(crate) fn empty() -> Self {
        Self {
            directory: tempfile::tempdir().unwrap(),
            program: env!("CARGO_BIN_EXE_mousetrap").into(),
            environment: Vec::new(),
        }
    }

    /// Runs this copy of the program.
    pub(crate) fn with_program(mut self, program: PathBuf) -> Self {
        self.program = program;
        self
    }

    /// Runs the program with this environment variable.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<PathBuf>) -> Self {
        self.environment.push((name, value.into()));
        self
    }

    /// Runs the program with an empty cache in the project.
    pub(crate) fn with_own_cache(self) -> Self {
        let cache = self.path().join("cache");
        self.with("XDG_CACHE_HOME", cache)
    }

    /// A project that judges the suites `basic`.
    pub(crate) fn basic() -> Self {
        Self::new("[suites]\n1728 = [\"basic\"]\n913 = [\"basic\"]\n")
    }

    /// Writes a file of the project.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Adds a case, `problem/suite/name`, to the collection of its suite.
    pub(crate) fn case(&self, case: &str, input: &str) {
        let (suite, name) = case.rsplit_once('/').unwrap();
        let file = format!("cases/{suite}.toml");
        let before = fs::read_to_string(self.path().join(&file)).unwrap_or_default();
        let case = format!("[[case]]\nname = \"{name}\"\ninput = \"\"\"\n{input}\"\"\"\n");
        self.write(&file, before + &case);
    }

    /// Writes an archive of these files.
    pub(crate) fn zip(&self, name: &str, files: &[(&str, &str)]) {
        let file = fs::File::create(self.write(name, "")).unwrap();
        let mut zip = zip::ZipWriter::new(file);
        for (name, text) in files {
            let options = zip::write::SimpleFileOptions::default();
            zip.start_file(*name, options).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap();
    }

    /// Returns the directory of the project.
    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Returns a command of the program in the directory of the project.
    pub(crate) fn mousetrap(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .current_dir(self.path())
            .env("NO_COLOR", "1")
            .env("COLUMNS", "1000")
            .envs(self.environment.iter().cloned());
        command
    }

    /// Runs the program. Returns its exit code, standard output and standard error.
    pub(crate) fn run(&self, arguments: &(impl Words + ?Sized)) -> (i32, String, String) {
        self.run_typed(arguments, "")
    }

    /// Runs the program with this text on its standard input.
    pub(crate) fn run_typed(
        &self,
        arguments: &(impl Words + ?Sized),
        input: &str,
    ) -> (i32, String, String) {
        let mut command = self.mousetrap();
        let command = command.args(arguments.words()).write_stdin(input);
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        (output.status.code().unwrap(), stdout, stderr)
    }

    /// Runs the program, which must exit with this code. Returns standard output and standard
    /// error.
    #[track_caller]
    pub(crate) fn exits(
        &self,
        expected: i32,
        arguments: &(impl Words + ?Sized),
    ) -> (String, String) {
        let (code, stdout, stderr) = self.run(arguments);
        let command = arguments.words().join(" ");
        assert_eq!(code, expected, "{command}: {stdout}{stderr}");
        (stdout, stderr)
    }

    /// Runs the program, which must exit with this code. Returns all output.
    #[track_caller]
    pub(crate) fn prints(&self, expected: i32, arguments: &(impl Words + ?Sized)) -> String {
        let (stdout, stderr) = self.exits(expected, arguments);
        stdout + &stderr
    }

    /// Runs the commands of a transcript. A line has an exit code, a command and, after `=>`, parts
    /// of its output, separated by ` | `. A part after `!` must not be in the output.
    #[track_caller]
    pub(crate) fn replay(&self, transcript: &str) {
        for line in transcript.lines().map(str::trim) {
            let Some((code, rest)) = line.split_once(' ') else {
                continue;
            };
            let (command, parts) = rest.split_once(" => ").unwrap_or((rest, ""));
            let printed = self.prints(code.parse().unwrap(), command);
            for part in parts.replace("\\n", "\n").split(" | ") {
                match part.strip_prefix('!') {
                    Some(absent) => assert!(!printed.contains(absent), "{line}: {printed}"),
                    None => has(&printed, part),
                }
            }
        }
    }

    /// Runs the program, which must print nothing but a usage error with this text.
    #[track_caller]
    pub(crate) fn fails(&self, arguments: &(impl Words + ?Sized), message: impl AsRef<str>) {
        let (_, stderr) = self.exits(2, arguments);
        has(&stderr, message);
    }

    /// Returns a process of the program with its outputs piped.
    #[expect(clippy::disallowed_methods, reason = "the program under test")]
    pub(crate) fn process(&self, arguments: &(impl Words + ?Sized)) -> std::process::Command {
        let mut command = std::process::Command::new(&self.program);
        command
            .args(arguments.words())
            .current_dir(self.path())
            .envs(self.environment.iter().cloned())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Starts the program with its outputs piped.
    pub(crate) fn spawn(&self, arguments: &(impl Words + ?Sized)) -> Child {
        self.process(arguments).spawn().unwrap()
    }

    /// Reads a file of the project.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// Reads a JSON file of the project.
    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }

    /// Runs the program with a cache in the project that has only links to the prepared
    /// toolchains of the user's cache, because preparing all of them takes a minute. If links
    /// are impossible, it is empty.
    pub(crate) fn with_prepared_toolchains(self) -> Self {
        let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".cache"));
        let users = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
        let store = self.path().join("cache/mousetrap/compiled");
        let programs = (users.or_else(home)).map(|it| fs::read_dir(it.join("mousetrap/compiled")));
        for program in programs.into_iter().flatten().flatten().flatten() {
            if program.path().join("warm.json").exists() {
                link(&program.path(), &store.join(program.file_name()));
            }
        }
        self.with_own_cache()
    }

    /// Judges these paths. Returns the JSON report.
    pub(crate) fn judge(&self, arguments: &(impl Words + ?Sized)) -> Value {
        let judge = ["judge", "--format", "json", "--no-cache"];
        let (_, stdout, stderr) = self.run(&[&judge[..], &arguments.words()].concat());
        serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stderr}"))
    }

    /// Judges these paths. Returns the judgement of the first submission.
    pub(crate) fn judged(&self, arguments: &(impl Words + ?Sized)) -> Value {
        self.judge(arguments)["submissions"][0]["outcome"]["judged"].take()
    }
}

/// Returns the cases of a judgement.
pub(crate) fn cases(judged: &Value) -> &[Value] {
    let cases = judged["cases"].as_array();
    cases.unwrap_or_else(|| panic!("{judged:#}"))
}

/// Arguments of the program: a text is split at spaces.
pub(crate) trait Words {
    fn words(&self) -> Vec<&str>;
}

impl Words for str {
    fn words(&self) -> Vec<&str> {
        self.split(' ').filter(|word| !word.is_empty()).collect()
    }
}

impl Words for String {
    fn words(&self) -> Vec<&str> {
        self.as_str().words()
    }
}

impl Words for [&str] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl<const N: usize> Words for [&str; N] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl Words for Vec<&str> {
    fn words(&self) -> Vec<&str> {
        self.clone()
    }
}

/// Copies the program. Another process copies it: children of other tests could inherit a
/// descriptor of this process, and a file that is open for writing cannot be run.
#[expect(clippy::disallowed_methods, reason = "a tool of the system")]
pub(crate) fn copy_program(to: &Path) {
    let mut copy = std::process::Command::new("cp");
    let copied = copy.arg(env!("CARGO_BIN_EXE_mousetrap")).arg(to).status();
    assert!(copied.unwrap().success());
}

/// Checks that a text contains a part.
#[track_caller]
pub(crate) fn has(text: &str, part: impl AsRef<str>) {
    let part = part.as_ref();
    assert!(text.contains(part), "no {part:?} in: {text}");
}

/// Sends a signal to a process.
pub(crate) fn signal(process: &Child, signal: Signal) {
    kill_process(Pid::from_child(process), signal).unwrap();
}

/// Waits for a condition, for at most a minute.
#[track_caller]
pub(crate) fn until(what: &str, mut is_met: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_met() {
        assert!(begun.elapsed() < Duration::from_mins(1), "no {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Links to all files of a directory, where that is possible.
fn link(from: &Path, to: &Path) {
    let _ = fs::create_dir_all(to);
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            link(&from, &to);
        } else {
            let _ = fs::hard_link(from, to);
        }
    }
}
