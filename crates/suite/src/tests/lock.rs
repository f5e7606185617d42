//! The lock.

use super::*;

#[test]
fn the_lock_detects_every_change() {
    let project = Project::new(&[
        ("generators/1728/a.toml", WALLS),
        ("cases/1728/a/one.in", BOARD),
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
    project.put("cases/1728/a/one.in", "1 4 2 1\nMF.C\n");
    assert_eq!(project.check().len(), 1, "a hand-written case changed");
    assert!(
        project.load("1728", "a").is_ok(),
        "judging goes by the file"
    );
}

#[test]
fn a_lock_that_was_cut_short_is_an_error() {
    let project = Project::new(&[
        ("generators/1728/a.toml", WALLS),
        ("cases/cases.lock", "# lock\n1728/a/walls-001 true\n"),
    ]);
    let error = project.error("1728", "a");
    assert!(error.starts_with("cases/cases.lock:2: a line is case, answer, depth and hash"));
}

#[test]
fn a_generated_file_that_was_changed_is_an_error() {
    let project = Project::new(&[
        ("generators/1728/a.toml", WALLS),
        ("cases/1728/a/one.in", BOARD),
    ]);
    project.write();
    let place = "cases/1728/a/generated";
    let kept = |name: &str| fs::read(project.0.path().join(place).join(name)).unwrap();
    for name in ["walls-001.in", "walls-001.ans", "walls-001.toml", "more.in"] {
        let file = format!("{place}/{name}");
        let before = project.0.path().join(&file).exists().then(|| kept(name));
        project.put(&file, "1 3 1 1\nCMF\n");
        let expected =
            format!("{file}: is not what the recipe makes, and what stands here is never judged");
        let error = project.error("1728", "a");
        assert!(error.starts_with(&expected), "{error}");
        let error = compare_with_lock(&project.root(), &project.generate());
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with(&expected), "{error}");
        match before {
            Some(content) => project.put(&file, content),
            None => fs::remove_file(project.0.path().join(&file)).unwrap(),
        }
    }
    assert!(project.load("1728", "a").is_ok());
    // A new recipe is compared with the lock first, and then they are replaced.
    project.put(&format!("{place}/walls-001.in"), "1 3 1 1\nCMF\n");
    project.write();
    assert!(project.load("1728", "a").is_ok());
}

#[test]
fn a_generated_case_has_limits_of_its_own_and_a_name_that_no_case_has_is_an_error() {
    let project = Project::new(&[
        ("generators/1728/a.toml", WALLS),
        (
            "cases/1728/a/walls-003.toml",
            "from = \"slow in Python\"\nlimits = { cpu = \"7s\" }\n",
        ),
    ]);
    let suite = project.load("1728", "a").unwrap();
    let seconds: Vec<u64> = suite.cases.iter().map(|c| c.limits.cpu.as_secs()).collect();
    let usual = Limits::DEFAULT.cpu.as_secs();
    assert_eq!(seconds, [usual, usual, 7, usual, usual, usual]);
    project.put("cases/1728/a/wals-004.toml", "limits = { cpu = \"7s\" }\n");
    let error = project.error("1728", "a");
    assert!(
        error.starts_with("cases/1728/a/wals-004.toml: this suite has no case \"wals-004\""),
        "{error}"
    );
    fs::remove_file(project.0.path().join("cases/1728/a/wals-004.toml")).unwrap();
    project.put("cases/1728/a/walls-004.ans", "true\n");
    let error = project.error("1728", "a");
    assert!(
        error.starts_with("cases/1728/a/walls-004.ans: there is no case"),
        "{error}"
    );
}
