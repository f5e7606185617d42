//! How well programs with a label are reported apart.

use crate::project::Project;

const RIGHT: &str = "class Solution:\n    def catMouseGame(self, graph):\n        return 0 if len(graph) == 6 else 1\n";
const WRONG: &str = "class Solution:\n    def catMouseGame(self, graph):\n        return 0\n";

/// What `strength` makes of what `judge` says with these arguments.
fn rates(project: &Project, judge: &[&str]) -> (i32, String, String) {
    let judge = [&["judge", "--output", "judged.json"], judge].concat();
    project.run(&judge, "");
    project.run(&["strength", "judged", "judged.json"], "")
}

#[test]
fn programs_known_to_be_right_or_wrong_are_told_apart() {
    let project = Project::basic();
    for name in ["theirs/right/a.py", "theirs/wrong/lucky.py"] {
        project.write(
            name,
            RIGHT.replace("Solution:", &format!("Solution: # {name}")),
        );
    }
    project.write("theirs/wrong/a.py", WRONG);
    // The same again, and what nobody has labelled.
    project.write("theirs/wrong/again.py", WRONG);
    project.write("theirs/right/b.py", format!("x = 1\n{RIGHT}"));
    project.write("theirs/c.py", format!("x = 2\n{RIGHT}"));
    let (code, said, fault) = rates(&project, &["theirs"]);
    assert_eq!(code, 1, "a wrong one was accepted: {fault}");
    let row = "| 913 | 2 | 2 | 100 % (34.2 to 100) | 2 | 1 | 50 % (9.5 to 90.5) | 1 |\n";
    assert!(said.contains("Wilson") && said.contains(row), "{said}");

    let (code, said, fault) = rates(&project, &["theirs/wrong/a.py", "theirs/right"]);
    assert_eq!(code, 0, "{fault}");
    assert!(said.contains("| 100 % (20.7 to 100) | 0 |"), "{said}");

    let (code, _, fault) = rates(&project, &["theirs/c.py"]);
    assert_eq!(code, 2, "{fault}");
    assert!(
        fault.contains("judged.json: no program in it is labelled; judge directories named"),
        "{fault}"
    );
}

#[test]
fn what_no_case_has_refused_is_said() {
    let project = Project::basic();
    project.write(
        "wrong/broken.cpp",
        "class Solution { int catMouseGame(vector<vector<int>>& graph) { return } };\n",
    );
    project.write("wrong/a.py", WRONG);
    project.write("wrong/empty.py", "");
    project.write("right/a.unknown", "?");
    let (code, said, fault) = rates(&project, &["wrong", "right/a.unknown"]);
    assert_eq!(code, 0, "{fault}");
    assert!(said.contains("| 2 | 2 (1 not compiled) | 100 %"), "{said}");
    let files = "Not counted: 2 files in such directories, which cannot be judged.";
    assert!(said.contains(files), "{said}");
}

#[test]
fn terminal_shows_a_summary_and_the_file_shows_the_entire_report() {
    let project = Project::basic();
    let strength = "strength suites basic --problem 913 --search 500 --output page.md";
    let strength: Vec<&str> = strength.split(' ').collect();
    let (code, printed, fault) = project.run(&strength, "");
    assert_eq!(code, 1, "{fault}");
    assert!(
        printed.starts_with(
            "913 · basic: 2205 of 5806 wrong solutions killed by 2 cases, 4 at least twice\n"
        ),
        "{printed}"
    );
    for counted in [
        "\n  3601 of them survive, killed by no case:\n    1109 were searched for; ",
        "\n    2492 were left out of the search: ",
    ] {
        assert!(printed.contains(counted), "{printed}");
    }
    let described = printed
        .lines()
        .find(|line| line.starts_with("    horizon "))
        .unwrap_or_else(|| panic!("{printed}"));
    assert!(
        described.ends_with("  a search that stops after too few plies"),
        "{described}"
    );
    assert_eq!(printed.matches("; killed by this instance of ").count(), 5);
    assert!(
        printed.contains("`mousetrap strength harden basic --problem 913 --into NAME`"),
        "{printed}"
    );
    assert!(printed.lines().count() < 100, "{printed}");
    let page = std::fs::read_to_string(project.path().join("page.md")).unwrap();
    assert!(page.contains("### Equivalent"), "{page}");
}

