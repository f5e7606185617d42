//! Comparing suites with the lock.

use super::*;

#[test]
fn lock_detects_every_change() {
    let project = Project::new(&[
        ("generators/1728/a.toml", WALLS),
        ("cases/1728/a.toml", &case("one", BOARD)),
    ]);
    project.write();
    assert_eq!(project.check(), Vec::<String>::new());
    assert!(project.load("1728", "a").is_ok());

    let lock = fs::read_to_string(project.0.path().join("cases/cases.lock")).unwrap();
    assert_eq!(
        lock.lines().filter(|line| !line.starts_with('#')).count(),
        7
    );
    assert!(lock.contains("\n1728/a/walls-003 "), "{lock}");

    project.put(
        "generators/1728/a.toml",
        WALLS.replace("seed = 3", "seed = 4"),
    );
    assert_eq!(project.check().len(), 6);
    let error = project.error("1728", "a");
    assert!(
        error.contains("first difference:\n- 1728/a/walls-001"),
        "{error}"
    );
    assert!(error.contains("\n+ 1728/a/walls-001"), "{error}");
    assert!(
        error.contains("`mousetrap generate a --problem 1728`"),
        "{error}"
    );

    project.put(
        "generators/1728/a.toml",
        WALLS.replace("count = 6", "count = 5"),
    );
    let differences = project.check();
    assert_eq!(differences.len(), 1);
    assert!(
        differences[0].starts_with("- 1728/a/walls-006"),
        "{differences:?}"
    );

    project.put("generators/1728/a.toml", WALLS);
    project.put("cases/1728/a.toml", case("one", "1 4 2 1\nMF.C\n"));
    assert_eq!(project.check().len(), 1);
    // The judge accepts a case of the collection that has changed.
    assert!(project.load("1728", "a").is_ok());
}

#[test]
fn lock_that_was_cut_short_is_an_error() {
    let project = Project::new(&[
        ("generators/1728/a.toml", WALLS),
        ("cases/cases.lock", "# lock\n1728/a/walls-001 true\n"),
    ]);
    let error = project.error("1728", "a");
    assert!(error.starts_with("cases/cases.lock:2: a line must have the columns"));
}
