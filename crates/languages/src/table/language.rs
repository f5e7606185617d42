//! A language: a row of `languages.toml`, with the overrides of `[languages.<id>]` in
//! `judge.toml`.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::commands::{Commands, StageNeeds, non_empty_commands};
use super::detection_rules::DetectionRules;
use super::expression::{Expression, Template};
use crate::source::Syntax;
use mousetrap_util::digest::digest;

/// A language of submissions. Every key is optional, so that an override names only what
/// it changes. The defaults are in `languages.rs`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Language {
    /// The short name used on command lines and in configuration: `cpp`.
    #[serde(skip)]
    pub id: String,
    /// Another row, from which this row takes the keys that it lacks.
    pub(super) like: Option<String>,
    /// The name in reports: `C++`.
    pub name: String,
    /// Extensions of source files, without the dot; at least one.
    pub extensions: Vec<String>,
    /// Maximum CPU time granted for the start of a process.
    #[serde(deserialize_with = "mousetrap_util::time")]
    pub startup: Duration,
    /// Multiplies the CPU limit of a case.
    #[serde(deserialize_with = "factor")]
    pub time_factor: f64,
    /// Multiplies the memory limit of a case.
    #[serde(deserialize_with = "factor")]
    pub memory_factor: f64,
    /// Matches the runtime's message on standard error if it runs out of memory.
    pub out_of_memory: Option<Expression>,
    /// Maximum stack size as a share of the memory limit.
    #[serde(deserialize_with = "share")]
    pub stack: f64,
    /// Matches the runtime's message on standard error after a stack overflow.
    pub stack_overflow: Option<Expression>,
    /// Match the messages of sanitizers on standard error.
    pub sanitizer: Vec<Template>,
    /// Match the runtime's message on standard error about an uncaught exception. The
    /// last match of the first matching pattern counts.
    pub exception: Vec<Template>,
    /// What the compiler and the runtime need beyond the rights of every job.
    pub needs: StageNeeds,
    /// Remarks on failures.
    pub hints: Vec<Hint>,
    /// What `LeetCode` offers and this judge does not.
    pub lacks: Option<String>,
    /// Toolchain directories beyond the system directories, with placeholders.
    pub(crate) binds: Vec<String>,
    /// Environment variables beyond those of every job, with placeholders.
    pub(crate) env: BTreeMap<String, String>,
    /// How the version is found.
    pub(crate) probe: Probe,
    /// Placeholders with the commands that print their values.
    pub(crate) locate: BTreeMap<String, Vec<String>>,
    /// Commands that prepare a toolchain, run once next to an empty function and its
    /// driver. They leave files in the directory `warm` that make compiling faster.
    #[serde(deserialize_with = "non_empty_commands")]
    pub prepare: Vec<Vec<String>>,
    /// Like `prepare`, for builds with sanitizers; not run if `prepare` is empty.
    #[serde(deserialize_with = "non_empty_commands")]
    pub prepare_checked: Vec<Vec<String>>,
    /// The packages that `setup` installs.
    pub(crate) install: Install,
    /// How the text of a submission is wrapped.
    pub(crate) wrap: Wrap,
    /// Comments and strings.
    pub syntax: Syntax,
    /// How submissions are recognised. Without rules, all are complete programs.
    pub(crate) detect: Option<DetectionRules>,
    /// Commands for the function form, if the language has it.
    pub function: Option<Commands>,
    /// Commands for complete programs.
    pub program: Option<Commands>,
    /// The parts that come from a project, whose author is not trusted.
    #[serde(skip)]
    pub(crate) from_project: FromProject,
}

/// Which paths of the host a project may show to programs in the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindPolicy {
    /// Only paths of the system and of toolchains.
    Toolchains,
    /// Any path, because the user named the project.
    Any,
}

/// Which parts of a language come from the `judge.toml` of a project instead of the
/// built-in table. Projects are not trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FromProject {
    /// The command of `probe`, which is not run.
    pub probe: bool,
    /// The paths under `binds`, unless the user allowed the project to show any path.
    pub binds: bool,
    /// What `setup` would install.
    pub install: bool,
}

impl Language {
    /// Returns a digest of everything in the table that affects judging. It does not cover
    /// the toolchain.
    pub fn digest(&self) -> String {
        // The parts of a project do not depend on whether it was named with -C.
        let language = Self {
            from_project: FromProject::default(),
            ..self.clone()
        };
        digest([format!("{language:?}").as_bytes()])
    }

    /// Returns whether `setup` would run a project's install commands.
    pub fn installs_for_project(&self) -> bool {
        self.from_project.install && self.install != Install::default()
    }

    /// Returns a remark on the output of a compiler or a runtime.
    pub fn hint(&self, text: &str) -> Option<String> {
        self.hints.iter().find_map(|hint| {
            let mut remark = String::new();
            hint.pattern.captures(text)?.expand(&hint.says, &mut remark);
            Some(remark)
        })
    }
}

/// Deserializes a factor for limits.
fn factor<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    number(deserializer, 0.1, 100.0)
}

/// Deserializes a share of the memory limit.
fn share<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    number(deserializer, 0.01, 1.0)
}

fn number<'de, D: Deserializer<'de>>(
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

/// A remark on failures of one kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// Matches the output of the compiler, or of the runtime on standard error.
    pub pattern: Expression,
    /// The probable cause; `$1` stands for the text of the first group.
    pub says: String,
}

/// How the version of a toolchain is found.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Probe {
    /// The command; its output and error output are both searched.
    pub command: Vec<String>,
    /// A regular expression whose first group is the version.
    pub pattern: Template,
    /// The oldest supported version.
    pub at_least: Option<String>,
    /// Files that must exist as well, such as libraries.
    #[serde(default)]
    pub files: Vec<String>,
    /// Whether the output of the command is cached for a day, as long as no file of
    /// `binds` and no system package changes. Meant for slow tools.
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
    /// Shell lines that run last.
    pub then: Option<String>,
}

/// How the text of a submission is wrapped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Wrap {
    /// Written to a file unchanged.
    #[default]
    Plain,
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
