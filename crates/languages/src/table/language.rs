//! A language: a row of `languages.toml` with the overrides of `[languages.<id>]` in `judge.toml`.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::detection_rules::DetectionRules;
use super::regexes::TableRegex;
use crate::source::Syntax;
use mousetrap_sandbox::Permissions;
use mousetrap_util::digest::digest;

/// A programming language in which submissions can be written. Every key is optional, so that an
/// override needs to contain only the changed keys. The defaults are in `row.rs`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Language {
    /// The id in command lines and configuration files, such as `cpp`.
    #[serde(skip)]
    pub id: String,
    /// The id of another row, which supplies all keys that this row lacks.
    pub(super) like: Option<String>,
    /// The display name, such as `C++`.
    pub name: String,
    /// Extensions of source files, without the dot. There must be at least one.
    pub extensions: Vec<String>,
    /// Upper limit on the extra CPU time that is granted for starting a process.
    #[serde(deserialize_with = "mousetrap_util::deserialize_duration")]
    pub startup: Duration,
    /// The factor by which the CPU time limit of a case is multiplied.
    #[serde(deserialize_with = "deserialize_factor")]
    pub time_factor: f64,
    /// The factor by which the memory limit of a case is multiplied.
    #[serde(deserialize_with = "deserialize_factor")]
    pub memory_factor: f64,
    /// Matches the message that the runtime writes to standard error when it fails to allocate
    /// memory.
    pub out_of_memory: Option<TableRegex>,
    /// Maximum stack size as a fraction of the memory limit.
    #[serde(deserialize_with = "deserialize_fraction")]
    pub stack: f64,
    /// Matches the message that the runtime writes to standard error after a stack overflow.
    pub stack_overflow: Option<TableRegex>,
    /// Patterns for the error messages that a sanitizer writes to standard error.
    pub sanitizer: Vec<TableRegex>,
    /// Patterns for the message about an uncaught exception that the runtime writes to standard
    /// error. The last match of the first matching pattern is used.
    pub exception: Vec<TableRegex>,
    /// Additional permissions of the compiler and of programs.
    pub needs: PhasePermissions,
    /// Hints about the causes of failures.
    pub hints: Vec<Hint>,
    /// Libraries that `LeetCode` offers but this judge does not.
    pub lacks: Option<String>,
    /// Toolchain directories outside of the system directories, with placeholders.
    pub(crate) binds: Vec<String>,
    /// Additional environment variables, with placeholders.
    pub(crate) env: BTreeMap<String, String>,
    /// How to determine the version of the toolchain.
    pub(crate) probe: Probe,
    /// Maps each placeholder to the command that prints its value.
    pub(crate) locate: BTreeMap<String, Vec<String>>,
    /// Commands that prepare a toolchain. These commands are run once, with a stub and its driver
    /// as input. They create files in the directory `warm` that speed up later compilations.
    #[serde(deserialize_with = "deserialize_commands")]
    pub prepare: Vec<Vec<String>>,
    /// Like `prepare`, but for builds with sanitizers. These commands are not run if `prepare` is
    /// empty.
    #[serde(deserialize_with = "deserialize_commands")]
    pub prepare_checked: Vec<Vec<String>>,
    /// The installation steps of `setup`.
    pub(crate) install: InstallSteps,
    /// How the text of a submission is wrapped for its driver.
    pub(crate) wrap: WrapMethod,
    /// The syntax of comments and strings.
    pub syntax: Syntax,
    /// Rules for detecting the form. Without rules, all submissions are complete programs.
    pub(crate) detect: Option<DetectionRules>,
    /// Commands for the function form, if the language supports it.
    pub function: Option<Commands>,
    /// Commands for complete programs.
    pub program: Option<Commands>,
    /// The keys that come from a project, which is not trusted.
    #[serde(skip)]
    pub(crate) from_project: ProjectOverrides,
}

/// The commands for submissions in function form, or for complete programs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Commands {
    /// Subdirectories of `drivers/` whose files are placed next to the submission.
    pub driver: Vec<String>,
    /// Text that is inserted before the submission, on its first line.
    pub before: String,
    /// Commands that compile the program, which are run in order in the program directory.
    #[serde(deserialize_with = "deserialize_commands")]
    pub compile: Vec<Vec<String>>,
    /// Like `compile`, but using the files that `prepare` has created.
    #[serde(deserialize_with = "deserialize_commands")]
    pub prepared: Vec<Vec<String>>,
    /// The command that runs the program.
    pub run: Vec<String>,
    /// Commands that build the program with sanitizers. The same `run` command runs this build.
    /// Empty if the language has no sanitizers.
    #[serde(deserialize_with = "deserialize_commands")]
    pub checked: Vec<Vec<String>>,
    /// Like `checked`, but using the files that `prepare_checked` has created.
    #[serde(deserialize_with = "deserialize_commands")]
    pub prepared_checked: Vec<Vec<String>>,
}

