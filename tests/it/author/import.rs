//! `mousetrap import`.

use crate::project::{Project, has};

const REPORT: &str = "Fails on\n[\"M.C...F\"]\n1\n4\nExpected: true\nand its mirror image\n\
                      {\"F...C.M\"}, 1, 4\nand the graph {{1,3},{0},{3},{0,2}}\n";

#[test]
fn bug_report_becomes_cases_of_a_suite() {
    let project = Project::basic();
    project.write("report.txt", REPORT);
    project.prints(0, "import --dry-run report.txt");
    let file = "cases/1728/imported.toml";
    assert!(!project.path().join(file).exists());
    let printed = project.prints(0, "import report.txt");
    for line in [
        "report.txt:2: new, 1728/imported/report-1, answer true",
        "report.txt:7: already known as 1728/imported/report-1",
        "1728/imported: 1 added, 1 already known",
        "report.txt:8: new, 913/imported/report-1, answer 1",
    ] {
        has(&printed, line);
    }
    let first = project.read(file);
    assert!(first.contains("from = \"report.txt:2\"") && first.contains("depth = 3"));
    has(&project.read("cases/cases.lock"), "1728/imported/report-1");
    project.prints(0, "generate imported --check");

    // Existing text is not changed, including comments.
    project.write(file, format!("# ours\n{first}"));
    project.write("b.txt", "1 3 1 1\nMFC\n");
    project.prints(0, "import b.txt report.txt");
    let second = project.read(file);
    assert!(second.starts_with(&format!("# ours\n{first}")), "{second}");
    has(&second, "name = \"b-1\"");
}

#[test]
fn import_with_one_wrong_case_writes_nothing() {
    let project = Project::basic();
    project.write("report.txt", format!("{REPORT}[\"M.C....\"]\n1\n4\n"));
    project.fails("import report.txt", "report.txt:9: ");
    for file in ["1728/imported.toml", "913/imported.toml", "cases.lock"] {
        assert!(!project.path().join("cases").join(file).exists(), "{file}");
    }
    project.fails("import missing.txt", "missing.txt: cannot be read");
    project.fails("import report.txt --suite No/Name", "lower-case");
}

#[test]
fn exported_cases_are_imported_with_their_names() {
    let project = Project::basic();
    project.prints(0, "export jsonl --problem 1728 out");
    let import = "import out/cases.jsonl --suite again";
    has(
        &project.prints(0, import),
        "1728/again: 3 added, 0 already known",
    );
    let printed = project.prints(0, import);
    has(&printed, "1728/again: 0 added, 3 already known");
    has(&printed, "already known as 1728/again/b");
}
