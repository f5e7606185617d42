//! `mousetrap hunt --exhaust`: parts, merging, interruption, and graphs from
//! `geng`.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::project::Project;

fn json(file: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn published(name: &str) -> Value {
    json(
        &Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tables")
            .join(name),
    )
}

fn run(project: &Project, line: &str) -> String {
    let arguments: Vec<&str> = line.split(' ').collect();
    let (code, printed, said) = project.run(&arguments, "");
    assert_eq!(code, 0, "{line}: {said}");
    printed
}

#[test]
fn all_graphs_come_to_the_published_table() {
    let project = Project::empty();
    for nodes in 3..=7 {
        run(
            &project,
            &format!("hunt --problem 913 --exhaust {nodes} --state {nodes}.json"),
        );
        let table = json(&project.path().join(format!("{nodes}.json")));
        assert_eq!(
            table["found"],
            published(&format!("913-{nodes}.json"))["found"]
        );
    }
}

#[test]
fn parts_of_the_graphs_merge_into_the_whole() {
    let project = Project::empty();
    for part in 1..=3 {
        run(
            &project,
            &format!("hunt --problem 913 --exhaust 8 --shard {part}/3 --state {part}.json"),
        );
    }
    run(&project, "merge 3.json 1.json 2.json --output all.json");
    let table = json(&project.path().join("all.json"));
    assert_eq!(table["found"], published("913-8.json")["found"]);

    let (code, _, said) = project.run(&["hunt", "--exhaust", "8", "--state", "1.json"], "");
    assert_eq!(code, 2, "{said}");
    assert!(
        said.contains("1.json: this is part 1/3 of all graphs of 8 nodes by version "),
        "{said}"
    );
    let (code, _, said) = project.run(&["merge", "1.json", "2.json"], "");
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("of 3 shards these are missing: 3;"), "{said}");
}

#[test]
fn without_geng_there_is_one_clear_error() {
    let project = Project::empty();
    let output = project
        .mousetrap()
        .args(["hunt", "--problem", "913", "--exhaust", "5"])
        .env("PATH", project.path())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("in the package \"nauty\": apt-get install nauty"),
        "{said}"
    );
    assert_eq!(said.trim().lines().count(), 1, "{said}");
}

