//! `mousetrap list`, and suites drawn without being written.

use crate::project::Project;

/// What a listing gives as JSON.
fn listed(project: &Project, arguments: &[&str]) -> Vec<serde_json::Value> {
    let arguments = [&["list", "--json"], arguments].concat();
    let (code, printed, said) = project.run(&arguments, "");
    assert_eq!(code, 0, "{said}");
    serde_json::from_str(&printed).unwrap()
}

#[test]
fn everything_that_can_be_named_is_listed() {
    let project = Project::basic();
    let families = listed(&project, &["families", "--problem", "1728"]);
    let walls = families.iter().find(|family| family["name"] == "walls");
    let parameters = walls.unwrap()["parameters"].as_array().unwrap();
    let density = parameters.iter().find(|one| one["name"] == "density");
    assert_eq!(density.unwrap()["allowed"], serde_json::json!([0, 100]));
    assert!(families.iter().all(|family| family["problem"] == "1728"));

    let suites = listed(&project, &["suites"]);
    let suite = |problem: &str, name: &str| {
        let found = suites
            .iter()
            .find(|suite| suite["problem"] == problem && suite["name"] == name);
        found.unwrap().clone()
    };
    assert_eq!(suite("1728", "basic")["judged"], true);
    assert_eq!(
        suite("1728", "basic")["built_in_cases"],
        serde_json::Value::Null
    );
    let hidden = suite("913", "hidden");
    assert!(hidden["built_in_cases"].as_u64().unwrap() > 50, "{hidden}");
    assert_eq!(hidden["judged"], false);

    let mutants = listed(&project, &["mutants", "-p", "913"]);
    assert!(mutants.len() > 100);
    let languages = listed(&project, &["languages"]);
    assert!(languages.iter().any(|language| language["id"] == "cpp"));

    // And as text, with the ranges.
    let (code, printed, _) = project.run(&["list", "families"], "");
    assert_eq!(code, 0);
    assert!(printed.contains("1728 walls\n"), "{printed}");
    assert!(printed.contains("in percent; 0 to 100"), "{printed}");
}

#[test]
fn a_dry_run_draws_some_cases_and_writes_nothing() {
    let project = Project::basic();
    project.write(
        "generators/1728/drawn.toml",
        "[[family]]\nname = \"walls\"\nseed = 1\ncount = 4\n",
    );
    let (code, printed, said) = project.run(&["generate", "drawn", "--dry-run", "2"], "");
    assert_eq!(code, 0, "{said}");
    assert!(printed.contains("1728/drawn/walls-001\n┌─"), "{printed}");
    assert!(printed.contains("1728/drawn/walls-003\n┌─"), "{printed}");
    assert!(!printed.contains("walls-002\n"), "{printed}");
    assert!(!project.path().join("cases/cases.lock").exists());
    assert!(!project.path().join("cases/1728/drawn").exists());
    assert!(said.contains("1728/drawn is not judged"), "{said}");
}

#[test]
fn a_new_project_has_a_recipe_with_every_family() {
    let project = Project::empty();
    let (code, _, said) = project.run(&["init"], "");
    assert_eq!(code, 0, "{said}");
    for problem in ["1728", "913"] {
        let file = project
            .path()
            .join("generators")
            .join(problem)
            .join("mine.toml");
        let text = std::fs::read_to_string(&file).unwrap();
        // With the "#" of every row taken away.
        let keys = ["[[family]]", "name", "seed", "count", "with"];
        let (rows, _) = text.split_once("# A program").unwrap();
        let (_, rest) = text.split_once("# For ").unwrap();
        let uncommented = rest
            .lines()
            .filter_map(|line| line.strip_prefix("# "))
            .filter(|line| keys.iter().any(|key| line.starts_with(key)));
        let all: Vec<&str> = rows.lines().chain(uncommented).collect();
        for family in listed(&project, &["families", "--problem", problem]) {
            let name = format!("name = {}", family["name"]);
            assert!(all.contains(&name.as_str()), "{problem}: {name}");
        }
        std::fs::write(&file, all.join("\n")).unwrap();
        let command = ["generate", "mine", "--dry-run", "1", "--problem", problem];
        let (code, _, said) = project.run(&command, "");
        assert_eq!(code, 0, "{said}");
    }
}
