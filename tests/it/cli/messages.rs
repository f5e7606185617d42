//! Exit codes and messages of the command line.

use crate::project::{Project, has};

#[test]
fn two_reports_are_compared_by_their_verdicts() {
    let project = Project::basic();
    let compare = |before: &str, after: &str| project.run(&["report", "compare", before, after]);
    for (name, answer) in [("before", "catJump == 1"), ("after", "False")] {
        let source = format!(
            "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        \
             return {answer} and mouseJump != 3\n"
        );
        project.write("s.py", source);
        let output = format!("{name}.json");
        project.run(&["judge", "--no-cache", "--output", &output, "s.py"]);
    }
    let (code, said, _) = compare("before.json", "before.json");
    assert_eq!(code, 0, "{said}");
    let (code, said, _) = compare("before.json", "after.json");
    assert_eq!(code, 1, "{said}");
    has(&said, "s.py");
    has(&said, "AC");
    has(&said, "WA");
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
    // Close enough for a suggestion of the file above.
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
        let (_, said, complained) = project.run(arguments);
        let reported = said + &complained;
        assert!(
            reported.contains("\\x1b[2J\\n"),
            "{arguments:?}: {reported}"
        );
        let hidden = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!reported.contains(hidden), "{arguments:?}: {reported:?}");
        let order = |line: &str| line.trim_start().starts_with("::");
        assert!(!reported.lines().any(order), "{arguments:?}: {reported}");
    }
}

const RIGHT: &str =
    "class Solution:\n    def canMouseWin(self, grid, c, m):\n        return m != 3\n";

