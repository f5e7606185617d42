//! Many cases in one file.

use super::*;
use mousetrap_model::CaseId;

#[test]
fn a_collection_holds_many_cases_and_names_the_line_of_a_mistake() {
    let case = "[[case]]\nname = \"one\"\nanswer = \"true\"\ndepth = 1\ninput = \"\"\"\n1 4 1 1\nMF.C\n\"\"\"\n";
    let project = Project::new(&[("cases/1728/a.toml", case)]);
    let suite = project.load("1728", "a").unwrap();
    assert_eq!((suite.by_hand, suite.cases[0].id.0.as_str()), (1, "a/one"));
    for (old, new, expected) in [
        (
            "depth = 1",
            "depth = 3",
            ":4: depth is 3, but the reference solver finds 1",
        ),
        (
            "= \"true\"",
            "= \"false\"",
            ":3: answer is false, but the reference solver finds true",
        ),
        (
            "MF.C",
            "MF.M",
            ":5: input, line 2: row 1, column 4: a second mouse",
        ),
        (
            "name",
            "nmae",
            ":2: unknown key \"nmae\"; did you mean \"name\"?",
        ),
        (
            "\"one\"",
            "\"One\"",
            ":2: name \"One\" is not made of lower-case letters",
        ),
    ] {
        project.put("cases/1728/a.toml", case.replace(old, new));
        let error = project.error("1728", "a");
        assert!(
            error.starts_with(&format!("cases/1728/a.toml{expected}")),
            "{error}"
        );
    }
    project.put("cases/1728/a.toml", format!("{case}{case}"));
    let error = project.error("1728", "a");
    assert!(
        error.starts_with("cases/1728/a.toml:10: a second case \"one\""),
        "{error}"
    );
}

#[test]
fn only_a_collection_of_the_same_origin_is_replaced() {
    let project = Project::new(&[("cases/1728/own.toml", "# Chosen by me.\n")]);
    let refused = |suite: &str, top: &str| {
        let result = may_write_collection(&project.root(), &board_suite(suite), top);
        result.err().map(|error| error.to_string())
    };
    assert_eq!(refused("new", "Chosen by us"), None);
    // Somebody could have written this; nothing says that a program has.
    let changed = "cases/1728/own.toml: this suite stays, as it was changed since it was written; \
                   choose another name, or remove the file";
    assert_eq!(refused("own", "Chosen by me").unwrap(), changed);
    let name = board_suite("new");
    let instance = Game::CatAndMouse2.parse(BOARD, Bounds::Contest).unwrap();
    let case = GameCase::solved(CaseId("x/one".to_owned()), instance, Limits::DEFAULT);
    let write = |cases: &[(String, &GameCase)]| {
        let top = "Chosen by us, twice\nover.";
        project.with_suites(|mut suites| suites.write_collection(&name, top, cases))
    };
    write(&[(String::new(), &case)]).unwrap();
    assert_eq!(refused("new", "Chosen by us"), None);
    let file = project.0.path().join("cases/1728/new.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(
        &file,
        format!("{text}\n[[case]]\nname = \"mine\"\ninput = \"\"\"\n{BOARD}\"\"\"\n"),
    )
    .unwrap();
    let changed = changed.replace("own", "new");
    assert_eq!(refused("new", "Chosen by us").unwrap(), changed);
    fs::remove_file(&file).unwrap();
    // What could not be loaded is not written.
    let turned = Game::CatAndMouse2
        .parse("1 4 1 1\nC.FM\n", Bounds::Contest)
        .unwrap();
    let turned = GameCase::solved(CaseId("x/two".to_owned()), turned, Limits::DEFAULT);
    let error = write(&[(String::new(), &case), (String::new(), &turned)]).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("new/two: is new/one again, up to symmetry"),
        "{error}"
    );
    assert!(!file.exists());
    assert_eq!(
        refused("own", "Chosen by us").unwrap(),
        "cases/1728/own.toml: this suite stays, as it does not begin with \"# Chosen by us\"; \
         choose another name"
    );
    assert_eq!(
        refused("../own", "").unwrap(),
        "suite \"../own\": a name is made of lower-case letters, digits, \"-\" and \"_\""
    );
}

#[test]
fn a_case_of_a_collection_may_have_a_move_limit_where_the_game_knows_one() {
    let written = |max_plies: u32, answer: &str, input: &str| {
        format!(
            "[[case]]\nname = \"x\"\nmax_moves = {max_plies}\nanswer = \"{answer}\"\n\
             input = \"\"\"\n{input}\"\"\"\n"
        )
    };
    let board = "1 5 1 1\nC#M.F\n";
    for (problem, text, error) in [
        ("1728", written(3, "true", board), None),
        ("1728", written(2, "false", board), None),
        (
            "1728",
            written(0, "false", board),
            Some("max_plies = 0 is not a move limit"),
        ),
        (
            "913",
            written(9, "1", "4\n2 1 3\n1 0\n1 3\n2 0 2\n"),
            Some("max_plies = 9 is not a move limit of problem 913; remove it"),
        ),
    ] {
        let file = format!("cases/{problem}/own.toml");
        let project = Project::new(&[(&file, &text)]);
        let loaded = project.load(problem, "own");
        match error {
            None => assert_eq!(loaded.unwrap().cases.len(), 1),
            Some(error) => assert!(loaded.unwrap_err().contains(error)),
        }
    }
}

proptest::proptest! {
    #[test]
    fn damaged_collection_never_panics(
        at in 0..256usize,
        text in "[\\[\\]\"'=.{}#\n0-9A-Z-]{0,8}",
    ) {
        let mut case = "[[case]]\nname = \"one\"\nanswer = \"true\"\ninput = \"\"\"\n1 4 1 1\nMF.C\n\"\"\"\n\
                        limits = { cpu = \"2s\" }\n"
            .to_owned();
        let at = at % case.len();
        case.insert_str(at, &text);
        let _ = Project::new(&[("cases/1728/a.toml", &case)]).load("1728", "a");
    }
}
