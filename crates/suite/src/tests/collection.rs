//! Tests of reading and writing collections.

use super::*;
use crate::recipe::Recipe;

#[test]
fn collection_with_a_mistake_is_refused_with_its_line() {
    let case = "[[case]]\nname = \"one\"\nanswer = \"true\"\ndepth = 1\ninput = \"\"\"\n1 4 1 1\nMF.C\n\"\"\"\n";
    let project = TestProject::new(&[("cases/1728/a.toml", case)]);
    assert_eq!(project.load("1728", "a").unwrap().cases[0].id.0, "a/one");
    let symmetric = super::case("two", "4 1 1 1\nC\n.\nF\nM\n");
    let end = "\n\"\"\"\n";
    let [twice, symmetric] = [case, &symmetric].map(|more| format!("{end}{more}"));
    for (old, new, place, expected) in [
        ("depth = 1", "depth = 3", ":4: ", "solver finds 1"),
        ("\"true\"", "\"false\"", ":3: ", "solver finds true"),
        ("MF.C", "MF.M", ":5: input, line 2: ", "a second mouse"),
        ("1 4 1 1\nMF.C\n", "", ":5: input, line 1: ", "is empty"),
        ("name", "nmae", ":2: ", "did you mean \"name\"?"),
        ("\"one\"", "\"One\"", ":2: ", "lower-case letters"),
        ("depth = 1", "limits = { cup = \"1s\" }", ":4: ", "\"cpu\"?"),
        (end, &twice, ":10: ", "two cases are named"),
        (end, &symmetric, ": ", "by symmetry"),
    ] {
        let text = case.replacen(old, new, 1);
        project.put("cases/1728/a.toml", text);
        project.refuses(&format!("cases/1728/a.toml{place}"), expected);
    }
    project.put("cases/1728/a.toml", [0xff, 0xfe]);
    let expected = "cases/1728/a.toml: it is not UTF-8 text";
    assert_eq!(project.error("1728", "a"), expected);
}

#[test]
fn collection_comes_before_the_recipe_and_admits_either_form_of_input() {
    let both = case("one", BOARD) + &case("two", "[\"M.C...F\"]\n1\n3\n");
    let project = TestProject::new(&[
        ("generators/1728/a.toml", WALLS),
        ("cases/1728/a.toml", &both),
    ]);
    let suite = project.load("1728", "a").unwrap();
    assert_eq!((suite.collected, suite.cases.len()), (2, 8));
    let cases = suite.cases[..2].iter();
    let facts: Vec<_> = cases.map(|case| (&case.id.0[..], case.answer)).collect();
    assert_eq!(facts, [("a/one", "true"), ("a/two", "false")]);
    assert_eq!(suite.cases[1].input, "1 7 1 3\nM.C...F\n");
    project.put("cases/1728/a.toml", case("walls-002", BOARD));
    let rule =
        "cases/1728/a.toml: a case of the recipe is also named a/walls-002; rename this case";
    assert_eq!(project.error("1728", "a"), rule);
}

#[test]
fn collection_is_written_under_a_new_name_and_only_if_it_loads() {
    let project = TestProject::new(&[("cases/1728/own.toml", "# Chosen by me.\n")]);
    let check = |suite| check_new_collection(&project.root(), &board_suite(suite));
    assert!(check("new").is_ok());
    for (suite, expected) in [
        ("own", "cases/1728/own.toml: already exists"),
        ("../own", "suite \"../own\": a name may contain only"),
    ] {
        let error = check(suite).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    let [one, turned] = [BOARD, "1 4 1 1\nC.FM\n"].map(|input| {
        let instance = Game::CatAndMouse2.parse(input, Bounds::Contest).unwrap();
        GameCase::from_instance(CaseId("x/one".to_owned()), instance, Limits::DEFAULT)
    });
    let error = project.write_board_cases("new", &[&one, &turned]).unwrap();
    let rule = "new/one-2 is equivalent to new/one by symmetry";
    assert!(error.contains(rule), "{error}");
    assert!(!project.0.path().join("cases/1728/new.toml").exists());
}

#[test]
fn move_limit_of_a_case_is_for_boards_and_positive() {
    let board = "1 5 1 1\nC#M.F\n";
    let graph = "4\n2 1 3\n1 0\n1 3\n2 0 2\n";
    for (problem, max_plies, answer, input, refused) in [
        ("1728", 3, "true", board, ""),
        ("1728", 2, "false", board, ""),
        ("1728", 0, "false", board, "expected a positive integer"),
        ("913", 9, "1", graph, "913 has no move limit"),
    ] {
        let settings = format!("max_plies = {max_plies}\nanswer = \"{answer}\"\n");
        let file = format!("cases/{problem}/own.toml");
        let project = TestProject::new(&[(&file, &(case("x", input) + &settings))]);
        let loaded = project.load(problem, "own");
        match loaded {
            Ok(suite) => assert_eq!((suite.cases.len(), refused), (1, "")),
            Err(error) => assert!(!refused.is_empty() && error.contains(refused), "{error}"),
        }
    }
}

proptest::proptest! {
    #[test]
    fn damaged_recipe_or_collection_never_panics(
        at in 0..4096usize,
        inserted in "[\\[\\]\"'=.{}#\n0-9A-Za-z-]{0,8}",
    ) {
        let damaged = |text: &str| {
            let (start, end) = text.split_at(text.floor_char_boundary(at % text.len()));
            format!("{start}{inserted}{end}")
        };
        let recipe = damaged(include_str!("../../../../generators/1728/limit-edge.toml"));
        let _ = Recipe::parse(board_suite("a"), &recipe, Limits::DEFAULT);
        let collection = damaged(&(case("one", BOARD) + "answer = \"true\"\nlimits = { cpu = \"2s\" }\n"));
        let _ = TestProject::new(&[("cases/1728/a.toml", &collection)]).load("1728", "a");
    }
}
