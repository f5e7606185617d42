//! `judge.toml`, the one configuration file, read into validated options.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use thiserror::Error;
use toml::Spanned;

use crate::files::shown;
use mousetrap_base::Bytes;
use mousetrap_base::printable::named;
use mousetrap_base::regular_file::{self, MAX_TEXT};
use mousetrap_base::root::Root;
use mousetrap_base::toml_file::{self, TomlError};
use mousetrap_languages::{BindPolicy, Language, Languages};
use mousetrap_model::points::{CaseSelector, PointGroup, PointScheme, Points, Scoring};
use mousetrap_model::{LimitOverrides, Limits, Problem};
use mousetrap_suite::generate::is_name;

/// The name of the configuration file; it marks a project's directory.
pub const FILE: &str = "judge.toml";

/// The maximum length of the name of a point group.
const MAX_GROUP_NAME: usize = 40;

/// The defaults for compiling one submission.
pub const DEFAULT_COMPILE_LIMITS: Limits = Limits {
    cpu: Duration::from_mins(2),
    wall: Duration::from_mins(4),
    memory: Bytes::mib(4096),
    output: Bytes::mib(1),
};

/// A project's configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the project's files are.
    pub root: Root,
    /// Suites judged by default, by problem id, in order.
    pub suites: BTreeMap<String, Vec<String>>,
    /// Point groups, by problem id. Without any for a problem, those of the built-in
    /// configuration apply if the project judges all of their suites.
    pub points: BTreeMap<String, PointScheme>,
    /// Limits of a run, before overrides and language factors.
    pub limits: Limits,
    /// Limits of a compilation.
    pub compile: Limits,
    /// How to judge.
    pub judge: JudgeOptions,
    /// The languages known here: the embedded table with what `[languages]`
    /// changes and adds.
    pub languages: Languages,
    /// All problems that submissions and suites may be for.
    pub problems: Vec<Arc<Problem>>,
}

/// The `[judge]` table.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct JudgeOptions {
    /// Worker threads; `None` is one per core.
    pub jobs: Option<NonZeroUsize>,
    /// Whether a process answers many cases.
    #[serde(alias = "isolation")]
    pub process: Process,
    /// Runs within this share of their limit are repeated; `0.0..=1.0`.
    #[serde(deserialize_with = "share")]
    pub borderline: f64,
    /// Which spellings of booleans the checker accepts.
    pub booleans: Booleans,
    /// Most bytes that are kept from run to run.
    pub cache: Bytes,
    /// Whether accepted submissions are run once more with sanitizers, where their
    /// language has them.
    pub sanitizers: bool,
    /// Wall time that all runs of a submission together may take which mostly
    /// sleep; with the first case beyond, it has its verdict.
    #[serde(deserialize_with = "mousetrap_base::time")]
    pub sleep_budget: Duration,
}

impl Default for JudgeOptions {
    fn default() -> Self {
        Self {
            jobs: None,
            process: Process::Shared,
            borderline: 0.2,
            booleans: Booleans::Exact,
            cache: Bytes::mib(2048),
            sanitizers: true,
            sleep_budget: Duration::from_mins(5),
        }
    }
}

/// A share of a whole.
fn share<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let value = f64::deserialize(deserializer)?;
    if (0.0..=1.0).contains(&value) {
        return Ok(value);
    }
    Err(D::Error::custom(format!("{value} is not between 0 and 1")))
}

/// Whether a process of a function-form submission answers many cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Process {
    /// One process answers case after case until it fails.
    #[serde(alias = "session")]
    Shared,
    /// A process for each case.
    #[serde(alias = "case")]
    PerCase,
}

/// Which spellings of booleans the checker accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Booleans {
    /// `true` and `false` only.
    Exact,
    /// `True` and `TRUE` too.
    AnyCase,
    /// `1` and `0` too.
    Digit,
}

