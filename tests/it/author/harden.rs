//! `mousetrap strength harden`: the chosen cases and the messages.

use std::time::Duration;

use cat_and_mouse::Game;
use mousetrap_model::Limits;
use mousetrap_suite::{SuiteName, read_collection};
use mousetrap_util::root::Root;

use crate::project::{Project, has};

/// Two boards whose move limits decide the answer, and one with the default limit.
const OWN: &str = r#"
[[case]]
name = "beyond"
answer = "false"
max_plies = 2
limits = { cpu = "7s", memory = "100MiB" }
input = """
1 5 1 1
C#M.F
"""

[[case]]
name = "within"
answer = "true"
max_plies = 3
input = """
1 6 1 1
C##M.F
"""

[[case]]
name = "usual"
input = """
3 5 1 2
####F
#C...
M....
"""
"#;

#[test]
fn chosen_case_keeps_its_move_limit_and_limits() {
    let project = Project::new("");
    project.write("cases/1728/own.toml", OWN);
    // The same case in a second suite, under the same name.
    let other = OWN.split("[[case]]").nth(1).unwrap();
    project.write("cases/1728/other.toml", format!("[[case]]{other}"));
    let command = "strength harden own other --problem 1728 --into small --search 1";
    let (printed, _) = project.exits(0, command);
    let grid = Game::CatAndMouse2;
    let root = Root::from(project.path());
    let read = |suite| {
        let name = SuiteName::new(grid, suite);
        read_collection(&root, &name, Limits::DEFAULT).unwrap()
    };
    let (own, small) = (read("own"), read("small"));
    let chosen: Vec<_> = small
        .iter()
        .filter_map(|(from, case)| {
            let mut own = own.iter().map(|(_, own)| own);
            Some((own.find(|own| own.id.0 == *from)?, case))
        })
        .collect();
    assert!(!chosen.is_empty(), "{printed}");
    for (own, case) in &chosen {
        assert_eq!(case.instance.max_plies(), own.instance.max_plies());
        assert_eq!(case.limits, own.limits);
        assert_eq!(case.answer, own.answer);
    }
    let beyond = chosen.iter().find(|(own, _)| own.id.0 == "own/beyond");
    let (_, beyond) = beyond.expect("a board that only its move limit decides kills a mutant");
    assert_eq!(beyond.instance.max_plies(), Some(2));
    assert_eq!(beyond.limits.cpu, Duration::from_secs(7));
    // A suite with a case twice would be refused.
    project.exits(0, "generate small");
}

#[test]
fn harden_reports_missed_mutants_and_replaces_no_suite() {
    let project = Project::new("");
    project.write("cases/1728/own.toml", OWN);
    let harden = "strength harden own --problem 1728 --into small --search 50 --max-cases";
    // One case cannot kill all mutants.
    let (printed, _) = project.exits(1, &format!("{harden} 1"));
    has(&printed, "judge.toml does not list 1728/small");
    let text = project.read("cases/1728/small.toml");
    has(&text, "# alone, this suite catches ");
    assert!(!text.contains("misses 0,"), "{text}");
    project.exits(0, "generate small");
    project.fails(&format!("{harden} 30"), "already exists");
    assert_eq!(project.read("cases/1728/small.toml"), text);
}
