//! `mousetrap list`, and suites drawn without being written.

use crate::project::{Project, has};

#[test]
fn list_shows_families_and_suites() {
    Project::basic().replay(
        "0 list families --problem 1728 => 1728 walls\\n | in percent; 0 to 100 | !913
        0 list suites => 1728/basic\\n  this project's, not in the lock yet; judged by default\\n | \
         913/hidden\\n  built in: | cases; judged when named\\n",
    );
}

#[test]
fn dry_run_draws_some_cases_and_writes_nothing() {
    let project = Project::basic();
    let recipe = "[[family]]\nname = \"walls\"\nseed = 1\ncount = 4\n";
    project.write("generators/1728/drawn.toml", recipe);
    project.replay(
        "0 generate drawn --dry-run 2 => 1728/drawn/walls-001\\n┌─ | 1728/drawn/walls-003\\n┌─ | \
         !walls-002\\n | 1728/drawn is not judged",
    );
    assert!(!project.path().join("cases/cases.lock").exists());
    assert!(!project.path().join("cases/1728/drawn").exists());
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
    for (file, rule) in [
        ("bad.py", "row \"bad\" produced an invalid case: line 1: "),
        ("none.py", ""),
    ] {
        row(file);
        let message = format!("generators/1728/drawn.toml:2: {rule}");
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
        let uncommented = rest.lines().filter_map(|line| line.strip_prefix("# "));
        let is_row = |line: &&str| keys.iter().any(|key| line.starts_with(key));
        let all: Vec<&str> = rows.lines().chain(uncommented.filter(is_row)).collect();
        let (families, _) = project.exits(0, &format!("list families --problem {problem}"));
        let families = families
            .lines()
            .filter_map(|line| line.strip_prefix(problem));
        for family in families {
            let name = format!("name = \"{}\"", family.trim());
            assert!(all.contains(&name.as_str()), "{problem}: {name}");
        }
        project.write(&file, all.join("\n"));
        project.exits(0, &format!("generate mine --dry-run 1 --problem {problem}"));
    }
}
