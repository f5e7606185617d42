//! `mousetrap strength harden`: the chosen cases and the messages.

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
fn hardened_suite_keeps_limits_names_missed_mutants_and_replaces_no_other() {
    let project = Project::new("");
    project.write("cases/1728/own.toml", OWN);
    let harden = "strength harden own --problem 1728 --search 1 --into";
    project.exits(0, &format!("{harden} all"));
    let all = project.read("cases/1728/all.toml");
    // A board that only its move limit decides kills a mutant.
    let (_, beyond) = all.split_once("from = \"own/beyond\"").unwrap();
    let beyond = beyond.split("[[case]]").next().unwrap();
    for kept in "max_plies = 2\n|\"7s\"|\"100MiB\"|answer = \"false\"".split('|') {
        has(beyond, kept);
    }
    project.exits(0, "generate all");

    // One case cannot kill all mutants.
    let unlisted = "judge.toml does not list 1728/small";
    project.replay(&format!("1 {harden} small --max-cases 1 => {unlisted}"));
    let text = project.read("cases/1728/small.toml");
    has(&text, "# alone, this suite catches ");
    assert!(!text.contains("misses 0,"), "{text}");
    project.fails(&format!("{harden} small --max-cases 30"), "already exists");
    assert_eq!(project.read("cases/1728/small.toml"), text);
}
