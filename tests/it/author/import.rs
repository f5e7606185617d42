//! `mousetrap import`.

use crate::project::{Project, has};

const EXAMPLES: &str = "Example 1:\nInput: grid = [\"M.C...F\"], catJump = 1, mouseJump = 4\nOutput: true\n\
                        and its mirror image\n\
                        Input: grid = [\"F...C.M\"], catJump = 1, mouseJump = 4\nOutput: true\n";

#[test]
fn examples_and_pasted_cases_become_a_suite() {
    let project = Project::basic();
    project.write("page.txt", EXAMPLES);
    project.write("graph.txt", "{{1,3},{0},{3},{0,2}}\n");
    project.prints(0, "import --dry-run page.txt graph.txt");
    let file = "cases/1728/imported.toml";
    assert!(!project.path().join(file).exists());
    project.replay(
        "0 import page.txt graph.txt => page.txt:2: new, 1728/imported/page-1, answer true | \
         page.txt:5: already known as 1728/imported/page-1 | 1728/imported: 1 added, 1 already in \
         the suite | graph.txt:1: new, 913/imported/graph-1, answer 1",
    );
    let first = project.read(file);
    assert!(first.contains("from = \"page.txt:2\"") && first.contains("depth = 3"));
    has(&project.read("cases/cases.lock"), "1728/imported/page-1");
    project.prints(0, "generate imported --check");

    // Existing text is not changed, including comments.
    project.write(file, format!("# ours\n{first}"));
    project.write("b.txt", "1 3 1 1\nMFC\n");
    project.prints(0, "import b.txt page.txt");
    let second = project.read(file);
    assert!(second.starts_with(&format!("# ours\n{first}")), "{second}");
    has(&second, "name = \"b-1\"");
}

#[test]
fn import_with_one_wrong_case_writes_nothing() {
    let project = Project::basic();
    let wrong = "Input: grid = [\"M.C....\"], catJump = 1, mouseJump = 4\nOutput: true\n";
    project.write("page.txt", format!("{EXAMPLES}{wrong}"));
    project.fails("import page.txt", "page.txt:7: ");
    for file in ["1728/imported.toml", "cases.lock"] {
        assert!(!project.path().join("cases").join(file).exists(), "{file}");
    }
    project.fails("import missing.txt", "missing.txt: cannot be read");
    project.fails("import page.txt --suite No/Name", "lower-case");
}

#[test]
fn exported_cases_can_be_imported() {
    let project = Project::basic();
    project.replay(
        "0 export jsonl --problem 1728 out
        0 import out/cases.jsonl --suite again => 1728/again: 3 added, 0 already in the suite
        0 import out/cases.jsonl --suite again => 1728/again: 0 added, 3 already in the suite",
    );
}