#[test]
fn a_broken_geng_is_not_believed() {
    let project = Project::empty();
    for (script, expected) in [
        ("echo 'D?{'; exit 3", "(exit status: 3)"),
        ("echo nonsense", "\"nonsense\" is not a graph of 5 nodes"),
    ] {
        let geng = project.write("bin/geng", format!("#!/bin/sh\n{script}\n"));
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(geng, mode).unwrap();
        let output = project
            .mousetrap()
            .args(["hunt", "--problem", "913", "--exhaust", "5"])
            .env("PATH", project.path().join("bin"))
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}

/// Lets a search run slowly until `reached` holds, and leaves it paused: however fast the
/// machine is, the next signal hits a search that has not ended.
fn pause_once(search: &mut Child, reached: impl Fn() -> bool) {
    let signal = |signal| kill_process(Pid::from_child(search), signal).unwrap();
    for _ in 0..1200 {
        signal(Signal::STOP);
        if reached() {
            return;
        }
        thread::sleep(Duration::from_millis(40));
        signal(Signal::CONT);
        thread::sleep(Duration::from_millis(10));
    }
    panic!("the search does not go on");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the program under test")]
fn search_that_was_killed_and_interrupted_resumes_from_its_state() {
    let project = Project::empty();
    let line = "hunt --exhaust 4x5 --jobs 1 --state table.json";
    let begin = || {
        Command::new(env!("CARGO_BIN_EXE_mousetrap"))
            .args(line.split(' '))
            .current_dir(project.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    let file = project.path().join("table.json");
    let done = || json(&file)["done"].as_u64().unwrap();
    let published = published("1728-4x5.json");

    let mut search = begin();
    pause_once(&mut search, || file.exists());
    search.kill().unwrap();
    let status = search.wait().unwrap();
    assert_eq!(status.signal(), Some(Signal::KILL.as_raw()));
    let after_kill = done();
    assert!(after_kill > 0);
    // A search that starts over instead of resuming loses these seconds.
    let mut state = json(&file);
    state["made"]["seconds"] = 1000.into();
    project.write("table.json", state.to_string());

    let mut search = begin();
    pause_once(&mut search, || done() > after_kill);
    let pid = Pid::from_child(&search);
    kill_process(pid, Signal::INT).unwrap();
    kill_process(pid, Signal::CONT).unwrap();
    assert_eq!(search.wait().unwrap().code(), Some(130));
    let after_interrupt = done();
    assert!(after_kill < after_interrupt && Some(after_interrupt) < published["done"].as_u64());

    run(&project, line);
    let table = json(&file);
    assert_eq!(table["found"], published["found"]);
    assert!(table["made"]["seconds"].as_f64() > Some(1000.0));
}

type Edit = fn(&mut Value);

#[test]
fn a_state_that_no_search_has_written_is_refused() {
    let project = Project::empty();
    run(&project, "hunt --exhaust 2x3 --state state.json");
    let sound = json(&project.path().join("state.json"));
    let edits: [(&str, Edit); 3] = [
        ("more pieces are done than there are", |table| {
            table["done"] = 1_000_000.into();
        }),
        ("something is found and nothing done", |table| {
            table["done"] = 0.into();
        }),
        ("its rows do not count the same starts", |table| {
            let won = &mut table["found"]["rows"]["1,1"]["won"];
            *won = (won.as_u64().unwrap() + 1).into();
        }),
    ];
    for (fault, edit) in edits {
        let mut table = sound.clone();
        edit(&mut table);
        project.write("edited.json", table.to_string());
        for line in [
            "hunt --exhaust 2x3 --state edited.json",
            "hunt --tables edited.json",
        ] {
            let (code, printed, said) = project.run(&line.split(' ').collect::<Vec<_>>(), "");
            assert_eq!((code, &*printed), (2, ""), "{line}: {said}");
            assert!(
                said.contains(fault) && said.contains("edited.json"),
                "{line}: {said}"
            );
        }
    }
}

#[test]
fn a_directory_without_a_table_and_a_table_of_another_kind_are_refused() {
    let project = Project::empty();
    fs::create_dir(project.path().join("kept")).unwrap();
    run(&project, "hunt --exhaust 2x3 --state kept/boards");
    let page = run(&project, "hunt --tables kept/boards");
    assert!(page.contains("| 2×3 | 15 |"), "{page}");
    for (line, expected) in [
        (
            "hunt --tables kept",
            "kept: has no table: in a directory, tables are the files *.json; name a file itself",
        ),
        (
            "hunt --exhaust 4 --state kept/boards",
            "kept/boards: this is all boards of 2x3 by version ",
        ),
        (
            "hunt --exhaust 4 --state kept/boards",
            ", not all graphs of 4 nodes by version ",
        ),
    ] {
        let (code, printed, said) = project.run(&line.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((code, &*printed), (2, ""), "{line}: {said}");
        assert!(said.contains(expected), "{line}: {said}");
    }
}

/// With two runs on one state, what one finds would be lost.
#[test]
#[expect(clippy::disallowed_methods, reason = "the program under test")]
fn a_state_that_another_run_writes_is_refused() {
    let project = Project::empty();
    let busy = "state.json: another run is writing this state; wait for its end, or choose another \
                --state";
    for (first, second) in [
        (
            "hunt --exhaust 5x6 --jobs 1 --state state.json",
            "hunt --exhaust 5x6 --state state.json",
        ),
        (
            "hunt --problem 1728 --size 4x4 --steps 500 --jobs 1 --dry-run --state state.json",
            "hunt --problem 1728 --size 4x4 --restarts 1 --state state.json",
        ),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mousetrap"))
            .args(first.split(' '))
            .current_dir(project.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let file = project.path().join("state.json");
        while !file.exists() {
            assert!(child.try_wait().unwrap().is_none(), "{first}");
            thread::sleep(Duration::from_millis(5));
        }
        let (code, printed, said) = project.run(&second.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((code, &*printed), (2, ""), "{second}: {said}");
        assert!(said.contains(busy), "{second}: {said}");
        child.kill().unwrap();
        child.wait().unwrap();
        fs::remove_file(file).unwrap();
    }
}
