//! Importing cases into a project, by the real program.

use std::fs;

use crate::project::{Project, has};

const REPORT: &str = "Fails on\n[\"M.C...F\"]\n1\n4\nExpected: true\nand its mirror image\n\
                      {\"F...C.M\"}, 1, 4\nand the graph {{1,3},{0},{3},{0,2}}\n";

#[test]
fn a_bug_report_becomes_cases_of_a_suite() {
    let project = Project::basic();
    project.write("report.txt", REPORT);
    project.prints(0, "import --dry-run report.txt");
    assert!(!project.path().join("cases/1728/imported.toml").exists());
    let said = project.prints(0, "import report.txt");
    for line in [
        "report.txt:2: new, 1728/imported/report-1, answer true",
        "report.txt:7: known already as 1728/imported/report-1",
        "1728/imported: 1 added, 1 known already",
        "report.txt:8: new, 913/imported/report-1, answer 1",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let file = project.path().join("cases/1728/imported.toml");
    let first = fs::read_to_string(&file).unwrap();
    assert!(first.contains("from = \"report.txt:2\"") && first.contains("depth = 3"));
    let lock = fs::read_to_string(project.path().join("cases/cases.lock")).unwrap();
    has(&lock, "1728/imported/report-1");
    project.prints(0, "generate imported --check");

    // Existing text is kept, including comments.
    fs::write(&file, format!("# ours\n{first}")).unwrap();
    project.write("b.txt", "1 3 1 1\nMFC\n");
    project.prints(0, "import b.txt report.txt");
    let second = fs::read_to_string(&file).unwrap();
    assert!(second.starts_with(&format!("# ours\n{first}")), "{second}");
    has(&second, "name = \"b-1\"");
}

#[test]
fn one_wrong_case_keeps_all_others_out_of_the_suite() {
    let project = Project::basic();
    project.write("report.txt", format!("{REPORT}[\"M.C....\"]\n1\n4\n"));
    let said = project.prints(2, "import report.txt");
    has(&said, "report.txt:9: ");
    assert!(!project.path().join("cases/1728/imported.toml").exists());
    assert!(!project.path().join("cases/913/imported.toml").exists());
    assert!(!project.path().join("cases/cases.lock").exists());
    let said = project.prints(2, "import missing.txt");
    has(&said, "missing.txt: cannot be read");
    let said = project.prints(2, "import report.txt --suite No/Name");
    has(&said, "lower-case");
}

#[test]
fn exported_cases_are_imported_with_their_names() {
    let project = Project::basic();
    project.prints(0, "export jsonl --problem 1728 out");
    let said = project.prints(0, "import out/cases.jsonl --suite again");
    has(&said, "1728/again: 3 added, 0 known already");
    let said = project.prints(0, "import out/cases.jsonl --suite again");
    has(&said, "1728/again: 0 added, 3 known already");
    has(&said, "known already as 1728/again/b");
}
