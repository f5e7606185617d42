//! Tests of the suites of projects on disk.

mod collection;
mod lock;
mod repository;
mod round_trip;
mod variants;

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::*;
use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_model::{CaseId, Limits};
use mousetrap_util::Bytes;
use mousetrap_util::project::Project;

/// A project in a temporary directory.
#[derive(Debug)]
struct TestProject(TempDir);

impl TestProject {
    fn new(files: &[(&str, &str)]) -> Self {
        let project = Self(TempDir::new().unwrap());
        for (name, text) in files {
            project.put(name, text);
        }
        project
    }

    fn root(&self) -> Project {
        self.0.path().into()
    }

    fn put(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn load(&self, problem: &str, suite: &str) -> Result<Suite, String> {
        load_from(&self.root(), problem, suite)
    }

    fn error(&self, problem: &str, suite: &str) -> String {
        self.load(problem, suite).map(drop).unwrap_err()
    }

    /// Checks that the suite `1728/a` is refused with an error that begins with `place` and
    /// contains `message`.
    #[track_caller]
    fn refuses(&self, place: &str, message: &str) {
        let error = self.error("1728", "a");
        let is_expected = error.starts_with(place) && error.contains(message);
        assert!(is_expected, "{error}\n{place}{message}");
    }

    /// Returns the error if these cases cannot become the collection of `1728/NAME`.
    fn write_board_cases(&self, name: &str, cases: &[&GameCase]) -> Option<String> {
        let cases: Vec<_> = cases.iter().map(|case| (String::new(), *case)).collect();
        let root = self.root();
        let result = suites_in(&root).write_collection(&board_suite(name), "New.", &cases);
        result.err().map(|error| error.to_string())
    }

    /// Builds every suite.
    fn generate(&self) -> Vec<Suite> {
        let known = list(&self.root()).unwrap();
        suites_in(&self.root()).build_all(&known).unwrap()
    }

    /// Builds and writes every suite.
    fn write(&self) {
        let known = list(&self.root()).unwrap();
        write_suites(&self.root(), &self.generate(), &known).unwrap();
    }

    fn check(&self) -> Vec<String> {
        compare_with_lock(&self.root(), &self.generate()).unwrap()
    }
}

fn suites_in(root: &Project) -> ProjectSuites<'_> {
    ProjectSuites {
        root,
        limits: Limits::DEFAULT,
        programs: None,
    }
}

fn load_from(root: &Project, problem: &str, suite: &str) -> Result<Suite, String> {
    let suite = suites_in(root).load(Game::by_id(problem).unwrap(), suite);
    suite.map_err(|error| error.to_string())
}

/// Returns the name of a suite for problem 1728.
fn board_suite(name: &str) -> SuiteName {
    SuiteName::new(Game::CatAndMouse2, name)
}

fn inputs(suite: Suite) -> Vec<(CaseId, String)> {
    let cases = suite.cases.into_iter();
    cases.map(|case| (case.id, case.input)).collect()
}

/// Returns a collection's entry for a case.
fn case(name: &str, input: &str) -> String {
    format!("[[case]]\nname = \"{name}\"\ninput = '''\n{input}'''\n")
}

const WALLS: &str = "[[family]]\nname = \"walls\"\nseed = 3\ncount = 6\n";
const RACE: &str = "[[family]]\nname = \"race\"\nseed = 3\ncount = 4\n";
const BOARD: &str = "1 4 1 1\nMF.C\n";

#[test]
fn recipe_with_another_row_or_count_keeps_its_other_cases() {
    let project = TestProject::new(&[("generators/1728/a.toml", WALLS)]);
    let alone = inputs(project.load("1728", "a").unwrap());
    assert_eq!(alone[5].0.0, "a/walls-006");
    for (recipe, place) in [
        (WALLS.to_owned(), 0),
        (format!("{RACE}{WALLS}"), 4),
        (format!("{WALLS}{RACE}"), 0),
        (WALLS.replace("count = 6", "count = 9"), 0),
    ] {
        project.put("generators/1728/a.toml", recipe);
        let now = inputs(project.load("1728", "a").unwrap());
        assert_eq!(alone, now[place..place + 6]);
    }
}