/// Additional permissions for compiling and running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PhasePermissions {
    /// Permissions of the compiler, which may also start processes unless `macros` is set.
    pub compile: Permissions,
    /// Permissions of the program.
    pub run: Permissions,
    /// Whether the compiler runs code from the submission.
    pub macros: bool,
}

/// Which host paths a project may expose to programs in the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindPolicy {
    /// Only system paths and toolchain paths are allowed.
    Toolchains,
    /// Any path is allowed. This policy applies if the user has named the project with `-C`.
    Any,
}

/// Records which keys of a language come from a project's `judge.toml` rather than the built-in
/// table. Projects are not trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProjectOverrides {
    /// Whether the version command in `probe` comes from a project. Such a command is not run.
    pub probe: bool,
    /// Whether the paths in `binds` come from a project that is not allowed to expose arbitrary
    /// paths.
    pub binds: bool,
    /// Whether `setup` would install packages listed by a project instead of by the built-in table.
    pub install: bool,
}

impl Language {
    /// Returns a digest of the language's row. The digest does not cover the installed toolchain.
    pub fn digest(&self) -> String {
        // The digest must not depend on whether the project was named with -C.
        let language = Self {
            from_project: ProjectOverrides::default(),
            ..self.clone()
        };
        digest([format!("{language:?}").as_bytes()])
    }

    /// Returns whether `setup` would run installation steps from a project's `judge.toml`.
    pub fn runs_project_install_commands(&self) -> bool {
        self.from_project.install && self.install != InstallSteps::default()
    }

    /// Searches the output of a compiler or a runtime for a known error, and returns a hint about
    /// its cause.
    pub fn hint(&self, text: &str) -> Option<String> {
        self.hints.iter().find_map(|hint| {
            let mut remark = String::new();
            hint.pattern.captures(text)?.expand(&hint.says, &mut remark);
            Some(remark)
        })
    }
}

/// Deserializes commands, each of which must consist of at least one word.
fn deserialize_commands<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Vec<String>>, D::Error> {
    let commands = Vec::<Vec<String>>::deserialize(deserializer)?;
    if commands.iter().any(Vec::is_empty) {
        return Err(D::Error::custom("a command needs at least one word"));
    }
    Ok(commands)
}

fn deserialize_factor<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    deserialize_number_in_range(deserializer, 0.1, 100.0)
}

fn deserialize_fraction<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    deserialize_number_in_range(deserializer, 0.01, 1.0)
}

fn deserialize_number_in_range<'de, D: Deserializer<'de>>(
    deserializer: D,
    low: f64,
    high: f64,
) -> Result<f64, D::Error> {
    let number = f64::deserialize(deserializer)?;
    if (low..=high).contains(&number) {
        return Ok(number);
    }
    let message = format!("the value {number:?} is not between {low} and {high}");
    Err(D::Error::custom(message))
}

/// A hint about the cause of certain failures.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// Matches the compiler's output or the runtime's standard error output.
    pub pattern: TableRegex,
    /// The text of the hint. `$1` is replaced with the first group of `pattern`.
    pub says: String,
}

/// How the version of a toolchain is determined.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Probe {
    /// The command that prints the version, on standard output or standard error.
    pub command: Vec<String>,
    /// A regular expression whose first group matches the version.
    pub pattern: TableRegex,
    /// The oldest supported version.
    pub at_least: Option<String>,
    /// Additional files that must exist, such as libraries.
    #[serde(default)]
    pub files: Vec<String>,
    /// Whether to cache the command's output because the command is slow. A cached output expires
    /// after a day, or when a file in `binds` or a system package changes.
    #[serde(default)]
    pub kept: bool,
}

/// The packages that `setup` installs, grouped by package manager, and the shell commands that
/// `setup` runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct InstallSteps {
    /// Debian and Ubuntu packages.
    pub apt: Vec<String>,
    /// npm packages, as `name` or `name@version`.
    pub npm: Vec<String>,
    /// Python packages, in pip's notation.
    pub pip: Vec<String>,
    /// Shell commands that complete the installation.
    pub then: Option<String>,
}

/// How the text of a submission is wrapped for its driver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WrapMethod {
    /// The submission is left unchanged.
    #[default]
    Plain,
    Cpp,
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
