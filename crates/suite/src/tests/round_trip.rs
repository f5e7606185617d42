//! Tests that reading a collection restores every field that was written.

use mousetrap_model::CaseId;
use std::time::Duration;

use proptest::option;
use proptest::prelude::*;

use super::*;
use cat_and_mouse::game::Bounds;

const BOARDS: [&str; 3] = [
    "1 5 1 1\nC#M.F\n",
    "1 7 1 4\nM.C...F\n",
    "2 3 8 2\nM..\n#CF\n",
];
const GRAPHS: [&str; 2] = ["4\n2 1 3\n1 0\n1 3\n2 0 2\n", "3\n2 1 2\n2 0 2\n2 0 1\n"];

fn limits() -> impl Strategy<Value = Limits> {
    let usual = Limits::DEFAULT;
    let own = Limits {
        cpu: Duration::from_nanos(1_234_567_891),
        wall: Duration::from_hours(1),
        memory: Bytes::mib(48),
        output: Bytes(1000),
    };
    let mixed = Limits {
        cpu: Duration::from_secs(7),
        output: Bytes::kib(1),
        ..usual
    };
    prop::sample::select(vec![usual, own, mixed])
}

/// Generates a case of problem 1728 or 913 with its origin.
fn case(game: Game, number: usize) -> impl Strategy<Value = (String, GameCase)> {
    let input = match game {
        Game::CatAndMouse => GRAPHS[number],
        Game::CatAndMouse2 => BOARDS[number],
    };
    (any::<String>(), option::of(1_u32..2000), limits()).prop_map(move |(from, plies, limits)| {
        let instance = game.parse(input, Bounds::Contest).unwrap();
        let limited = plies.and_then(|plies| instance.with_max_plies(plies));
        // Cases of two suites may have the same name.
        let id = CaseId(format!("suite-{number}/same"));
        (
            from,
            GameCase::from_instance(id, limited.unwrap_or(instance), limits),
        )
    })
}

/// Generates a project whose recipes are empty or set limits.
fn project() -> impl Strategy<Value = TestProject> {
    let recipes = [
        "",
        "[limits]\ncpu = \"7s\"\nmemory = \"48MiB\"\n",
        "max_plies = 79\n[limits]\noutput = \"1KiB\"\n",
    ];
    prop::sample::select(recipes.to_vec()).prop_map(|recipe| {
        let graphs = recipe
            .split_once("max_plies = 79\n")
            .map_or(recipe, |(_, rest)| rest);
        TestProject::new(&[
            ("generators/1728/a.toml", recipe),
            ("generators/913/a.toml", graphs),
        ])
    })
}

fn check(project: &TestProject, game: Game, written: &[(String, GameCase)]) {
    let name = SuiteName::new(game, "a");
    let cases: Vec<(String, &GameCase)> = written
        .iter()
        .map(|(from, case)| (from.clone(), case))
        .collect();
    let written_now =
        project.with_suites(|mut suites| suites.write_collection(&name, "A choice.", &cases));
    written_now.unwrap();
    let read = read_collection(&project.root(), &name, Limits::DEFAULT).unwrap();
    assert_eq!(read.len(), written.len());
    let names = ["a/same", "a/same-2", "a/same-3"];
    for (((from, case), (from_read, case_read)), name) in written.iter().zip(&read).zip(names) {
        assert_eq!((&case_read.id.0[..], from_read), (name, from));
        let expected = GameCase {
            id: case_read.id.clone(),
            ..case.clone()
        };
        assert_eq!(format!("{case_read:?}"), format!("{expected:?}"));
    }
    let loaded = project.load(game.id(), "a").unwrap();
    assert_eq!(loaded.cases.len(), written.len());
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn collection_reads_back_as_it_was_written(
        project in project(),
        boards in (case(Game::CatAndMouse2, 0), case(Game::CatAndMouse2, 1), case(Game::CatAndMouse2, 2)),
        graphs in (case(Game::CatAndMouse, 0), case(Game::CatAndMouse, 1)),
    ) {
        check(&project, Game::CatAndMouse2, &[boards.0, boards.1, boards.2]);
        check(&project, Game::CatAndMouse, &[graphs.0, graphs.1]);
    }
}

#[test]
fn case_beyond_the_bounds_of_the_suite_is_refused_and_the_old_collection_stays() {
    let project = TestProject::new(&[("cases/1728/a.toml", "# As it was.\n")]);
    let grid = Game::CatAndMouse2;
    let input = format!("1 9 1 1\nMCF{}\n", ".".repeat(6));
    let instance = grid.parse(&input, Bounds::Extended).unwrap();
    let case = GameCase::from_instance(CaseId("b/large".to_owned()), instance, Limits::DEFAULT);
    let name = board_suite("a");
    let write = || {
        let cases = [(String::new(), &case)];
        project.with_suites(|mut suites| suites.write_collection(&name, "New.", &cases))
    };
    let error = write().unwrap_err().to_string();
    assert!(
        error.starts_with("b/large: cannot be added to suite 1728/a")
            && error.contains("extended = true"),
        "{error}"
    );
    let stays = fs::read_to_string(project.0.path().join("cases/1728/a.toml")).unwrap();
    assert_eq!(stays, "# As it was.\n");
    project.put("generators/1728/a.toml", "extended = true\n");
    write().unwrap();
    assert_eq!(project.load("1728", "a").unwrap().cases.len(), 1);
}
