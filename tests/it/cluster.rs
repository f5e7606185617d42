//! Judging on hosts that are connected to a NATS server, the distribution's.

mod doctor;
mod host;
mod pace;

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

use crate::project::Project;

const RIGHT: &str = "\
class Solution:
    def catMouseGame(self, graph):
        return 0 if len(graph) == 6 else 1
";

/// A process that ends with the test.
struct Running(Child);

impl Running {
    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A NATS server with `JetStream`, on a port of its own.
struct Broker {
    url: String,
    directory: TempDir,
    _server: Running,
}

impl Broker {
    fn start() -> Self {
        Self::with("")
    }

    /// With more lines in its configuration.
    fn with(lines: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().display();
        let file = directory.path().join("nats.conf");
        let text = format!(
            "host: 127.0.0.1\nport: -1\nports_file_dir: \"{place}\"\n\
             jetstream {{ store_dir: \"{place}/data\" }}\n{lines}\n"
        );
        fs::write(&file, text).unwrap();
        let server = command("nats-server")
            .arg("-c")
            .arg(&file)
            .stderr(fs::File::create(directory.path().join("log")).unwrap())
            .spawn()
            .expect("nats-server is installed by scripts/test");
        let server = Running(server);
        let ports = directory
            .path()
            .join(format!("nats-server_{}.ports", server.0.id()));
        let url = wait("the server's port", || {
            let text = fs::read_to_string(&ports).ok()?;
            let ports: Value = serde_json::from_str(&text).ok()?;
            Some(ports["nats"][0].as_str()?.to_owned())
        });
        Self {
            url,
            directory,
            _server: server,
        }
    }

    /// A judge host with one slot, once it judges.
    fn host(&self, name: &str, more: &[&str]) -> Running {
        self.begin(name, &[], more)
    }

    /// One whose clock goes so much faster, as on a machine that is so much slower, and
    /// that knows no measure of before.
    fn paced(&self, name: &str, clock: &str, more: &[&str]) -> Running {
        let cache = self.log("cache");
        let variables = [
            ("MOUSETRAP_TEST_CLOCK", clock),
            ("XDG_CACHE_HOME", cache.to_str().unwrap()),
        ];
        self.begin(name, &variables, more)
    }

    /// One without the toolchains that Mousetrap installs itself.
    fn bare(&self, name: &str) -> Running {
        self.begin(name, &[("MOUSETRAP_TOOLCHAINS", "/nowhere")], &[])
    }

    fn begin(&self, name: &str, variables: &[(&str, &str)], more: &[&str]) -> Running {
        let log = self.log(name);
        let host = command(env!("CARGO_BIN_EXE_mousetrap"))
            .envs(variables.iter().copied())
            .args(["judgehost", "--jobs", "1", "--cluster", &self.url])
            .args(["--name", name])
            .args(more)
            .current_dir(self.directory.path())
            .stderr(fs::File::create(&log).unwrap())
            .spawn();
        let host = Running(host.unwrap());
        wait("a host", || {
            let said = fs::read_to_string(&log).ok()?;
            let (before, _) = said.split_once(" judges for ")?;
            assert!(before.starts_with("looks at the toolchains"), "{said}");
            Some(())
        });
        host
    }

    fn log(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the broker and the hosts are trusted, and run beside the test"
)]
fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// What comes within a minute.
fn wait<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(
            begun.elapsed() < Duration::from_mins(1),
            "{what} does not come"
        );
        thread::sleep(Duration::from_millis(20));
    }
}

/// Some right and wrong ones, the same twice, one that does not compile.
fn class() -> Project {
    let project = Project::new("[suites]\n913 = [\"basic\"]\n");
    for number in 0..6 {
        let text = format!("# {number}\n{RIGHT}");
        project.write(&format!("class/right{number}.py"), text);
    }
    project.write("class/same.py", format!("# 3\n{RIGHT}"));
    let wrong = RIGHT.replace("== 6", "== 7");
    project.write("class/wrong.py", wrong.as_str());
    let crash = RIGHT.replace("return", "raise ValueError #");
    project.write("class/crash.py", crash);
    project.write(
        "class/broken.py",
        RIGHT.replace("(self, graph)", "(self, graph"),
    );
    project.write("class/empty.py", "");
    project
}

/// What does not depend on how fast the machine is.
fn verdicts(report: &str) -> Vec<Value> {
    let report: Value = serde_json::from_str(report).unwrap();
    let submissions = report["submissions"].as_array().unwrap();
    let mut all: Vec<Value> = submissions.clone();
    for submission in &mut all {
        keep(submission);
    }
    all
}

