//! `mousetrap list`, and suites drawn without being written.

use crate::project::{Project, has};

/// Runs `list` and returns what it prints.
fn listed(project: &Project, arguments: &[&str]) -> String {
    let (printed, _) = project.exits(0, &[&["list"], arguments].concat());
    printed
}

#[test]
fn list_shows_families_and_suites() {
    let project = Project::basic();
    let families = listed(&project, &["families", "--problem", "1728"]);
    has(&families, "1728 walls\n");
    has(&families, "in percent; 0 to 100");
    assert!(!families.contains("913"), "{families}");
    let suites = listed(&project, &["suites"]);
    for expected in [
        "1728/basic\n  this project's, not in the lock yet; judged by default\n",
        "913/hidden\n  built in: ",
        " cases; judged when named\n",
    ] {
        has(&suites, expected);
    }
}

#[test]
fn dry_run_draws_some_cases_and_writes_nothing() {
    let project = Project::basic();
    project.write(
        "generators/1728/drawn.toml",
        "[[family]]\nname = \"walls\"\nseed = 1\ncount = 4\n",
    );
    let (printed, stderr) = project.exits(0, "generate drawn --dry-run 2");
    has(&printed, "1728/drawn/walls-001\n┌─");
    has(&printed, "1728/drawn/walls-003\n┌─");
    assert!(!printed.contains("walls-002\n"), "{printed}");
    assert!(!project.path().join("cases/cases.lock").exists());
    assert!(!project.path().join("cases/1728/drawn").exists());
    has(&stderr, "1728/drawn is not judged");
}

#[test]
fn program_gets_arguments_and_a_seed_and_its_output_is_validated() {
    let project = Project::basic();
    let row = |file: &str| {
        let row = format!("[[family]]\nprogram = \"{file}\"\narguments = [\"1\"]\ncount = 3\n");
        project.write("generators/1728/drawn.toml", row);
    };
    let good = "import sys\nleast, seed = map(int, sys.argv[1:])\n\
                print(['M' + '.' * (least + seed % 5) + 'FC'], 1, 1, sep='\\n')\n";
    project.write("generators/good.py", good);
    row("good.py");
    project.exits(0, "generate drawn");
    has(&project.read("cases/cases.lock"), "1728/drawn/good-003");
    // The seeds are the same again.
    project.exits(0, "generate drawn --check");
    project.write("generators/bad.py", "print('[\"MM\"]\\n1\\n1')\n");
    for (file, expected) in [
        (
            "bad.py",
            "2: row \"bad\" produced an invalid case: line 1: ",
        ),
        ("none.py", "2: "),
    ] {
        row(file);
        let message = format!("generators/1728/drawn.toml:{expected}");
        project.fails("generate drawn", message);
    }
}

#[test]
fn recipe_of_a_new_project_has_every_family() {
    let project = Project::empty();
    project.exits(0, "init");
    for problem in ["1728", "913"] {
        let file = format!("generators/{problem}/mine.toml");
        let text = project.read(&file);
        // The rows, and those that are comments.
        let keys = ["[[family]]", "name", "seed", "count", "with"];
        let (rows, _) = text.split_once("# Your own generator").unwrap();
        let (_, rest) = text.split_once("# Catches ").unwrap();
        let uncommented = rest
            .lines()
            .filter_map(|line| line.strip_prefix("# "))
            .filter(|line| keys.iter().any(|key| line.starts_with(key)));
        let all: Vec<&str> = rows.lines().chain(uncommented).collect();
        let families = listed(&project, &["families", "--problem", problem]);
        for family in families
            .lines()
            .filter_map(|line| line.strip_prefix(problem))
        {
            let name = format!("name = \"{}\"", family.trim());
            assert!(all.contains(&name.as_str()), "{problem}: {name}");
        }
        project.write(&file, all.join("\n"));
        project.exits(0, &format!("generate mine --dry-run 1 --problem {problem}"));
    }
}