/// Why there is no usable configuration.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error(
        "cannot read {}: {source}; name a directory with a judge.toml, or make one with \
         `mousetrap init DIR`",
        named(path)
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file breaks a rule.
    #[error(transparent)]
    Invalid(#[from] TomlError),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    suites: BTreeMap<String, Spanned<Vec<String>>>,
    #[serde(default)]
    points: BTreeMap<String, Spanned<WrittenScheme>>,
    #[serde(default)]
    limits: LimitOverrides,
    #[serde(default)]
    judge: JudgeOptions,
    #[serde(default)]
    compile: LimitOverrides,
    #[serde(default)]
    languages: BTreeMap<String, Spanned<Language>>,
}

/// A table `[points.<problem>]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenScheme {
    #[serde(default = "default_total")]
    total: Points,
    groups: Vec<WrittenGroup>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGroup {
    name: Spanned<String>,
    points: Spanned<Points>,
    #[serde(default)]
    scoring: Scoring,
    cases: Spanned<Vec<Spanned<String>>>,
}

/// The points of a problem unless `total` gives another number.
const fn default_total() -> Points {
    Points::whole(100)
}

impl Config {
    /// The configuration of the project in `directory` or the nearest one above;
    /// the built-in one where there is none.
    ///
    /// # Errors
    /// A `judge.toml` that cannot be read or breaks a rule.
    pub fn find(
        directory: &Path,
        built_in: &Root,
        problems: &[Arc<Problem>],
    ) -> Result<Self, ConfigError> {
        let start = std::path::absolute(directory).unwrap_or_else(|_| directory.to_owned());
        start
            .ancestors()
            .find(|directory| directory.join(FILE).exists())
            .map_or_else(
                || Self::built_in(built_in, problems),
                |directory| Self::load(directory, built_in, problems, BindPolicy::Toolchains),
            )
    }

    /// The configuration that is part of this program.
    fn built_in(root: &Root, problems: &[Arc<Problem>]) -> Result<Self, ConfigError> {
        let text = root.read_text(Path::new(FILE)).ok().flatten();
        Ok(Self::parse(root, &text.unwrap_or_default(), problems)?)
    }

    /// The configuration of the project whose `judge.toml` lies in `root`. The user named
    /// this directory, so its languages may show programs any path of the host.
    ///
    /// # Errors
    /// As [`Config::find`].
    pub fn read(
        root: &Path,
        built_in: &Root,
        problems: &[Arc<Problem>],
    ) -> Result<Self, ConfigError> {
        Self::load(root, built_in, problems, BindPolicy::Any)
    }

    fn load(
        root: &Path,
        built_in: &Root,
        problems: &[Arc<Problem>],
        policy: BindPolicy,
    ) -> Result<Self, ConfigError> {
        let path = root.join(FILE);
        let text = regular_file::read_text(&path, MAX_TEXT)
            .map_err(|source| ConfigError::Unreadable { path, source })?;
        Ok(Self::parse_with(
            &built_in.at(root),
            &text,
            problems,
            policy,
        )?)
    }

    /// The configuration written in `text`.
    ///
    /// # Errors
    /// The line and the rule it breaks.
    pub fn parse(root: &Root, text: &str, problems: &[Arc<Problem>]) -> Result<Self, TomlError> {
        Self::parse_with(root, text, problems, BindPolicy::Toolchains)
    }

