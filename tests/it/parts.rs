//! Parts of other work than judging, and what `mousetrap report merge` makes of them.

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
    let line = "strength source right.py other.py --mutants 9 --time 0s";
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
    let (code, _, fault) = run(&project, "report merge 2.json 1.json --output all.json");
    assert_eq!(code, 0, "{fault}");
    assert_eq!(
        timeless(json(&project, "all.json")),
        timeless(json(&project, "whole.json"))
    );
    let (_, page, _) = run(&project, "report merge 2.json 1.json");
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
        let (code, _, fault) = run(&project, &format!("report merge {files}"));
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
    let (code, _, fault) = run(&project, "report merge 1.json 2.json --output all.json");
    assert_eq!(code, 2, "{fault}");
    let all = json(&project, "all.json");
    assert_eq!(all, json(&project, "whole.json"));
    assert_eq!(all["stressed"].as_array().unwrap().len(), 6);
    let (_, page, _) = run(&project, "report merge 1.json 2.json");
    assert!(page.contains("| 913 wrong5.py | "), "{page}");
}
