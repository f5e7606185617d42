//! Tests of reading `judge.toml`.

use std::path::Path;

use super::{Config, DEFAULT_COMPILE_LIMITS, JudgeOptions, KnownSuites};
use cat_and_mouse::Game;
use mousetrap_model::Limits;
use mousetrap_model::points::Scoring;
use mousetrap_util::Bytes;
use mousetrap_util::project::Project;
use mousetrap_util::toml_file::TomlError;

fn known_suites() -> KnownSuites<'static> {
    const SUITES: [&str; 4] = ["samples", "regressions", "hidden", "extreme"];
    KnownSuites {
        problems: Game::problems(),
        suites: |_, _| SUITES.map(String::from).into(),
    }
}

fn parse(text: &str) -> Result<Config, TomlError> {
    Config::parse(&Project::default(), text, known_suites())
}

#[test]
fn repository_configuration_lists_the_defaults() {
    let repository = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let config = Config::read(repository, &Project::default(), known_suites()).unwrap();
    assert_eq!(config.limits, Limits::DEFAULT);
    assert_eq!(config.compile, DEFAULT_COMPILE_LIMITS);
    assert_eq!(config.judge, JudgeOptions::default());
    let empty = parse("").unwrap();
    assert_eq!((empty.limits, empty.judge), (config.limits, config.judge));
    for problem in Game::problems() {
        assert!(!config.suites_of(problem).is_empty());
        assert!(config.points.contains_key(&problem.id));
    }
}

#[test]
fn worker_config_preserves_limits_options_and_languages() {
    let text = "suites = { 1728 = [] }\n[limits]\ncpu = \"3s\"\n[judge]\nsanitizers = false\n\
                [languages.cpp]\ntime_factor = 3.5\n";
    let config = parse(text).unwrap();
    let elsewhere = Config::for_worker(&config.worker_config, known_suites()).unwrap();
    assert_eq!(elsewhere.limits, config.limits);
    assert_eq!(elsewhere.judge, config.judge);
    let factor = |config: &Config| config.languages.by_id("cpp").unwrap().time_factor;
    assert_eq!((factor(&elsewhere), factor(&config)), (3.5, 3.5));
    assert_eq!(elsewhere.worker_config, config.worker_config);
    assert!(elsewhere.suites.is_empty() && !config.suites.is_empty());
}

#[test]
fn invalid_configuration_error_states_line_rule_and_remedy() {
    let huge = "18446744073709551615s";
    let startup = format!("[languages.cpp]\nstartup = \"{huge}\"");
    let sleep_budget = format!("[judge]\nsleep_budget = \"{huge}\"");
    let too_long = format!("\"{huge}\" exceeds the maximum of 24 hours");
    let cpp = |key: &str| format!("[languages.cpp]\n{key}");
    let unknown = "unknown problem \"1729\"; did you mean \"1728\"?";
    let not_a_regex = "not a regular expression: ";
    for (text, line, expected) in [
        ("[limits]\ntmie = \"2s\"", 2, "unknown key \"tmie\""),
        ("[judge]\njobs = 0", 2, ""),
        (&cpp("\nout_of_memory = '('"), 3, not_a_regex),
        (&cpp("time_factor = 1e300"), 2, "the value 1e300 is not"),
        (&cpp("memory_factor = 0"), 2, "the value 0.0 is not"),
        (&startup, 2, &too_long),
        (&sleep_budget, 2, &too_long),
        ("[points.1729]\ngroups = []", 1, unknown),
        ("[suites]\n1729 = []", 2, unknown),
    ] {
        let error = parse(text).unwrap_err().to_string();
        let expected = format!("judge.toml:{line}: {expected}");
        assert!(error.starts_with(&expected), "{error}");
    }
}

#[test]
fn points_are_read_in_order_with_defaults() {
    let table = "[points.913]\ngroups = [\n\
                 { name = \"a\", points = 12.5, cases = [\"samples/walls\", \"samples\"] },\n\
                 { name = \"b\", points = 87.5, scoring = \"proportional\", cases = [\"samples\"] },\n]";
    let config = parse(table).unwrap();
    let groups = &config.points["913"].groups;
    assert_eq!(groups[0].scoring, Scoring::AllOrNothing);
    assert_eq!(groups[1].scoring, Scoring::Proportional);
    let cases: Vec<String> = groups[0].cases.iter().map(ToString::to_string).collect();
    assert_eq!(cases, ["samples/walls", "samples"]);
    assert!(!config.points.contains_key("1728"));
}

#[test]
fn invalid_points_error_states_the_rule_and_the_remedy() {
    let all = "scoring = \"all\", points = 100";
    let two = "points = 50, cases = [\"samples\"] }, { name = \"a\", points = 50";
    for (total, name, rest, expected) in [
        (100, "a", "points = 90", "the groups of problem 913 have 90"),
        (40, "a", "points = 100", "the groups of problem 913 have"),
        (100, "A b", "points = 100", "name \"A b\" must have"),
        (100, "a", two, "there are two groups \"a\""),
        (100, "a", "points = 0", "group \"a\" must have more than 0"),
        (100, "a", "points = -5", "points are -5, but must be"),
        (100, "a", "points = 1.125", "points are 1.125, but may"),
        (100, "none", "points = 100", "group \"none\" has no cases"),
        (100, "sample", "points = 100", "problem 913 has no suite"),
        (100, "a", all, "unknown value \"all\""),
    ] {
        let cases = match name {
            "none" => "",
            "sample" => "\"sample\"",
            _ => "\"samples\"",
        };
        let group = format!("name = \"{name}\", {rest}, cases = [{cases}]");
        let table = format!("[points.913]\ntotal = {total}\ngroups = [{{ {group} }}]");
        let error = parse(&table).unwrap_err().message;
        assert!(error.starts_with(expected), "{error}");
    }
}

proptest::proptest! {
    #[test]
    fn damaged_configuration_never_panics(
        at in 0..4096usize,
        text in "[\\[\\]\"'=.{}#\n0-9a-z-]{0,8}",
    ) {
        let mut damaged = include_str!("../../../../judge.toml").to_owned();
        let at = damaged.floor_char_boundary(at % damaged.len());
        damaged.insert_str(at, &text);
        let _ = parse(&damaged);
    }

    #[test]
    fn accepted_limits_can_be_scaled(
        seconds in 1..200_000u64,
        mib in 1..2_000_000u64,
        factor in 0.0..200.0,
    ) {
        let text = format!(
            "[limits]\ncpu = \"{seconds}s\"\nmemory = \"{mib}MiB\"\n\
             [languages.c]\ntime_factor = {factor:?}\nmemory_factor = {factor:?}\n"
        );
        if let Ok(config) = parse(&text) {
            let language = config.languages.by_id("c").unwrap();
            let cpu = config.limits.cpu.mul_f64(language.time_factor * 10.0);
            proptest::prop_assert!(u64::try_from(cpu.as_nanos()).is_ok());
            let memory = config.limits.memory.scaled_by(language.memory_factor);
            proptest::prop_assert!(memory >= Bytes::mib(1));
        }
    }
}
