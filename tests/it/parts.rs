//! Parts of other work than judging, and what `mousetrap merge` makes of them.

use std::fs;

use serde_json::Value;

use crate::project::Project;

const RIGHT: &str = "\
class Solution:
    def catMouseGame(self, graph):
        nodes = len(graph)
        if nodes == 6:
            return 0
        return 1
";

fn run(project: &Project, line: &str) -> (i32, String, String) {
    let arguments: Vec<&str> = line.split(' ').collect();
    project.run(&arguments, "")
}

fn json(project: &Project, name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(project.path().join(name)).unwrap()).unwrap()
}

/// Without what another run takes another time for, or comes to in another order.
fn timeless(mut report: Value) -> Value {
    for one in report["submissions"].as_array_mut().unwrap() {
        let one = one.as_object_mut().unwrap();
        one.retain(|name, _| !["wall_us", "verdicts", "woven"].contains(&name.as_str()));
    }
    report
}

#[test]
fn mutants_in_parts_are_those_of_one_run() {
    let project = Project::basic();
    project.write("right.py", RIGHT);
    project.write("other.py", format!("# other\n{RIGHT}"));
    let line = "strength --source right.py other.py --mutants 9 --time 0s";
    let (code, said, fault) = run(&project, &format!("{line} --output whole.json"));
    assert_eq!(code, 0, "{fault}");
    assert!(
        said.starts_with("whole.json: 18 mutants of 2 submissions: "),
        "{said}"
    );
    for part in 1..=2 {
        let (code, _, fault) = run(&project, &format!("{line} --shard {part}/2 -o {part}.json"));
        assert_eq!(code, 0, "{fault}");
        let own = json(&project, &format!("{part}.json"));
        assert!((1..18).contains(&own["mutants"].as_u64().unwrap()), "{own}");
    }
    let (code, _, fault) = run(&project, "merge 2.json 1.json --output all.json");
    assert_eq!(code, 0, "{fault}");
    assert_eq!(
        timeless(json(&project, "all.json")),
        timeless(json(&project, "whole.json"))
    );
    let (_, page, _) = run(&project, "merge 2.json 1.json");
    assert!(page.contains("| right.py | 9 of "), "{page}");

    // The same again, whatever was there.
    let before = timeless(json(&project, "1.json"));
    run(&project, &format!("{line} --shard 1/2 -o 1.json"));
    assert_eq!(timeless(json(&project, "1.json")), before);

    let other = line.replace("0s", "1s");
    run(&project, &format!("{other} --shard 2/2 -o other.json"));
    for (files, reason) in [
        ("1.json", "of 2 shards these are missing: 2;"),
        ("1.json 1.json", "it is shard 1/2, as 1.json is"),
        ("1.json other.json", "not the same in both: --time"),
        ("1.json whole.json", "it is the report of a whole run"),
        (
            "1.json right.py",
            "right.py: cannot be merged: it is not a result of the same kind",
        ),
        (
            "1.json 2.json --output 2.json",
            "a part is not replaced by the whole",
        ),
        ("1.json 2.json --output right.py", "right.py: "),
        ("1.json 2.json --redact", "one --output FILE is made"),
    ] {
        let (code, _, fault) = run(&project, &format!("merge {files}"));
        assert!(code == 2 && fault.contains(reason), "{files}: {fault}");
    }
    let (code, _, fault) = run(&project, &format!("{line} --shard 1/2 -o 1.md"));
    assert!(
        code == 2 && fault.contains("name --output FILE.json"),
        "{fault}"
    );
}

