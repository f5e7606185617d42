//! The command `mousetrap export` writing packages.

use std::fs;

use crate::project::{Project, has};

const SOURCE: &str =
    "class Solution { public: bool canMouseWin(vector<string> g, int c, int m) { return true; } };";

#[test]
fn package_is_written_completely_under_a_valid_name() {
    let project = Project::basic();
    project.case("1728/samples/a", "1 7 1 2\nM.C...F\n");
    project.write("solutions/1728/wrong_answer/s.cpp", SOURCE);
    let export = "export icpc --problem 1728 some/catandmouse2";
    project.fails(export, "an accepted submission");
    project.write("solutions/1728/accepted/s.cpp", SOURCE);
    // The samples are built-in ones and our own. Cases of other suites that equal a sample are left
    // out.
    let printed = project.prints(0, export);
    has(&printed, "6 samples, 0 secret cases, 2 submissions");
    project.read("some/catandmouse2/problem.yaml");
    project.read("some/catandmouse2/data/sample/samples-a.in");
    project.replay(
        "2 export icpc --problem 1728 some/catandmouse2 => already exists
        2 export icpc --problem 1728 some/Cat-And-Mouse => lower-case
        2 export jsonl --problem 1728 some/cases --submission s.cpp => --submission",
    );
    let written = fs::read_dir(project.path().join("some")).unwrap();
    assert_eq!(written.count(), 1, "nothing incomplete is left");
}