#[test]
fn every_wrong_program_that_met_all_cases_has_a_row() {
    let project = Project::basic();
    project.write("theirs/right/a.py", RIGHT);
    project.write("theirs/wrong/a.py", WRONG);
    let strength = |judge: &[&str]| {
        project.run(
            &[&["judge", "theirs", "--output", "judged.json"], judge].concat(),
            "",
        );
        let strength = "strength suites basic --quiet --problem 913 --search 0";
        let strength: Vec<&str> = strength.split(' ').collect();
        project.run(&[&strength[..], &["--judged", "judged.json"]].concat(), "")
    };
    let (_, said, fault) = strength(&["--all-cases"]);
    assert!(
        said.contains("| `theirs/wrong/a.py` | 1 | `basic/b` |"),
        "{said}"
    );
    assert!(
        said.contains("| 913 | 1 | 1 | 100 %"),
        "rates as well: {said}"
    );
    assert_eq!(fault, "");
    let (_, said, fault) = strength(&["--redact", "--all-cases"]);
    assert!(!said.contains("theirs/wrong"), "{said}");
    let none = "judged.json: 1 wrong program of 913 not judged on every case of basic";
    assert!(fault.contains(none), "{fault}");
    for name in ["right", "wrong"] {
        std::fs::remove_dir_all(project.path().join("theirs").join(name)).unwrap();
    }
    project.write("theirs/c.py", RIGHT);
    let (_, _, fault) = strength(&[]);
    assert!(fault.contains("no program in it is labelled"), "{fault}");
}

#[test]
fn a_page_is_not_written_under_the_name_of_another_format_nor_read_from_another_report() {
    let project = Project::basic();
    project.write("right/a.py", RIGHT);
    project.run(&["judge", "right", "--output", "judged.json"], "");
    let report = std::fs::read(project.path().join("judged.json")).unwrap();
    let rates = [
        "strength",
        "judged",
        "judged.json",
        "--output",
        "rates.json",
    ];
    for arguments in [
        &rates[..],
        &["strength", "suites", "basic", "--output", "rates.json"],
        &["strength", "source", "right/a.py", "--output", "rates.html"],
    ] {
        let (code, _, fault) = project.run(arguments, "");
        assert_eq!(code, 2, "{fault}");
        assert!(
            fault.contains("but this report is Markdown; end the name in .md"),
            "{fault}"
        );
    }
    let source = [
        "strength",
        "source",
        "right/a.py",
        "--time",
        "0s",
        "--mutants",
        "1",
    ];
    let (code, _, fault) = project.run(&[&source[..], &["--output", "judged.json"]].concat(), "");
    assert!(code == 2 && fault.contains("it would be lost"), "{fault}");
    assert_eq!(
        std::fs::read(project.path().join("judged.json")).unwrap(),
        report
    );

    for _ in 0..2 {
        let mutants = [&source[..], &["--output", "m.json"]].concat();
        let (code, _, fault) = project.run(&mutants, "");
        assert_eq!(code, 0, "its own is replaced: {fault}");
    }
    let (code, _, fault) = project.run(&["judge", "right", "--output", "m.json"], "");
    assert!(code == 2 && fault.contains("it would be lost"), "{fault}");
    for arguments in [
        ["strength", "judged", "m.json"].as_slice(),
        &["report", "compare", "judged.json", "m.json"],
    ] {
        let (code, _, fault) = project.run(arguments, "");
        assert_eq!(code, 2, "{fault}");
        let what = "m.json: this is a report of mousetrap strength source; a JSON report of \
                    mousetrap judge is required";
        assert!(fault.contains(what), "{fault}");
    }
}
