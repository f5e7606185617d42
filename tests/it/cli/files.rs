//! The files that commands write: their modes, links and places.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use assert_cmd::Command;

use crate::project::{Project, has};

const RIGHT: &str = include_str!("../../../solutions/913/accepted/topological_sort.py");
const WRONG: &str = "class Solution:\n    def catMouseGame(self, graph):\n        return 0\n";

/// Runs a shell with the program as `mousetrap`; what it printed.
fn shell(project: &Project, script: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_mousetrap"));
    let script = format!(
        "set -e; mousetrap() {{ '{}' \"$@\"; }}\n{script}",
        program.display()
    );
    let mut command = Command::new("sh");
    let command = command.args(["-c", &script]).current_dir(project.path());
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).unwrap()
}

/// Everything below a directory with its mode, links apart.
fn modes(directory: &Path, found: &mut Vec<(String, bool, u32)>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let facts = fs::symlink_metadata(&path).unwrap();
        let mode = facts.permissions().mode() & 0o777;
        found.push((path.display().to_string(), facts.is_dir(), mode));
        if facts.is_dir() {
            modes(&path, found);
        }
    }
}

#[test]
fn every_file_has_the_mode_that_the_umask_leaves() {
    let project = Project::empty();
    let made = project.path().join("made");
    fs::create_dir(&made).unwrap();
    shell(
        &project,
        &format!(
            "cd made; umask 027
             cat > wrong.py <<'END'\n{WRONG}END
             mousetrap init contest
             cd contest
             mousetrap generate
             mousetrap new solution python 1728
             mousetrap import - <<'END'\n[[1],[0,2,3],[1,3],[1,2]]\nEND
             mousetrap stress ../wrong.py || test $? = 1
             mousetrap judge solutions/913 -s samples -o out/run.json -o out/run.html || test $? = 1
             mousetrap export in-ans --problem 913 --suite samples exported
             mousetrap export icpc --problem 1728 --suite samples package \
                --submission solutions/1728/accepted/first.py
             printf '[[1],[0,2,3],[1,3],[1,2]]' | mousetrap solve - --certificate proof.txt"
        ),
    );
    fs::set_permissions(&made, fs::Permissions::from_mode(0o750)).unwrap();
    let mut found = Vec::new();
    modes(&made, &mut found);
    for name in [
        "cases.lock",
        "judge.toml",
        ".certificate",
        "run.html",
        "domjudge-problem.ini",
    ] {
        assert!(
            found.iter().any(|(path, ..)| path.ends_with(name)),
            "{name}: {found:?}"
        );
    }
    for (path, is_directory, mode) in found {
        assert_eq!(
            mode,
            if is_directory { 0o750 } else { 0o640 },
            "{path} is {mode:o}"
        );
    }
}

#[test]
fn cached_program_is_readable_under_any_umask() {
    let project = Project::basic();
    project.write("good.py", RIGHT);
    project.write(
        "good.js",
        "var catMouseGame = function (graph) { return graph.length === 6 ? 0 : 1; };\n",
    );
    // The second run takes the programs from the cache.
    shell(
        &project,
        "umask 077
         export XDG_CACHE_HOME=$PWD/cache
         mousetrap judge --no-cache good.py good.js
         mousetrap judge --no-cache good.py good.js",
    );
}

#[test]
fn a_report_keeps_the_mode_and_the_link_of_the_one_before() {
    let project = Project::basic();
    project.write("good.py", RIGHT);
    let target = project.write("shared/run.json", "");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o664)).unwrap();
    let link = project.path().join("run.json");
    symlink("shared/run.json", &link).unwrap();
    project.exits(0, "judge good.py -o run.json");
    assert!(link.is_symlink());
    let mode = fs::symlink_metadata(&target).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o664);
    assert!(fs::read_to_string(&target).unwrap().starts_with("{\n"));
}

#[test]
fn a_place_that_takes_no_file_is_named_before_the_work() {
    let project = Project::basic();
    project.write("good.py", RIGHT);
    fs::create_dir(project.path().join("directory.json")).unwrap();
    for place in ["directory.json", "good.py/run.json", "/proc/none/run.json"] {
        let (code, printed, said) = project.run(&["judge", "good.py", "-o", place]);
        assert_eq!((code, printed.as_str()), (2, ""), "{place}: {said}");
        has(&said, format!("error: {place}: cannot be written"));
    }
}

#[test]
fn a_command_replaces_nothing_but_what_it_has_written() {
    let project = Project::basic();
    project.write("good.py", RIGHT);
    symlink("good.py", project.path().join("link.csv")).unwrap();
    project.write("notes.md", "# Notes\n\nmine\n");
    project.write("run.csv.log.jsonl", "mine\n");
    let commands: [&[&str]; 6] = [
        &["judge", "good.py", "-o", "run.csv"],
        &["judge", "good.py", "-o", "link.csv"],
        &["judge", "good.py", "-o", "notes.md"],
        &["stress", "--time", "1s", "good.py", "-o", "notes.md"],
        &[
            "strength",
            "suites",
            "samples",
            "--problem",
            "913",
            "-o",
            "notes.md",
        ],
        &["solve", "[[1],[0,2],[1]]", "--certificate", "notes.md"],
    ];
    for command in commands {
        let (code, printed, said) = project.run(command);
        assert_eq!((code, printed.as_str()), (2, ""), "{command:?}: {said}");
        has(&said, "and it would be lost");
    }
    for (name, before) in [("good.py", RIGHT), ("notes.md", "# Notes\n\nmine\n")] {
        let left = fs::read_to_string(project.path().join(name)).unwrap();
        assert_eq!(left, before, "{name}");
    }
    // What is empty, and what it wrote itself, is replaced.
    project.write("run.md", "");
    for _ in 0..2 {
        let arguments = "judge good.py -o run.md -o new/run.txt";
        let (_, said) = project.exits(0, arguments);
        let is_made = fs::read_dir(project.path().join("new")).unwrap().count() == 1;
        assert!(is_made && said.matches("new: made this directory").count() <= 1);
        let case = "[[1],[0,2],[1]]";
        project.exits(0, &["solve", case, "--certificate", "proof"]);
    }
}