#[test]
fn a_wrong_argument_gets_the_range_or_the_remedy() {
    let project = Project::basic();
    project.write("s.py", RIGHT);
    project.write("other/judge.toml", "[languages.pythn]\ntime_factor = 2.0\n");
    project.write("older/judge.toml", "[limits]\ntmie = \"2s\"\n");
    for (arguments, expected) in [
        ("judge -j 0 s.py", "a whole number of at least 1"),
        ("doctor --attack --only zzz", "no attack has this"),
        (
            "judge -C none s.py",
            "cannot read none/judge.toml: it does not exist; name a directory",
        ),
        (
            "hunt --exhaust 4x5",
            "--exhaust does not exist; use `mousetrap hunt --size SIZE`",
        ),
        (
            "judge --shard 3/2 s.py",
            "expected K/N with K from 1 to N, as in 3/12, the third of twelve",
        ),
        (
            "hunt --problem 1728 --size 99",
            "--size 99: boards to hunt have 1x1 to 8x8 cells",
        ),
        (
            "hunt --problem 913 --size 99",
            "--size 99: graphs to hunt have 4 to 50 nodes",
        ),
        (
            "judge -C other s.py",
            "other/judge.toml:1: [languages.pythn]: there is no such language; did you mean \
             \"python\"?",
        ),
        (
            "judge -C older s.py",
            "error: older/judge.toml:2: unknown key \"tmie\"",
        ),
        ("judge -o a.x s.py", "a.x: this name does not tell a format"),
        (
            "judge --suite bsaic s.py",
            "there is no suite \"bsaic\" for problem 1728; did you mean \"basic\"?",
        ),
        (
            "judge -p 913 s.py",
            "s.py: is for problem 1728, not for problem 913",
        ),
        ("export jsonl out", "add --problem 913 or --problem 1728"),
    ] {
        let (_, said) = project.exits(2, arguments);
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
}

#[test]
fn a_file_that_is_named_twice_is_judged_once() {
    let project = Project::basic();
    let file = project.write("s.py", RIGHT);
    let report = project.judge(&["s.py", ".", "./s.py", file.to_str().unwrap()]);
    let submissions = report["submissions"].as_array().unwrap();
    assert_eq!(submissions.len(), 1, "{submissions:?}");
    assert_eq!(submissions[0]["path"], "s.py");
}

#[test]
fn a_suite_of_one_problem_needs_no_problem() {
    let project = Project::basic();
    project.write("s.py", RIGHT);
    let graphs = "class Solution:\n    def catMouseGame(self, graph):\n        return 0\n";
    project.write("g.py", graphs);
    project.case("1728/final/a", "1 7 1 4\nM.C...F\n");
    let (said, noted) = project.exits(0, "judge --suite final s.py g.py");
    has(&said, "1 submission: 1 accepted");
    let note = "1 submission left out: problem 913 has no suite final";
    has(&noted, note);
    let (said, _) = project.exits(0, "export jsonl --suite final out");
    has(&said, "out: 1 case\n");
    // The report speaks of this project, not of that of Mousetrap.
    let (_, page, _) = project.run("strength suites final --search 10");
    has(&page, "1728 · final: ");
    assert!(!page.contains("913 ·"), "{page}");
    assert!(!page.contains("scripts/"), "{page}");
}

#[test]
fn a_comparison_names_what_was_refused() {
    let project = Project::basic();
    project.write("s.py", RIGHT);
    project.write("none.cpp", "int x;\n");
    project.run("judge --output before.json s.py none.cpp");
    project.write("s.py", "");
    project.run("judge --output after.json s.py none.cpp");
    let (said, _) = project.exits(1, "report compare before.json after.json");
    has(&said, "s.py: AC → refused: ");
    has(&said, "0 gone, 0 new · 2 refused");
}

#[test]
fn init_adds_what_is_missing_and_leaves_the_rest() {
    let project = Project::empty();
    project.write("judge.toml", "[suites]\n1728 = [\"samples\"]\n");
    project.write("notes.txt", "mine");
    let (said, _) = project.exits(0, "init");
    has(&said, "judge.toml: exists already, and was left as it is");
    let kept = std::fs::read_to_string(project.path().join("judge.toml")).unwrap();
    assert_eq!(kept, "[suites]\n1728 = [\"samples\"]\n");
    for added in [
        "generators/913/mine.toml",
        "solutions/1728/accepted/first.py",
    ] {
        assert!(project.path().join(added).exists(), "{added}: {said}");
    }
    std::fs::remove_dir_all(project.path().join("generators")).unwrap();
    project.write("generators", "a file in the way");
    project.fails("init", "generators/");
}

#[test]
fn commands_that_are_named_work_where_they_are_pasted() {
    let project = Project::empty();
    project.write("inner/judge.toml", "[suites]\n1728 = [\"samples\"]\n");
    project.write(
        "inner/cases/1728/own.toml",
        "[[case]]\ninput = '[\"MFC\"]\\n1\\n1'\n",
    );
    let wrong = "class Solution:\n    def canMouseWin(self, grid, c, m):\n        return 1 / 0\n";
    project.write("s.py", wrong);
    // For a single file the failing case is printed instead of a command that shows it.
    project.write("t.py", format!("# another\n{wrong}"));
    let arguments = "judge -C inner --isolation none --suite samples s.py t.py";
    let words: Vec<&str> = arguments.split(' ').collect();
    let (printed, _) = project.exits(1, &words);
    let named: Vec<&str> = printed
        .lines()
        .filter_map(|line| line.strip_prefix("    mousetrap "))
        .collect();
    let options = "-C inner --isolation none";
    assert_eq!(
        named[0],
        format!("judge --show-failing s.py --suite samples {options}")
    );
    assert!(named[1].ends_with(options), "{printed}");
    for command in named {
        let words: Vec<&str> = command.split(' ').collect();
        let (_, printed, _) = project.run(&words);
        has(&printed, "ZeroDivisionError");
    }
}

#[test]
fn a_program_that_imports_nothing_gets_the_remedy() {
    let project = Project::basic();
    let source = "class Solution:\n    def canMouseWin(self, grid: List[str], c, m): return 1\n";
    project.write("s.py", source);
    let arguments = "judge --form program --problem 1728 s.py";
    let words: Vec<&str> = arguments.split(' ').collect();
    let (_, printed, _) = project.run(&words);
    has(&printed, "a whole program imports what it uses");
}
