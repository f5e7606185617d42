//! Tests that reading a collection restores every field that was written.

use std::time::Duration;

use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use cat_and_mouse::variant::Variant;
use mousetrap_util::Choice as _;

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

/// Generates one case per input, each with its origin. A variant follows some of the cases.
fn cases(game: Game, inputs: &'static [&str]) -> impl Strategy<Value = Vec<(String, GameCase)>> {
    let record = option::of(select(LongestWinEvidence::ALL));
    let variant = option::of(select(Variant::for_game(game)));
    let plies = option::of(1_u32..2000);
    let settings = (any::<String>(), plies, limits(), record, variant);
    let settings = prop::collection::vec(settings, inputs.len());
    settings.prop_map(move |settings| {
        let mut cases = Vec::new();
        for (input, (from, plies, limits, record, variant)) in inputs.iter().zip(settings) {
            let instance = game.parse(input, Bounds::Contest).unwrap();
            let limited = plies.and_then(|plies| instance.with_max_plies(plies));
            let id = CaseId("other/same".to_owned());
            let mut case = GameCase::from_instance(id, limited.unwrap_or(instance), limits);
            case.record = record;
            let variant = variant.and_then(|variant| case.to_variant(variant));
            let variant = variant.filter(|variant| variant.input != case.input);
            let both = [case].into_iter().chain(variant);
            cases.extend(both.map(|case| (from.clone(), case)));
        }
        cases
    })
}

fn check(recipe: &str, game: Game, written: &[(String, GameCase)]) {
    let project = TestProject::new(&[(&format!("generators/{game}/a.toml"), recipe)]);
    let name = SuiteName::new(game, "a");
    let cases: Vec<_> = written
        .iter()
        .map(|(from, case)| (from.clone(), case))
        .collect();
    let root = project.root();
    suites_in(&root)
        .write_collection(&name, "Cases.", &cases)
        .unwrap();
    let read = read_collection(&root, &name, Limits::DEFAULT).unwrap();
    assert_eq!(read.len(), written.len());
    let mut names = ["a/same", "a/same-2", "a/same-3"].into_iter();
    let text = root.read_text(&name.collection_file()).unwrap().unwrap();
    let mut base = "";
    for ((from, case), case_read) in written.iter().zip(&read) {
        let id = if let Some(variant) = case.variant {
            format!("{base}-{variant}")
        } else {
            base = names.next().unwrap();
            let origin = format!("\nfrom = {}\n", toml::Value::from(from.as_str()));
            assert!(from.is_empty() || text.contains(&origin), "{text}");
            base.to_owned()
        };
        let mut expected = case.clone();
        expected.id = CaseId(id);
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
        max_plies in select(&["", "max_plies = 79\n"][..]),
        limits in select(&["", "[limits]\ncpu = \"7s\"\nmemory = \"48MiB\"\noutput = \"1KiB\"\n"][..]),
        boards in cases(Game::CatAndMouse2, &BOARDS),
        graphs in cases(Game::CatAndMouse, &GRAPHS),
    ) {
        check(&format!("{max_plies}{limits}"), Game::CatAndMouse2, &boards);
        check(limits, Game::CatAndMouse, &graphs);
    }
}

#[test]
fn case_beyond_the_bounds_of_the_suite_is_refused_and_the_old_collection_stays() {
    let project = TestProject::new(&[("cases/1728/a.toml", "# As it was.\n")]);
    let grid = Game::CatAndMouse2;
    let input = format!("1 9 1 1\nMCF{}\n", ".".repeat(6));
    let instance = grid.parse(&input, Bounds::Extended).unwrap();
    let case = GameCase::from_instance(CaseId("b/large".to_owned()), instance, Limits::DEFAULT);
    let error = project.write_board_cases("a", &[&case]).unwrap();
    let place = "b/large: cannot be added to suite 1728/a";
    assert!(
        error.starts_with(place) && error.contains("extended = true"),
        "{error}"
    );
    let stays = fs::read_to_string(project.0.path().join("cases/1728/a.toml")).unwrap();
    assert_eq!(stays, "# As it was.\n");
    project.put("generators/1728/a.toml", "extended = true\n");
    assert_eq!(project.write_board_cases("a", &[&case]), None);
    assert_eq!(project.load("1728", "a").unwrap().cases.len(), 1);
}
