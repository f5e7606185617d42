//! The command `mousetrap export` writing packages.

use std::fs;

use crate::project::Project;

#[test]
fn package_is_written_completely_under_a_valid_name() {
    let project = Project::basic();
    let export = |arguments: &str| {
        let arguments = arguments.split(' ');
        let output = project.mousetrap().arg("export").args(arguments).output();
        let output = output.unwrap();
        let said = [output.stdout, output.stderr].concat();
        (
            output.status.code().unwrap(),
            String::from_utf8(said).unwrap(),
        )
    };
    project.case("1728/samples/a", "1 7 1 2\nM.C...F\n");
    project.write("solutions/1728/wrong_answer/s.cpp", SOURCE);
    let (code, said) = export("icpc --problem 1728 some/catandmouse2");
    assert!(
        code == 2 && said.contains("an accepted submission"),
        "{said}"
    );
    project.write("solutions/1728/accepted/s.cpp", SOURCE);
    let (code, said) = export("icpc --problem 1728 some/catandmouse2");
    assert_eq!(code, 0, "{said}");
    assert!(
        // The built-in samples extend one's own, and what is among them is not secret.
        said.contains("6 samples, 2 secret cases, 2 submissions"),
        "{said}"
    );
    let written = project.path().join("some/catandmouse2");
    assert!(written.join("problem.yaml").is_file());
    assert!(written.join("data/sample/samples-a.in").is_file());
    let (code, said) = export("icpc --problem 1728 some/catandmouse2");
    assert!(code == 2 && said.contains("exists already"), "{said}");
    let (code, said) = export("icpc --problem 1728 some/Cat-And-Mouse");
    assert!(code == 2 && said.contains("lower-case"), "{said}");
    let (code, said) = export("jsonl --problem 1728 some/cases --submission s.cpp");
    assert!(code == 2 && said.contains("--submission"), "{said}");
    let names: Vec<_> = fs::read_dir(project.path().join("some"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names.len(), 1, "nothing half-written is left: {names:?}");
}

const SOURCE: &str =
    "class Solution { public: bool canMouseWin(vector<string> g, int c, int m) { return true; } };";