    fn parse_with(
        root: &Root,
        text: &str,
        problems: &[Arc<Problem>],
        policy: BindPolicy,
    ) -> Result<Self, TomlError> {
        let name = &root.directory().map_or_else(
            || PathBuf::from(FILE),
            |directory| shown(&directory.join(FILE)),
        );
        let file: File = toml_file::parse(name, text)?;
        let mut suites = BTreeMap::new();
        let reader = Reader {
            root,
            name,
            text,
            problems,
        };
        for (id, names) in file.suites {
            reader.problem(&id, &names)?;
            suites.insert(id, names.into_inner());
        }
        let mut points = BTreeMap::new();
        for (id, scheme) in file.points {
            let problem = reader.problem(&id, &scheme)?;
            points.insert(id, reader.scheme(problem, scheme)?);
        }
        if root.directory().is_some() {
            let built_in = Self::built_in(&root.built_in(), problems);
            for (id, mut scheme) in built_in.map(|built_in| built_in.points).unwrap_or_default() {
                let suites: &[String] = suites.get(&id).map_or(&[], Vec::as_slice);
                let judges = |case: &CaseSelector| suites.iter().any(|suite| suite == case.suite());
                let mut cases = scheme.groups.iter().flat_map(|group| &group.cases);
                if !points.contains_key(&id) && cases.all(judges) {
                    scheme.file = format!("built-in {FILE}");
                    points.insert(id, scheme);
                }
            }
        }
        // The same rows as they are written, to be merged with those built in.
        let rows = text.parse::<toml::Table>().ok();
        let rows = rows.and_then(|mut all| all.remove("languages"));
        let rows = rows
            .and_then(|rows| rows.try_into().ok())
            .unwrap_or_default();
        let languages = Languages::with_overrides(&rows, policy).map_err(|error| {
            let place = file.languages.get(&error.language);
            let place = place.map_or(0, |row| row.span().start);
            toml_file::error_at(name, text, place, error.to_string())
        })?;
        Ok(Self {
            root: root.clone(),
            suites,
            points,
            limits: Limits::DEFAULT.with(&file.limits),
            compile: DEFAULT_COMPILE_LIMITS.with(&file.compile),
            judge: file.judge,
            languages,
            problems: problems.to_vec(),
        })
    }

    /// The suites that are judged by default for this problem.
    pub fn suites_of(&self, problem: &Problem) -> &[String] {
        self.suites.get(&problem.id).map_or(&[], Vec::as_slice)
    }
}

/// A `judge.toml` that is being read.
struct Reader<'a> {
    root: &'a Root,
    name: &'a Path,
    text: &'a str,
    problems: &'a [Arc<Problem>],
}

impl<'a> Reader<'a> {
    fn error<T>(&self, place: &Spanned<T>, message: String) -> TomlError {
        toml_file::error_at(self.name, self.text, place.span().start, message)
    }