/// Removes what is measured.
fn keep(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| {
                // Who has compiled it first, and which host has judged it, is luck.
                !["compile", "host"].contains(&&**name)
                    && ![
                        "us", "ms", "bytes", "time", "memory", "cpu", "wall", "startup", "granted",
                        "seconds",
                    ]
                    .iter()
                    .any(|measured| name.contains(measured))
            });
            fields.values_mut().for_each(keep);
        }
        Value::Array(values) => values.iter_mut().for_each(keep),
        _ => {}
    }
}

#[test]
fn a_cluster_judges_as_threads_do() {
    let project = class();
    let broker = Broker::start();
    let _hosts = [broker.host("one", &[]), broker.host("two", &[])];
    let arguments = ["judge", "class", "--no-cache", "--format", "json"];
    let (code, here, _) = project.run(&arguments, "");
    let clustered = [&arguments[..], &["--cluster", &broker.url]].concat();
    let (there, report, said) = project.run(&clustered, "");
    assert_eq!(there, code, "{said}");
    assert_eq!(verdicts(&report), verdicts(&here));
}

#[test]
fn a_host_that_hangs_gives_its_work_back_and_cannot_overwrite() {
    let project = Project::new("[suites]\n913 = [\"basic\"]\n");
    let slow = RIGHT.replace("return", "import time; time.sleep(3); return");
    project.write("class/slow.py", slow);
    let broker = Broker::start();
    let first = broker.host("first", &[]);
    let log = project.path().join("run.json.log.jsonl");
    let arguments = [
        "judge",
        "class",
        "--no-cache",
        "-o",
        "run.json",
        "--cluster",
    ];
    let arguments = [&arguments[..], &[&*broker.url]].concat();
    let second = thread::scope(|scope| {
        let asking = scope.spawn(|| project.run(&arguments, ""));
        wait("the log", || log.exists().then_some(()));
        thread::sleep(Duration::from_secs(2));
        first.signal(Signal::STOP);
        let second = broker.host("second", &[]);
        let (code, _, said) = asking.join().unwrap();
        assert_eq!(code, 0, "{said}");
        second
    });
    // It finds that nobody waits for it.
    first.signal(Signal::CONT);
    drop(second);
}

#[test]
fn other_work_comes_to_the_same_on_hosts_of_which_one_is_killed() {
    let project = Project::new("[suites]\n913 = [\"basic\"]\n");
    project.write("class/wrong.py", RIGHT.replace("== 6", "== 7"));
    let broken = RIGHT.replace("(self, graph)", "(self, graph");
    project.write("class/broken.py", broken);
    project.write("right.py", RIGHT);
    let broker = Broker::start();
    let mut first = Some(broker.host("first", &[]));
    let _second = broker.host("second", &[]);
    for command in [
        "hunt --problem 1728 --size 5x5 --steps 3000 --restarts 40 --dry-run --state",
        "hunt --exhaust 4x4 --state",
        "stress class --problem 913 --time 20s --fresh --no-keep --output",
        "strength basic --source right.py --time 0s --output",
    ] {
        let run = |file: &str, more: &[&str]| {
            let arguments: Vec<&str> = command.split(' ').chain([file]).collect();
            let (code, _, said) = project.run(&[&arguments[..], more].concat(), "");
            let text = fs::read_to_string(project.path().join(file)).expect(&said);
            let mut value: Value = serde_json::from_str(&text).unwrap();
            keep(&mut value);
            fs::remove_file(project.path().join(file)).unwrap();
            (code, value)
        };
        let here = run("here.json", &[]);
        let there = thread::scope(|scope| {
            let asked = scope.spawn(|| run("there.json", &["--cluster", &broker.url]));
            if let Some(first) = first.take() {
                let file = project.path().join("there.json");
                wait("the first restart", || file.exists().then_some(()));
                drop(first);
            }
            asked.join().unwrap()
        });
        assert_eq!(there, here, "{command}");
    }
}

