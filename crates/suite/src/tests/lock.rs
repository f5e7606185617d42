//! Tests of comparing suites with the lock file.

use super::*;

#[test]
fn lock_detects_every_change() {
    let project = TestProject::new(&[
        ("generators/1728/a.toml", WALLS),
        ("cases/1728/a.toml", &case("one", BOARD)),
    ]);
    project.write();
    assert_eq!(project.check(), Vec::<String>::new());
    assert!(project.load("1728", "a").is_ok());

    let lock = fs::read_to_string(project.0.path().join("cases/cases.lock")).unwrap();
    let lines = lock.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.count(), 7);
    assert!(lock.contains("\n1728/a/walls-003 "), "{lock}");

    let recipe = |text: String| project.put("generators/1728/a.toml", text);
    recipe(WALLS.replace("seed = 3", "seed = 4"));
    assert_eq!(project.check().len(), 6);
    let parts = "difference:\n- 1728/a/walls-001|\n+ 1728/a/walls-001|generate a --problem 1728`";
    parts.split('|').for_each(|part| project.refuses("", part));

    recipe(WALLS.replace("count = 6", "count = 5"));
    let [difference] = &project.check()[..] else {
        panic!("one difference");
    };
    assert!(difference.starts_with("- 1728/a/walls-006"), "{difference}");

    recipe(WALLS.to_owned());
    project.put("cases/1728/a.toml", case("one", "1 4 2 1\nMF.C\n"));
    assert_eq!(project.check().len(), 1);
    // A changed case of the collection is no error when the suite is loaded.
    assert!(project.load("1728", "a").is_ok());
}

#[test]
fn truncated_lock_is_an_error() {
    let project = TestProject::new(&[
        ("generators/1728/a.toml", WALLS),
        ("cases/cases.lock", "# lock\n1728/a/walls-001 true\n"),
    ]);
    let error = project.error("1728", "a");
    assert!(error.starts_with("cases/cases.lock:2: a line must have the columns"));
}