#[test]
fn row_has_the_answers_and_depths_that_it_asks_for() {
    let recipe = format!("{WALLS}answers = [\"false\", \"true\"]\n{RACE}min_depth = 7\n");
    let project = TestProject::new(&[("generators/1728/a.toml", &recipe)]);
    let suite = project.load("1728", "a").unwrap();
    let answers: Vec<&str> = suite.cases[..6].iter().map(|case| case.answer).collect();
    assert_eq!(answers, ["false", "true", "false", "true", "false", "true"]);
    for case in &suite.cases[6..] {
        assert!(case.outcome.depth().unwrap().0 >= 7, "{case:?}");
    }
}

#[test]
fn row_that_cannot_be_drawn_is_refused_with_its_line() {
    let large = "[[family]]\nname = \"open\"\ncount = 1\nwith = { rows = 9 }\n";
    let deep = "\n[[family]]\nname = \"tiny\"\ncount = 1\nwith = { rows = 1, cols = 3 }\n\
                min_depth = 99\n";
    let rare = "row \"tiny\" found no new case with a forced win of 99+ plies";
    let invalid = "row \"open\" produced an invalid case: line 1: the board has 9 rows";
    for (recipe, line, message) in [(deep, 2, rare), (large, 1, invalid)] {
        let project = TestProject::new(&[("generators/1728/a.toml", recipe)]);
        project.refuses(&format!("generators/1728/a.toml:{line}: {message}"), "");
    }
    let extended = format!("extended = true\n{large}");
    let project = TestProject::new(&[("generators/1728/a.toml", &extended)]);
    assert_eq!(project.load("1728", "a").unwrap().cases.len(), 1);
}

#[test]
fn limits_of_case_row_recipe_and_default_override_each_other() {
    let recipe = format!(
        "limits = {{ cpu = \"3s\", memory = \"1GiB\" }}\n{WALLS}limits = {{ cpu = \"4s\" }}\n"
    );
    let slow = case("slow", BOARD) + "limits = { cpu = \"5s\" }\n";
    let project = TestProject::new(&[
        ("generators/1728/a.toml", &recipe),
        ("cases/1728/a.toml", &slow),
    ]);
    let suite = project.load("1728", "a").unwrap();
    let seconds = |case: usize| suite.cases[case].limits.cpu.as_secs();
    assert_eq!((seconds(0), seconds(1)), (5, 4));
    assert_eq!(suite.cases[0].limits.memory, Bytes::mib(1024));
    assert_eq!(suite.cases[0].limits.wall, Limits::DEFAULT.wall);
}

#[test]
fn suites_are_listed_by_game_and_an_unknown_one_is_refused() {
    let graph = case("one", "[[1],[0,2],[1]]");
    let project = TestProject::new(&[
        ("generators/1728/hidden.toml", WALLS),
        ("cases/913/samples.toml", &graph),
    ]);
    let names = list(&project.root()).unwrap();
    let names: Vec<String> = names.iter().map(SuiteName::to_string).collect();
    assert_eq!(names, ["913/samples", "1728/hidden"]);
    let expected = "problem 1728: there is no suite \"samples\"";
    assert_eq!(project.error("1728", "samples"), expected);
}

#[test]
fn move_limit_of_a_recipe_is_for_boards_only() {
    let [board, graph] = ["1 8 1 1\n.M....FC\n", "[[1],[0,2],[1]]"].map(|text| case("one", text));
    let project = TestProject::new(&[
        ("cases/1728/a.toml", &board),
        ("generators/1728/a.toml", "max_plies = 1\n"),
        ("generators/913/a.toml", "max_plies = 5\n"),
        ("cases/913/a.toml", &graph),
    ]);
    assert_eq!(project.load("1728", "a").unwrap().cases[0].answer, "false");
    let error = project.error("913", "a");
    assert!(error.ends_with("problem 913 has no move limit; remove max_plies"));
}

#[test]
fn writing_replaces_earlier_generated_files() {
    let project = TestProject::new(&[("generators/1728/a.toml", WALLS)]);
    project.write();
    let directory = project.0.path().join("cases/1728/a/generated");
    let files = || fs::read_dir(&directory).unwrap().count();
    assert_eq!(files(), 18);
    let answer = fs::read_to_string(directory.join("walls-001.ans")).unwrap();
    assert!(["true\n", "false\n"].contains(&answer.as_str()));
    project.put("generators/1728/a.toml", RACE);
    project.write();
    assert_eq!(files(), 12);
    fs::remove_file(project.0.path().join("generators/1728/a.toml")).unwrap();
    project.write();
    let lock = fs::read_to_string(project.0.path().join("cases/cases.lock")).unwrap();
    assert!(lock.lines().all(|line| line.starts_with('#')), "{lock}");
}