#[test]
fn what_stress_finds_in_parts_is_what_one_run_finds() {
    let project = Project::basic();
    for number in 0..6 {
        let wrong = RIGHT.replace("== 6", &format!("== {}", 7 + number));
        project.write(&format!("class/wrong{number}.py"), wrong);
    }
    project.write("class/empty.py", "");
    let line = "stress class --fresh --time 20s";
    let (code, _, fault) = run(&project, &format!("{line} --no-keep --output whole.json"));
    assert_eq!(code, 2, "one file is refused: {fault}");
    let mut codes = Vec::new();
    for part in 1..=2 {
        let (code, said, _) = run(&project, &format!("{line} --shard {part}/2 -o {part}.json"));
        assert!(!said.contains("kept as"), "{said}");
        codes.push(code);
        let own = json(&project, &format!("{part}.json"));
        assert!((1..6).contains(&own["stressed"].as_array().unwrap().len()));
    }
    assert_eq!(codes, [2, 0], "the first has what is refused");
    let (code, _, fault) = run(&project, "merge 1.json 2.json --output all.json");
    assert_eq!(code, 2, "{fault}");
    let all = json(&project, "all.json");
    assert_eq!(all, json(&project, "whole.json"));
    assert_eq!(all["stressed"].as_array().unwrap().len(), 6);
    let (_, page, _) = run(&project, "merge 1.json 2.json");
    assert!(page.contains("| 913 wrong5.py | "), "{page}");
}

#[test]
fn hunts_in_parts_find_what_one_finds_and_halls_take_the_best() {
    let project = Project::basic();
    let line = "hunt --problem 913 --goal mouse-win --size 9 --steps 2000 --restarts 4";
    let (code, _, fault) = run(&project, &format!("{line} --dry-run --state whole.json"));
    assert_eq!(code, 0, "{fault}");
    for part in 1..=3 {
        let line = format!("{line} --shard {part}/3 --state {part}.json");
        assert_eq!(run(&project, &line).0, 0);
        let first = fs::read(project.path().join(format!("{part}.json"))).unwrap();
        assert_eq!(run(&project, &line).0, 0);
        let again = fs::read(project.path().join(format!("{part}.json"))).unwrap();
        assert_eq!(first, again);
    }
    let (code, _, fault) = run(&project, "merge 3.json 1.json 2.json --output all.json");
    assert_eq!(code, 0, "{fault}");
    let (all, whole) = (json(&project, "all.json"), json(&project, "whole.json"));
    assert_eq!(all["targets"], whole["targets"]);
    assert_eq!(all["scored"], whole["scored"]);
    let (code, _, fault) = run(
        &project,
        &line.replace("--restarts 4", "--shard 1/2 --state x"),
    );
    assert!(
        code == 2 && fault.contains("say with --restarts"),
        "{fault}"
    );

    // A hall of another machine, with a win that is longer than what is known here.
    let other = Project::basic();
    let known = fs::read_to_string("cases/913/extreme.toml").unwrap();
    let (_, rest) = known.split_once("name = \"mouse-win-9\"").unwrap();
    let case = format!(
        "[[case]]\nname = \"mouse-win-9\"{}",
        rest.split("[[case]]").next().unwrap()
    );
    let file = other.write("cases/913/extreme.toml", case.replace("\"rotated\", ", ""));
    let poor = "[[case]]\nname = \"mouse-win-9\"\nfrom = \"me\"\nanswer = \"1\"\ndepth = 1\n\
                input = \"\"\"\n9\n1 1\n2 0 3\n1 3\n7 1 2 4 5 6 7 8\n1 3\n1 3\n1 3\n1 3\n1 3\n\"\"\"\n";
    project.write("cases/913/extreme.toml", poor);
    let file = file.to_str().unwrap();
    let (code, said, fault) = project.run(&["merge", file], "");
    assert_eq!(code, 0, "{fault}");
    assert!(
        said.contains("mouse-win-9: from ") && said.contains("proved by a certificate"),
        "{said}"
    );
    let text = fs::read_to_string(project.path().join("cases/913/extreme.toml")).unwrap();
    assert!(text.contains("depth = 25"), "{text}");
    let (code, said, fault) = project.run(&["merge", file], "");
    assert_eq!((code, &*said), (0, "1 hall merged\n"), "{fault}");
    let elsewhere = other.write("extreme.toml", "");
    let (code, _, fault) = project.run(&["merge", elsewhere.to_str().unwrap()], "");
    assert!(
        code == 2 && fault.contains("it is not a hall of fame"),
        "{fault}"
    );
}