    /// The problem with this id, the key of the table or list at `place`.
    fn problem<T>(&self, id: &str, place: &Spanned<T>) -> Result<&'a Problem, TomlError> {
        let mut problems = self.problems.iter().map(|problem| &**problem);
        problems.find(|problem| problem.id == id).ok_or_else(|| {
            let known: Vec<&str> = self.problems.iter().map(|problem| &*problem.id).collect();
            let message = format!(
                "unknown problem \"{id}\"; {}",
                toml_file::suggest(id, &known)
            );
            self.error(place, message)
        })
    }

    /// The point groups of a problem.
    fn scheme(
        &self,
        problem: &Problem,
        written: Spanned<WrittenScheme>,
    ) -> Result<PointScheme, TomlError> {
        let place = Spanned::new(written.span(), ());
        let WrittenScheme { total, groups } = written.into_inner();
        let suites = self.suites(problem);
        let mut scheme = PointScheme {
            file: self.name.display().to_string(),
            groups: Vec::new(),
        };
        for group in groups {
            let group = self.group(&group, problem, &suites, &scheme.groups)?;
            scheme.groups.push(group);
        }
        let sum: Points = scheme.groups.iter().map(|group| group.points).sum();
        if sum == total {
            return Ok(scheme);
        }
        let message = format!(
            "the groups of problem {problem} have {sum} points in all, but must have {total}; \
             change the points of a group, or set total = {sum}"
        );
        Err(self.error(&place, message))
    }

    fn group(
        &self,
        written: &WrittenGroup,
        problem: &Problem,
        suites: &[String],
        earlier: &[PointGroup],
    ) -> Result<PointGroup, TomlError> {
        let WrittenGroup {
            name,
            points,
            scoring,
            cases,
        } = written;
        let text = name.get_ref();
        if !is_name(text) || text.len() > MAX_GROUP_NAME {
            let message = format!(
                "name \"{text}\" must have 1 to {MAX_GROUP_NAME} lower-case letters, digits, \"-\" \
                 and \"_\""
            );
            return Err(self.error(name, message));
        }
        if earlier.iter().any(|group| group.name == *text) {
            let message = format!("a second group \"{text}\"; rename one of them");
            return Err(self.error(name, message));
        }
        if *points.get_ref() == Points::ZERO {
            let message = format!("group \"{text}\" must have more than 0 points");
            return Err(self.error(points, message));
        }
        if cases.get_ref().is_empty() {
            let message = format!("group \"{text}\" has no cases; name a suite, or suite/family");
            return Err(self.error(cases, message));
        }
        let mut selectors = Vec::new();
        for case in cases.get_ref() {
            let at = self.error(case, String::new());
            let selector = CaseSelector::new(case.get_ref().clone(), at.line);
            let suite = selector.suite();
            if !suites.iter().any(|known| known == suite) {
                let known: Vec<&str> = suites.iter().map(String::as_str).collect();
                let message = format!(
                    "problem {problem} has no suite \"{suite}\"; {}",
                    toml_file::suggest(suite, &known)
                );
                return Err(TomlError { message, ..at });
            }
            selectors.push(selector);
        }
        Ok(PointGroup {
            name: text.clone(),
            points: *points.get_ref(),
            scoring: *scoring,
            cases: selectors,
        })
    }

    /// The names of all suites of a problem, those of the project and built-in ones.
    fn suites(&self, problem: &Problem) -> Vec<String> {
        let roots = [self.root.clone(), self.root.built_in()];
        // A directory that cannot be read is reported when its suites are loaded.
        let names = roots
            .iter()
            .filter_map(|root| mousetrap_suite::list(root).ok());
        let names = names
            .flatten()
            .filter(|name| name.problem.id() == problem.id);
        let names: BTreeSet<String> = names.map(|name| name.suite).collect();
        names.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cat_and_mouse::Game;

    fn parse(text: &str) -> Result<Config, String> {
        Config::parse(&Root::default(), text, Game::problems()).map_err(|error| error.to_string())
    }

    #[test]
    fn an_empty_file_is_all_defaults() {
        let config = parse("").unwrap();
        assert_eq!(config.limits, Limits::DEFAULT);
        assert_eq!(config.judge, JudgeOptions::default());
    }

    #[test]
    fn the_file_of_this_repository_states_the_defaults() {
        let repository = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let config = Config::read(repository, &Root::default(), Game::problems()).unwrap();
        assert_eq!(config.limits, Limits::DEFAULT);
        assert_eq!(config.compile, DEFAULT_COMPILE_LIMITS);
        assert_eq!(config.judge, JudgeOptions::default());
        for problem in Game::problems() {
            assert!(!config.suites_of(problem).is_empty());
            assert!(config.points.contains_key(&problem.id));
        }
    }

    #[test]
    fn keys_of_earlier_versions_are_read() {
        let config = parse("[judge]\nisolation = \"case\"").unwrap();
        assert_eq!(config.judge.process, Process::PerCase);
    }

    #[test]
    fn mistake_is_reported_with_line_rule_and_remedy() {
        for (text, expected) in [
            (
                "[limits]\ntmie = \"2s\"",
                "judge.toml:2: unknown key \"tmie\"",
            ),
            (
                "[judge]\nprocess = \"shred\"",
                "judge.toml:2: unknown value \"shred\"; did you mean \"shared\"?",
            ),
            (
                "[judge]\n\nborderline = 1.5",
                "judge.toml:3: 1.5 is not between 0 and 1",
            ),
            ("[judge]\njobs = 0", "judge.toml:2: "),
            (
                "[languages.cpp]\n\nout_of_memory = '('",
                "judge.toml:3: not a regular expression: ",
            ),
            (
                "[languages.cpp]\ntime_factor = 1e300",
                "judge.toml:2: 1e300 is not between 0.1 and 100",
            ),
            (
                "[languages.cpp]\nmemory_factor = 0",
                "judge.toml:2: 0.0 is not between 0.1 and 100",
            ),
            (
                "[languages.cpp]\nstartup = \"18446744073709551615s\"",
                "judge.toml:2: \"18446744073709551615s\" is more than 24 hours",
            ),
            (
                "[judge]\nsleep_budget = \"18446744073709551615s\"",
                "judge.toml:2: \"18446744073709551615s\" is more than 24 hours",
            ),
            (
                "[points.1729]\ngroups = []",
                "judge.toml:1: unknown problem \"1729\"; did you mean \"1728\"?",
            ),
            (
                "[suites]\n1729 = []",
                "judge.toml:2: unknown problem \"1729\"; did you mean \"1728\"?",
            ),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    /// Reads `[points.913]` with this text in a project with a suite `basic`.
    fn parse_points(table: &str) -> Result<Config, String> {
        let project = tempfile::tempdir().unwrap();
        let suite = project.path().join("cases/913/basic");
        std::fs::create_dir_all(suite).unwrap();
        let root = Root::default().at(project.path());
        Config::parse(&root, &format!("[points.913]\n{table}"), Game::problems())
            .map_err(|error| error.message)
    }

    #[test]
    fn points_are_read_in_order_with_defaults() {
        let table = "groups = [\n\
                     { name = \"a\", points = 12.5, cases = [\"basic/walls\", \"basic\"] },\n\
                     { name = \"b\", points = 87.5, scoring = \"proportional\", cases = [\"basic\"] },\n]";
        let config = parse_points(table).unwrap();
        let groups = &config.points["913"].groups;
        assert_eq!(groups[0].scoring, Scoring::AllOrNothing);
        assert_eq!(groups[1].scoring, Scoring::Proportional);
        let cases: Vec<String> = groups[0].cases.iter().map(ToString::to_string).collect();
        assert_eq!(cases, ["basic/walls", "basic"]);
        assert!(!config.points.contains_key("1728"));
    }

    #[test]
    fn invalid_points_are_reported_with_rule_and_remedy() {
        let group = |text: &str| format!("groups = [{{ {text} }}]");
        let basic = "points = 100, cases = [\"basic\"]";
        for (table, expected) in [
            (
                group("name = \"a\", points = 90, cases = [\"basic\"]"),
                "the groups of problem 913 have 90 points in all, but must have 100; change",
            ),
            (
                format!("total = 40\n{}", group(&format!("name = \"a\", {basic}"))),
                "the groups of problem 913 have 100 points in all, but must have 40; change",
            ),
            (
                group(&format!("name = \"A b\", {basic}")),
                "name \"A b\" must have 1 to 40 lower-case letters",
            ),
            (
                format!("groups = [{{ name = \"a\", {basic} }}, {{ name = \"a\", {basic} }}]"),
                "a second group \"a\"; rename one of them",
            ),
            (
                group("name = \"a\", points = 0, cases = [\"basic\"]"),
                "group \"a\" must have more than 0 points",
            ),
            (
                group("name = \"a\", points = -5, cases = [\"basic\"]"),
                "points are -5, but must be within 0 to 10000",
            ),
            (
                group("name = \"a\", points = 1.125, cases = [\"basic\"]"),
                "points are 1.125, but may have at most two decimals",
            ),
            (
                group("name = \"a\", points = 100, cases = []"),
                "group \"a\" has no cases; name a suite, or suite/family",
            ),
            (
                group("name = \"a\", points = 100, cases = [\"basics\"]"),
                "problem 913 has no suite \"basics\"; did you mean \"basic\"?",
            ),
            (
                group(&format!("name = \"a\", scoring = \"all\", {basic}")),
                "unknown value \"all\"; expected one of: all-or-nothing, proportional",
            ),
        ] {
            let error = parse_points(&table).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    proptest::proptest! {
        #[test]
        fn damaged_configuration_never_panics(
            at in 0..4096usize,
            text in "[\\[\\]\"'=.{}#\n0-9a-z-]{0,8}",
        ) {
            let mut damaged = include_str!("../../../judge.toml").to_owned();
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
                let memory = config.limits.memory.scaled(language.memory_factor);
                proptest::prop_assert!(memory >= Bytes::mib(1));
            }
        }
    }
}
