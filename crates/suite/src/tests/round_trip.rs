//! Tests that reading a collection restores the cases that were added.

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

/// Generates a case with any origin and any move limit.
fn addition(game: Game, input: &'static str) -> impl Strategy<Value = Addition> {
    (any::<String>(), option::of(1_u32..2000)).prop_map(move |(from, plies)| {
        let instance = game.parse(input, Bounds::Contest).unwrap();
        let limited = plies.and_then(|plies| instance.with_max_plies(plies));
        Addition {
            instance: limited.unwrap_or(instance),
            name: "Some name".to_owned(),
            from,
        }
    })
}

fn check(recipe: &str, game: Game, additions: &[Addition]) {
    let name = SuiteName::new(game, "a");
    let project = TestProject::new(&[(&format!("generators/{name}.toml"), recipe)]);
    project.with_suites(|mut suites| suites.add_to_collection(&name, additions, false).unwrap());
    let read = read_collection(&project.root(), &name, Limits::DEFAULT).unwrap();
    assert_eq!(read.len(), additions.len());
    for (number, (addition, (from, case))) in (1..).zip(additions.iter().zip(&read)) {
        assert_eq!(case.id.0, format!("a/some-name-{number}"));
        assert_eq!(*from, addition.from);
        assert_eq!(case.instance.max_plies(), addition.instance.max_plies());
        assert_eq!(case.instance.text(), addition.instance.text());
        assert_eq!(case.outcome, addition.instance.solve());
    }
    assert_eq!(
        project.load(game.id(), "a").unwrap().cases.len(),
        read.len()
    );
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn collection_reads_back_as_it_was_written(
        limit in option::of(Just("max_plies = 79\n")),
        boards in BOARDS.map(|input| addition(Game::CatAndMouse2, input)),
        graphs in GRAPHS.map(|input| addition(Game::CatAndMouse, input)),
    ) {
        check(limit.unwrap_or(""), Game::CatAndMouse2, &boards);
        check("", Game::CatAndMouse, &graphs);
    }
}

#[test]
fn case_beyond_the_bounds_of_the_suite_is_refused_and_the_old_collection_stays() {
    let project = TestProject::new(&[("cases/1728/a.toml", "# As it was.\n")]);
    let input = format!("1 9 1 1\nMCF{}\n", ".".repeat(6));
    let add = || {
        let addition = Addition {
            instance: Game::CatAndMouse2.parse(&input, Bounds::Extended).unwrap(),
            name: "large".to_owned(),
            from: String::new(),
        };
        let name = board_suite("a");
        project.with_suites(|mut suites| suites.add_to_collection(&name, &[addition], false))
    };
    let error = add().unwrap_err().to_string();
    assert!(
        error.starts_with("a/large-1: cannot be added to suite 1728/a")
            && error.contains("extended = true"),
        "{error}"
    );
    let stays = fs::read_to_string(project.0.path().join("cases/1728/a.toml")).unwrap();
    assert_eq!(stays, "# As it was.\n");
    project.put("generators/1728/a.toml", "extended = true\n");
    add().unwrap();
    assert_eq!(project.load("1728", "a").unwrap().cases.len(), 1);
}
