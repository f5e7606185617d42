//! Files that commands write: their modes, links and places.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use assert_cmd::Command;

use crate::project::{Project, RIGHT, constant, has};

/// Runs a script of a shell that knows the program as `mousetrap`. Returns its standard output.
fn shell(project: &Project, script: &str) -> String {
    let program = env!("CARGO_BIN_EXE_mousetrap");
    let script = format!("set -e; mousetrap() {{ '{program}' \"$@\"; }}\n{script}");
    let mut command = Command::new("sh");
    let command = command.args(["-c", &script]).current_dir(project.path());
    let output = command.output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn umask_decides_the_mode_of_every_file() {
    let project = Project::empty();
    let wrong = constant(0);
    let printed = shell(
        &project,
        &format!(
            "umask 027; mkdir made; cd made
             cat > wrong.py <<'END'\n{wrong}END
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
             printf '[[1],[0,2,3],[1,3],[1,2]]' | mousetrap solve - --certificate proof.txt
             cd ..; echo MODES; find . -printf '%y %m %p\\n'"
        ),
    );
    let (_, modes) = printed.split_once("MODES\n").unwrap();
    let files = "cases.lock|judge.toml|.certificate|run.html|domjudge-problem.ini";
    for name in files.split('|') {
        assert!(
            modes.lines().any(|line| line.ends_with(name)),
            "{name}: {modes}"
        );
    }
    for line in modes.lines() {
        let is_expected = line.starts_with("d 750 ") || line.starts_with("f 640 ");
        assert!(is_expected, "{line}");
    }
}

#[test]
fn strict_umask_leaves_cached_programs_readable() {
    let project = Project::basic();
    project.write("good.py", RIGHT);
    let good = "var catMouseGame = function (graph) { return graph.length === 6 ? 0 : 1; };\n";
    project.write("good.js", good);
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
fn report_keeps_mode_and_link_of_the_file_that_it_replaces() {
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
fn commands_replace_only_files_that_they_have_written() {
    let project = Project::basic();
    project.write("good.py", RIGHT);
    symlink("good.py", project.path().join("link.csv")).unwrap();
    fs::create_dir(project.path().join("directory.json")).unwrap();
    project.write("notes.md", "# Notes\n\nmine\n");
    project.write("run.csv.log.jsonl", "mine\n");
    project.write("case.txt", "[[1],[0,2],[1]]");
    let is_lost = "would be overwritten";
    // Each command fails before it begins its work.
    for (command, message) in [
        ("judge good.py -o run.csv", is_lost),
        ("judge good.py -o link.csv", is_lost),
        ("judge good.py -o notes.md", is_lost),
        ("strength suites samples -p 913 -o notes.md", is_lost),
        ("solve case.txt --certificate notes.md", is_lost),
        ("judge good.py -o directory.json", "directory.json: cannot"),
        ("judge good.py -o good.py/run.json", "json: cannot write"),
        ("judge good.py -o /proc/none/run.json", "json: cannot write"),
    ] {
        let (stdout, stderr) = project.exits(2, command);
        assert_eq!(stdout, "", "{command}");
        has(&stderr, message);
    }
    assert_eq!(project.read("good.py"), RIGHT);
    assert_eq!(project.read("notes.md"), "# Notes\n\nmine\n");
    // An empty file and an earlier report are replaced.
    project.write("run.md", "");
    for notes in [1, 0] {
        let (_, stderr) = project.exits(0, "judge good.py -o run.md -o new/run.txt");
        assert_eq!(stderr.matches("new: created this directory").count(), notes);
        assert_eq!(fs::read_dir(project.path().join("new")).unwrap().count(), 1);
        project.exits(0, "solve case.txt --certificate proof");
    }
}
