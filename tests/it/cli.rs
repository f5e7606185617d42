//! Exit codes and messages of the command line.

use crate::project::Project;

/// Runs `arguments`; the exit code and what was written to standard error.
fn fails(project: &Project, arguments: &[&str]) -> (i32, String) {
    let output = project.mousetrap().args(arguments).output().unwrap();
    let code = output.status.code().unwrap();
    (code, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn bad_input_gets_one_error_with_file_and_rule() {
    let project = Project::basic();
    project.write("empty.py", "");
    project.write("junk.cpp", b"\xff\xfe\x00\x01junk");
    project.write("none.cpp", "int x;\n");
    project.write("notes.xyz", "hello");
    project.write("big.py", vec![b'#'; 10 << 20]);
    for (path, expected) in [
        ("empty.py", "empty.py: "),
        ("junk.cpp", "junk.cpp: "),
        ("none.cpp", "none.cpp: "),
        ("notes.xyz", "notes.xyz: "),
        (
            "big.py",
            "big.py: larger than 1 MiB, the most that a source may have",
        ),
        ("missing.py", "missing.py: there is no such file; "),
        (
            "epmty.py",
            "epmty.py: there is no such file; did you mean \"empty.py\"?",
        ),
    ] {
        let (code, said) = fails(&project, &["judge", path]);
        assert_eq!(code, 2, "{path}: {said}");
        assert!(said.starts_with(&format!("error: {expected}")), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_the_work() {
    let project = Project::basic();
    project.write("note", "no directory");
    let source = "class Solution:\n    def canMouseWin(self, grid, c, m):\n        return False\n";
    project.write("s.py", source);
    for command in [
        &["stress", "s.py", "--no-keep"][..],
        &["strength", "hidden"],
        &["judge", "s.py"],
    ] {
        let arguments = [command, &["--output", "note/a.json"]].concat();
        let (code, done, said) = project.run(&arguments, "");
        assert_eq!((code, done.as_str()), (2, ""), "{said}");
        assert!(said.starts_with("error: note/a.json: cannot"), "{said}");
    }
}

#[test]
fn a_misspelt_key_is_named_with_its_line() {
    let project = Project::new("[limits]\n# comment\ntmie = \"2s\"\n");
    let (code, said) = fails(&project, &["judge"]);
    assert_eq!(code, 2);
    assert!(
        said.starts_with("error: judge.toml:3: unknown key \"tmie\""),
        "{said}"
    );
}

#[test]
fn two_reports_are_compared_by_their_verdicts() {
    let project = Project::basic();
    let compare = |before: &str, after: &str| project.run(&["compare", before, after], "");
    for (name, answer) in [("before", "catJump == 1"), ("after", "False")] {
        let source = format!(
            "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        \
             return {answer} and mouseJump != 3\n"
        );
        project.write("s.py", source);
        let output = format!("{name}.json");
        project.run(&["judge", "--no-cache", "--output", &output, "s.py"], "");
    }
    let (code, said, _) = compare("before.json", "before.json");
    assert_eq!(code, 0, "{said}");
    let (code, said, _) = compare("before.json", "after.json");
    assert_eq!(code, 1, "{said}");
    assert!(
        said.contains("s.py") && said.contains("AC") && said.contains("WA"),
        "{said}"
    );
    let (code, _, said) = compare("before.json", "judge.toml");
    assert!(code == 2 && said.contains("judge.toml"), "{said}");
}

#[test]
fn names_of_files_reach_neither_the_terminal_nor_a_runner() {
    let project = Project::basic();
    let name = "a\x1b[2J\n::error::b\u{202e}.py";
    project.write(
        name,
        "class Solution:\n def canMouseWin(self, a, b, c): return 1",
    );
    let gone = "gone\x1b[2J\n::error::c.py";
    let commands: [&[&str]; 4] = [
        &["judge", "--show-failing", name],
        &["judge", gone],
        &["stress", "--time", "1s", name],
        &["compare", gone, name],
    ];
    for arguments in commands {
        let (_, said, complained) = project.run(arguments, "");
        let told = said + &complained;
        assert!(told.contains("\\x1b[2J\\n"), "{arguments:?}: {told}");
        let hidden = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!told.contains(hidden), "{arguments:?}: {told:?}");
        let order = |line: &str| line.trim_start().starts_with("::");
        assert!(!told.lines().any(order), "{arguments:?}: {told}");
    }
}

#[test]
fn a_battery_without_an_attack_is_not_a_success() {
    let project = Project::empty();
    let (code, _, said) = project.run(&["doctor", "--attack", "--only", "zzz"], "");
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("no attack has this"), "{said}");
}
