//! Importing cases into a project, by the real program.

use std::fs;

use crate::project::Project;

const REPORT: &str = "Fails on\n[\"M.C...F\"]\n1\n4\nExpected: true\nand its mirror image\n\
                      {\"F...C.M\"}, 1, 4\nand the graph {{1,3},{0},{3},{0,2}}\n";

#[test]
fn a_bug_report_becomes_cases_of_a_suite() {
    let project = Project::basic();
    project.write("report.txt", REPORT);
    let (code, said) = project.says("import --dry-run report.txt");
    assert_eq!(code, 0, "{said}");
    assert!(!project.path().join("cases/1728/imported.toml").exists());
    let (code, said) = project.says("import report.txt");
    assert_eq!(code, 0, "{said}");
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
    assert!(lock.contains("1728/imported/report-1"), "{lock}");
    let (code, said) = project.says("generate imported --check");
    assert_eq!(code, 0, "{said}");

    // What stands there stays as it is, comments too.
    fs::write(&file, format!("# ours\n{first}")).unwrap();
    project.write("more/b.in", "1 3 1 1\nMFC\n");
    let (code, said) = project.says("import more report.txt");
    assert_eq!(code, 0, "{said}");
    let second = fs::read_to_string(&file).unwrap();
    assert!(second.starts_with(&format!("# ours\n{first}")), "{second}");
    assert!(second.contains("name = \"b\""), "{second}");
}

#[test]
fn one_wrong_case_keeps_all_others_out() {
    let project = Project::basic();
    project.write("report.txt", format!("{REPORT}[\"M.C....\"]\n1\n4\n"));
    let (code, said) = project.says("import report.txt");
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("report.txt:9: "), "{said}");
    assert!(!project.path().join("cases/1728/imported.toml").exists());
    assert!(!project.path().join("cases/913/imported.toml").exists());
    assert!(!project.path().join("cases/cases.lock").exists());
    let (code, said) = project.says("import missing.txt");
    assert!(
        code == 2 && said.contains("missing.txt: cannot be read"),
        "{said}"
    );
    let (code, said) = project.says("import report.txt --suite No/Name");
    assert!(code == 2 && said.contains("lower-case"), "{said}");
}

#[test]
fn exported_cases_come_back_with_their_names() {
    let project = Project::basic();
    let (code, said) = project.says("export jsonl --problem 1728 out");
    assert_eq!(code, 0, "{said}");
    let (code, said) = project.says("import out/cases.jsonl --suite again");
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("1728/again: 3 added, 0 known already"),
        "{said}"
    );
    let (code, said) = project.says("export in-ans --problem 1728 pairs");
    assert_eq!(code, 0, "{said}");
    let (code, said) = project.says("import pairs/basic --suite again");
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("1728/again: 0 added, 3 known already"),
        "{said}"
    );
    assert!(said.contains("known already as 1728/again/b"), "{said}");
}
