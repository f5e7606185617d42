//! A language, which is a row of `languages.toml` with the overrides of `[languages.<id>]` in
//! `judge.toml`.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::commands::{Commands, StageNeeds, non_empty_commands};
use super::detection_rules::DetectionRules;
use super::expression::{Expression, ExpressionTemplate};
use crate::source::Syntax;
use mousetrap_util::digest::digest;

/// A programming language of submissions. Every key is optional, so that an override contains only
/// the changed keys. The defaults are in `row.rs`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Language {
    /// The id for command lines and configuration files, such as `cpp`.
    #[serde(skip)]
    pub id: String,
    /// The id of another row, which supplies all keys that this row lacks.
    pub(super) like: Option<String>,
    /// The name in reports, such as `C++`.
    pub name: String,
    /// Extensions of source files without the dot; at least one.
    pub extensions: Vec<String>,
    /// Maximum allowance of CPU time for the start of a process.
    #[serde(deserialize_with = "mousetrap_util::deserialize_duration")]
    pub startup: Duration,
    /// The factor by which the CPU time limit of a case is multiplied.
    #[serde(deserialize_with = "deserialize_factor")]
    pub time_factor: f64,
    /// The factor by which the memory limit of a case is multiplied.
    #[serde(deserialize_with = "deserialize_factor")]
    pub memory_factor: f64,
    /// Matches the runtime's message on standard error if it cannot allocate memory.
    pub out_of_memory: Option<Expression>,
    /// Maximum stack size as a fraction of the memory limit.
    #[serde(deserialize_with = "deserialize_fraction")]
    pub stack: f64,
    /// Matches the runtime's message on standard error after a stack overflow.
    pub stack_overflow: Option<Expression>,
    /// Patterns that match the messages of sanitizers on standard error.
    pub sanitizer: Vec<ExpressionTemplate>,
    /// Patterns that match the runtime's message on standard error about an uncaught exception.
    /// The last match of the first matching pattern counts.
    pub exception: Vec<ExpressionTemplate>,
    /// Additional permissions of the compiler and of programs.
    pub needs: StageNeeds,
    /// Hints about the causes of failures.
    pub hints: Vec<Hint>,
    /// Libraries that `LeetCode` offers but this judge does not.
    pub lacks: Option<String>,
    /// Toolchain directories outside of the system directories, with placeholders.
    pub(crate) binds: Vec<String>,
    /// Additional environment variables, with placeholders.
    pub(crate) env: BTreeMap<String, String>,
    /// How the version of the toolchain is determined.
    pub(crate) probe: Probe,
    /// Placeholders, with the commands that print their values.
    pub(crate) locate: BTreeMap<String, Vec<String>>,
    /// Commands that prepare a toolchain. They are run once, with a function that does nothing and
    /// its driver, and create files in the directory `warm` that make compiling faster.
    #[serde(deserialize_with = "non_empty_commands")]
    pub prepare: Vec<Vec<String>>,
    /// Like `prepare`, but for builds with sanitizers. Not run if `prepare` is empty.
    #[serde(deserialize_with = "non_empty_commands")]
    pub prepare_checked: Vec<Vec<String>>,
    /// The packages that `setup` installs.
    pub(crate) install: Install,
    /// The method of wrapping the text of a submission.
    pub(crate) wrap: Wrap,
    /// The syntax of comments and strings.
    pub syntax: Syntax,
    /// Rules for detecting the form. Without rules, all submissions are whole programs.
    pub(crate) detect: Option<DetectionRules>,
    /// Commands for the function form, if the language supports it.
    pub function: Option<Commands>,
    /// Commands for whole programs.
    pub program: Option<Commands>,
    /// The keys that come from a project, whose author is not trusted.
    #[serde(skip)]
    pub(crate) from_project: FromProject,
}

/// Policy about the paths of the host that a project may show to programs in the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindPolicy {
    /// Only paths of the system and of toolchains are allowed.
    Toolchains,
    /// Any path is allowed, because the user has named the project.
    Any,
}

/// Flags for keys of a language that come from the `judge.toml` of a project and not from the
/// built-in table. Projects are not trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FromProject {
    /// Whether the command of `probe` comes from a project. Such a command is not run.
    pub probe: bool,
    /// Whether the paths under `binds` come from a project that may not show arbitrary paths.
    pub binds: bool,
    /// Whether `setup` would install something that a project has named.
    pub install: bool,
}

impl Language {
    /// Returns a digest of everything in the table that affects judging. The toolchain is not
    /// included.
    pub fn digest(&self) -> String {
        // The digest must not depend on whether the project was named with -C.
        let language = Self {
            from_project: FromProject::default(),
            ..self.clone()
        };
        digest([format!("{language:?}").as_bytes()])
    }

    /// Returns whether `setup` would run install commands of a project.
    pub fn installs_for_project(&self) -> bool {
        self.from_project.install && self.install != Install::default()
    }

    /// Returns a hint about the cause of an error in the output of a compiler or a runtime.
    pub fn hint(&self, text: &str) -> Option<String> {
        self.hints.iter().find_map(|hint| {
            let mut remark = String::new();
            hint.pattern.captures(text)?.expand(&hint.says, &mut remark);
            Some(remark)
        })
    }
}

/// Deserializes a factor by which limits are multiplied.
fn deserialize_factor<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    deserialize_in_range(deserializer, 0.1, 100.0)
}

/// Deserializes a fraction of the memory limit.
fn deserialize_fraction<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    deserialize_in_range(deserializer, 0.01, 1.0)
}

fn deserialize_in_range<'de, D: Deserializer<'de>>(
    deserializer: D,
    low: f64,
    high: f64,
) -> Result<f64, D::Error> {
    let number = f64::deserialize(deserializer)?;
    if (low..=high).contains(&number) {
        return Ok(number);
    }
    let message = format!("{number:?} is not between {low} and {high}");
    Err(D::Error::custom(message))
}

/// A hint about the cause of certain failures.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// Matches the output of the compiler, or standard error of the runtime.
    pub pattern: Expression,
    /// The probable cause; `$1` stands for the text of the first group.
    pub says: String,
}

/// How the version of a toolchain is determined.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Probe {
    /// The command. Both its standard output and its standard error are searched.
    pub command: Vec<String>,
    /// A regular expression whose first group is the version.
    pub pattern: ExpressionTemplate,
    /// The oldest supported version.
    pub at_least: Option<String>,
    /// Other files that must exist, such as libraries.
    #[serde(default)]
    pub files: Vec<String>,
    /// Whether the output of the command is cached for a day, as long as no file of `binds` and no
    /// system package changes. This is for slow tools.
    #[serde(default)]
    pub kept: bool,
}

/// The packages that `setup` installs, by package manager.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Install {
    /// Debian and Ubuntu packages.
    pub apt: Vec<String>,
    /// npm packages, as `name` or `name@version`.
    pub npm: Vec<String>,
    /// Python packages, in pip's notation.
    pub pip: Vec<String>,
    /// Shell lines that complete the installation.
    pub then: Option<String>,
}

/// The method of wrapping the text of a submission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Wrap {
    /// The text stays unchanged.
    #[default]
    Plain,
    Cpp,
    CSharp,
    Erlang,
    Go,
    Java,
    JavaScript,
    Kotlin,
    Php,
    Racket,
    Rust,
    Scala,
}