#[test]
fn who_asks_goes_on_after_it_was_killed() {
    let project = Project::new("[suites]\n913 = [\"basic\"]\n");
    for number in 0..30 {
        project.write(
            &format!("class/{number}.py"),
            format!("# {number}\n{RIGHT}"),
        );
    }
    let broker = Broker::start();
    let _host = broker.host("one", &[]);
    let log = project.path().join("run.json.log.jsonl");
    let judged = || {
        let log = fs::read_to_string(&log).unwrap_or_default();
        let lines = log
            .split_inclusive('\n')
            .filter(|line| line.starts_with("{\"finished\":"));
        lines
            .filter(|line| line.ends_with('\n'))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let asking = command(env!("CARGO_BIN_EXE_mousetrap"))
        .args([
            "judge",
            "class",
            "--no-cache",
            "-o",
            "run.json",
            "--cluster",
            &broker.url,
        ])
        .current_dir(project.path())
        .spawn();
    let asking = Running(asking.unwrap());
    wait("a verdict", || (judged().len() > 3).then_some(()));
    asking.signal(Signal::KILL);
    drop(asking);
    let before = judged();
    assert!(before.len() < 30);
    let arguments = [
        "judge",
        "class",
        "--no-cache",
        "-o",
        "run.json",
        "--resume",
        "--cluster",
    ];
    let (code, _, said) = project.run(&[&arguments[..], &[&broker.url]].concat(), "");
    assert_eq!(code, 0, "{said}");
    let report = fs::read_to_string(project.path().join("run.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["summary"]["as_expected"], 30);
    // To the microsecond: taken over, not judged once more.
    for line in before {
        let line: Value = serde_json::from_str(&line).unwrap();
        let index = line["finished"]["submission"].as_u64().unwrap() as usize;
        let nanos = line["finished"]["record"]["cases"][0][2][0].as_u64();
        let cpu = report["submissions"][index]["cases"][0]["cpu_us"].as_u64();
        assert_eq!(cpu, nanos.map(|nanos| nanos / 1000));
    }
}

#[test]
fn who_is_not_let_in_and_which_option_does_not_fit_is_said() {
    let project = Project::new("[suites]\n913 = [\"basic\"]\n");
    project.write("a.py", RIGHT);
    project.write("stranger.txt", "asker:guessed\n");
    project.write("none.txt", "nothing\n");
    let users = "authorization { users = [ { user: asker, password: secret } ] }";
    let broker = Broker::with(users);
    let fit = |with: &str| format!("cannot be used with '{with}");
    for (arguments, code, word) in [
        (
            &["--cluster-credentials", "stranger.txt"][..],
            3,
            "authorization violation; the user or the password is wrong".to_owned(),
        ),
        (
            &[],
            3,
            "authorization violation; it asks for a user and a password; add \
             --cluster-credentials"
                .to_owned(),
        ),
        (
            &["--cluster-credentials", "none.txt"],
            2,
            "none.txt: its first line is not user:password".to_owned(),
        ),
        (
            &["--cluster-credentials", "missing.txt"],
            2,
            "missing.txt: No such file".to_owned(),
        ),
        (
            &["--cluster-ca", "none.txt"],
            2,
            "none.txt: no certificate in it".to_owned(),
        ),
        (
            &["--cluster-ca", "missing.pem"],
            2,
            "missing.pem: No such file".to_owned(),
        ),
        (
            &["--shard", "1/2", "--output", "1.jsonl"],
            2,
            fit("--shard <K/N>"),
        ),
        (&["--jobs", "2"], 2, fit("--jobs <N>")),
    ] {
        let all = [&["judge", "a.py", "--cluster", &broker.url], arguments].concat();
        let (ended, _, said) = project.run(&all, "");
        assert_eq!(ended, code, "{said}");
        let other = word.replace("--shard <K/N>", "--cluster <URL>");
        let other = other.replace("--jobs <N>", "--cluster <URL>");
        assert!(said.contains(&word) || said.contains(&other), "{said}");
        assert!(!said.contains("guessed"), "{said}");
    }
}

#[test]
fn a_hunt_that_gets_nothing_from_its_hosts_in_time_says_so() {
    let project = Project::new("[suites]\n913 = [\"basic\"]\n");
    let broker = Broker::start();
    let hunt = "hunt --problem 913 --time 1s --dry-run --cluster";
    let arguments: Vec<&str> = hunt.split(' ').chain([&*broker.url]).collect();
    let (code, _, said) = project.run(&arguments, "");
    assert_eq!(code, 3, "{said}");
    assert!(
        said.contains("no judge host has ended a restart in this time"),
        "{said}"
    );
}

#[test]
fn what_cannot_be_an_address_is_bad_usage() {
    let project = Project::new("[suites]\n913 = [\"basic\"]\n");
    project.write("a.py", RIGHT);
    for (arguments, word) in [
        (
            &["--cluster", "http://host"][..],
            "is not the address of a NATS server",
        ),
        (
            &["--cluster", "nats://"],
            "is not the address of a NATS server",
        ),
        (
            &["--cluster", "nats://host:99999"],
            "a port is a number from 1 to 65535",
        ),
        (&["--cluster-credentials", "file"], "--cluster <URL>"),
        (&["--cluster-ca", "file"], "--cluster <URL>"),
    ] {
        let (code, _, said) = project.run(&[&["judge", "a.py"], arguments].concat(), "");
        assert_eq!(code, 2, "{said}");
        assert!(said.contains(word), "{said}");
    }
}
