//! Exit codes and messages of the command line.

use crate::project::{Project, constant, has};

const RIGHT: &str =
    "class Solution:\n    def canMouseWin(self, grid, c, m):\n        return m != 3\n";

#[test]
fn comparison_names_changed_verdicts_and_refused_files() {
    let project = Project::basic();
    project.write("s.py", RIGHT);
    project.write("t.py", RIGHT);
    project.write("none.cpp", "int x;\n");
    project.replay(
        "2 judge --no-cache --output before.json s.py t.py none.cpp
        0 report compare before.json before.json => 0 with a different verdict",
    );
    project.write("s.py", "");
    project.write("t.py", RIGHT.replace("m != 3", "False"));
    project.replay(
        "2 judge --no-cache --output after.json s.py t.py none.cpp
        1 report compare before.json after.json => s.py: AC → refused: | t.py: AC → WA | 0 removed, 0 \
         added · 2 refused
        2 report compare before.json judge.toml => judge.toml",
    );
}

#[test]
fn control_characters_of_file_names_reach_neither_the_terminal_nor_a_runner() {
    let project = Project::basic();
    let name = "a\x1b[2J\n::error::b\u{202e}.py";
    project.write(name, RIGHT.replace("m != 3", "1"));
    let gone = "gone\x1b[2J\n::error::c.py";
    // Similar enough that the file above is suggested.
    let near = "a\x1b[2J\n::error::b\u{202e}.pt";
    let commands: [&[&str]; 9] = [
        &["judge", "--show-failing", name],
        &["judge", gone],
        &["stress", "--time", "1s", name],
        &["report", "compare", gone, name],
        &[near],
        &["judge", near],
        &["import", near],
        &["report", "compare", near, near],
        &["strength", "judged", near],
    ];
    for arguments in commands {
        let (_, stdout, stderr) = project.run(arguments);
        let output = stdout + &stderr;
        has(&output, "\\x1b[2J\\n");
        let is_hidden = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!output.contains(is_hidden), "{arguments:?}: {output:?}");
        let is_order = |line: &str| line.trim_start().starts_with("::");
        assert!(!output.lines().any(is_order), "{arguments:?}: {output}");
    }
}

#[test]
fn wrong_argument_is_answered_with_the_range_or_the_remedy() {
    let project = Project::basic();
    project.write("s.py", RIGHT);
    project.write("other/judge.toml", "[languages.pythn]\ntime_factor = 2.0\n");
    project.write("older/judge.toml", "[limits]\ntmie = \"2s\"\n");
    project.replay(
        "2 judge -j 0 s.py => it must be a positive integer
        2 doctor --attack --only zzz => no attack has this
        2 judge -C none s.py => cannot read none/judge.toml
        2 judge --shard 3/2 s.py => K/N with K from 1 to N
        2 hunt mouse-win-99 => graphs of 4 to 50 nodes
        2 hunt cat-win-4x4-cat-1-mouse-1 => mouse-win-8x8
        2 judge -C other s.py => did you mean \"python\"?
        2 judge -C older s.py => older/judge.toml:2: unknown key
        2 judge -o a.x s.py => a.x: unknown report format
        2 judge --suite bsaic s.py => did you mean \"basic\"?
        2 judge -p 913 s.py => s.py: is for problem 1728
        2 export jsonl out => add --problem 913 or --problem 1728",
    );
}

#[test]
fn file_that_is_named_twice_is_judged_once() {
    let project = Project::basic();
    let file = project.write("s.py", RIGHT);
    let report = project.judge(&["s.py", ".", "./s.py", file.to_str().unwrap()]);
    let submissions = report["submissions"].as_array().unwrap();
    assert_eq!(submissions.len(), 1, "{submissions:?}");
    assert_eq!(submissions[0]["path"], "s.py");
}

#[test]
fn suite_of_one_problem_needs_no_problem() {
    let project = Project::basic();
    project.write("s.py", RIGHT);
    project.write("g.py", constant(0));
    project.case("1728/final/a", "1 7 1 4\nM.C...F\n");
    project.replay(
        "0 judge --suite final s.py g.py => 1 submission: 1 accepted | 1 submission skipped, because \
         problem 913
        0 export jsonl --suite final out => out: 1 case\\n
        1 strength suites final --search 10 => 1728 · final: | !913 ·",
    );
}

#[test]
fn init_adds_missing_files_and_changes_none() {
    const MINE: &str = "[suites]\n1728 = [\"samples\"]\n";
    let project = Project::empty();
    project.write("judge.toml", MINE);
    has(&project.prints(0, "init"), "judge.toml: already exists");
    assert_eq!(project.read("judge.toml"), MINE);
    project.read("solutions/1728/accepted/first.py");
    std::fs::remove_dir_all(project.path().join("generators")).unwrap();
    project.write("generators", "a file in the way");
    project.fails("init", "generators/");
}

#[test]
fn suggested_commands_work_in_the_same_directory() {
    let project = Project::empty();
    project.write("inner/judge.toml", "[suites]\n1728 = [\"samples\"]\n");
    let wrong = "class Solution:\n    def canMouseWin(self, grid, c, m):\n        return 1 / 0\n";
    project.write("s.py", wrong);
    // For a single file, the failing case is printed instead of a command that shows it.
    project.write("t.py", format!("# another\n{wrong}"));
    let options = "-C inner --isolation none";
    let (printed, _) = project.exits(1, &format!("judge {options} --suite samples s.py t.py"));
    let commands = printed.lines();
    let commands: Vec<&str> = commands
        .filter_map(|line| line.strip_prefix("    mousetrap "))
        .collect();
    let first = format!("judge --show-failing s.py --suite samples {options}");
    assert_eq!(commands[0], first);
    assert!(commands[1].ends_with(options), "{printed}");
    for command in commands {
        has(&project.run(command).1, "ZeroDivisionError");
    }
}

#[test]
fn program_without_imports_is_answered_with_the_remedy() {
    let project = Project::basic();
    let source = "class Solution:\n    def canMouseWin(self, grid: List[str], c, m): return 1\n";
    project.write("s.py", source);
    project.replay("1 judge --form program --problem 1728 s.py => must import what it uses");
}
