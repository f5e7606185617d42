//! A language: a row of `languages.toml`, with what `[languages.<id>]` in
//! `judge.toml` changes in it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::code::Syntax;
use super::pattern::{Expression, Pattern, Template};
use super::spec::StageNeeds;
use cat_and_mouse::problem::Problem;

/// A language that submissions may be written in. Every key may be left out, so
/// that an override names only what it changes; see `table.rs` for the defaults.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Language {
    /// The short name used on command lines and in configuration: `cpp`.
    #[serde(skip)]
    pub id: String,
    /// Another row: what this one leaves out is as it is there.
    pub(super) like: Option<String>,
    /// What reports call it: `C++`.
    pub name: String,
    /// Extensions of source files, without the dot; at least one.
    pub extensions: Vec<String>,
    /// CPU time granted for the start of a process, at most.
    #[serde(deserialize_with = "mousetrap_base::time")]
    pub startup: Duration,
    /// Multiplies the CPU limit of a case.
    #[serde(deserialize_with = "factor")]
    pub time_factor: f64,
    /// Multiplies the memory limit of a case.
    #[serde(deserialize_with = "factor")]
    pub memory_factor: f64,
    /// Matches what the runtime writes to standard error when it ends a program
    /// because it finds no more memory.
    pub(crate) out_of_memory: Option<Expression>,
    /// The share of the memory limit that a stack may take.
    #[serde(deserialize_with = "share")]
    pub(crate) stack: f64,
    /// Matches what the runtime writes to standard error when the stack has
    /// overflowed.
    pub stack_overflow: Option<Expression>,
    /// Match what the checked build writes to standard error about a mistake.
    pub(crate) sanitizer: Vec<Template>,
    /// Match what the runtime writes to standard error when an exception ends a
    /// program; the last match of the first that matches counts.
    pub(crate) exception: Vec<Template>,
    /// What its compiler and its runtime need beyond what every job may do.
    pub needs: StageNeeds,
    /// What to say of a failure.
    pub(crate) hints: Vec<Hint>,
    /// What a user of `LeetCode` would miss here.
    pub lacks: Option<String>,
    /// Toolchain directories beyond the system directories, with placeholders.
    pub(crate) binds: Vec<String>,
    /// Environment beyond what every job has, with placeholders.
    pub(crate) env: BTreeMap<String, String>,
    /// How its version is asked for.
    pub(crate) probe: Probe,
    /// Placeholders whose values a command prints.
    pub(crate) locate: BTreeMap<String, Vec<String>>,
    /// Run once for a toolchain, beside a function that does nothing and its driver:
    /// they leave in the directory `warm` what makes compiling quicker.
    #[serde(deserialize_with = "commands")]
    pub prepare: Vec<Vec<String>>,
    /// The same for builds with sanitizers; not run where `prepare` is empty.
    #[serde(deserialize_with = "commands")]
    pub prepare_checked: Vec<Vec<String>>,
    /// What `setup` installs.
    pub(crate) install: Install,
    /// What is done to the text of a submission.
    pub(super) wrap: Wrap,
    /// Comments and strings.
    pub(crate) syntax: Syntax,
    /// How submissions are recognised; without it all are whole programs.
    pub(crate) detect: Option<Detect>,
    /// Commands for the function form, if the language has it.
    pub function: Option<Commands>,
    /// Commands for whole programs.
    pub program: Option<Commands>,
    /// Which of its parts a stranger may have written.
    #[serde(skip)]
    pub(crate) from_project: FromProject,
}

/// Which parts of a language come from the `judge.toml` of a project instead of the
/// built-in table. A project may be a stranger's, so none of them is used outside the
/// sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each part has an origin of its own"
)]
pub(crate) struct FromProject {
    /// The commands under `locate`.
    pub locate: bool,
    /// The command of `probe`, or a placeholder in it.
    pub probe: bool,
    /// The paths under `binds`, or a placeholder in them, unless the user allowed the
    /// project to show any path.
    pub binds: bool,
    /// What `setup` would install.
    pub install: bool,
}

impl Language {
    /// Returns whether `setup` would run a project's install commands.
    pub fn installs_for_project(&self) -> bool {
        self.from_project.install && self.install != Install::default()
    }

    /// What is probably wrong where a compiler or a runtime says `text`.
    pub fn hint(&self, text: &str) -> Option<String> {
        self.hints.iter().find_map(|hint| {
            let mut said = String::new();
            hint.pattern.captures(text)?.expand(&hint.says, &mut said);
            Some(said)
        })
    }
}

/// A factor for limits.
fn factor<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    number(deserializer, 0.1, 100.0)
}

/// A share of the memory.
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

/// Commands, each of which says what to run.
fn commands<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Vec<String>>, D::Error> {
    let commands = Vec::<Vec<String>>::deserialize(deserializer)?;
    if commands.iter().any(Vec::is_empty) {
        return Err(D::Error::custom("a command needs at least one word"));
    }
    Ok(commands)
}

/// A remark on failures of a kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hint {
    /// Matches what the compiler, or the runtime on standard error, says.
    pub pattern: Expression,
    /// What is probably wrong; `$1` is what the first group has matched.
    pub says: String,
}

/// How a toolchain is asked for its version.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Probe {
    /// The command; its output and error output are both searched.
    pub command: Vec<String>,
    /// A regular expression whose first group is the version.
    pub pattern: Template,
    /// The oldest version that will do.
    pub at_least: Option<String>,
    /// Files that must exist as well, such as libraries.
    #[serde(default)]
    pub files: Vec<String>,
    /// Whether what the command prints is kept for a day, while no file of `binds` and no
    /// package of the system changes: for tools that take long.
    #[serde(default)]
    pub kept: bool,
}

/// What `setup` installs, by package manager.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Install {
    /// Debian and Ubuntu packages.
    pub apt: Vec<String>,
    /// npm packages, as `name` or `name@version`.
    pub npm: Vec<String>,
    /// Python packages, in pip's notation.
    pub pip: Vec<String>,
    /// Shell lines that end the installation.
    pub then: Option<String>,
}

/// How submissions in a language are recognised. The expressions look at code
/// without comments and strings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Detect {
    /// How the language spells the entry point.
    pub case: Spelling,
    /// Matches a definition of the entry point, `{entry}` in the expression.
    pub entry: Template,
    /// Matches where a whole program starts; none where code may stand outside
    /// functions.
    pub main: Option<Template>,
    /// Matches a use of standard input.
    pub stdin: Template,
    /// Where the entry point stands, in languages that have classes.
    pub class: Option<Class>,
    /// Whether indentation makes blocks, not braces.
    #[serde(default)]
    pub indented: bool,
}

/// Where the driver of a language looks for the entry point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Class {
    /// In `Solution`.
    Inside,
    /// Outside of any class.
    Outside,
}

impl Detect {
    /// The entry point of a problem as this language spells it.
    pub(crate) fn entry_point(&self, problem: Problem) -> String {
        self.case.spell(problem.entry_point())
    }

    /// Matches a definition of this entry point.
    pub(super) fn definition(&self, entry: &str) -> Result<Pattern, regex::Error> {
        Pattern::new(&format!("(?m){}", self.entry.replace("{entry}", entry)))
    }
}

/// The ways in which languages spell names of several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Spelling {
    /// `canMouseWin`
    Camel,
    /// `can_mouse_win`
    Snake,
    /// `CanMouseWin`
    Pascal,
    /// `can-mouse-win`
    Kebab,
}

impl Spelling {
    /// A name in camel case, spelt this way.
    pub(super) fn spell(self, name: &str) -> String {
        let joined = |with: char| {
            let words = name.chars().flat_map(|c| {
                let separator = c.is_ascii_uppercase().then_some(with);
                separator.into_iter().chain([c.to_ascii_lowercase()])
            });
            words.collect()
        };
        match self {
            Self::Camel => name.to_owned(),
            Self::Snake => joined('_'),
            Self::Pascal => name[..1].to_ascii_uppercase() + &name[1..],
            Self::Kebab => joined('-'),
        }
    }
}

/// The commands of one form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commands {
    /// Directories of `drivers/` whose files stand beside the submission.
    #[serde(default)]
    pub driver: Vec<String>,
    /// Text before that of the submission, on its first line.
    #[serde(default)]
    pub before: String,
    /// Run one after the other in the program directory.
    #[serde(default, deserialize_with = "commands")]
    pub compile: Vec<Vec<String>>,
    /// The same with what `prepare` has left.
    #[serde(default, deserialize_with = "commands")]
    pub prepared: Vec<Vec<String>>,
    /// The command that runs the program.
    #[serde(default)]
    pub run: Vec<String>,
    /// Compile a build with sanitizers, which `run` runs as well; none where the
    /// language has no such build.
    #[serde(default, deserialize_with = "commands")]
    pub checked: Vec<Vec<String>>,
    /// The same with what `prepare_checked` has left.
    #[serde(default, deserialize_with = "commands")]
    pub prepared_checked: Vec<Vec<String>>,
}

/// What is done to the text of a submission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Wrap {
    /// It is put into a file as it is.
    #[default]
    Plain,
    Erlang,
    Go,
    Java,
    JavaScript,
    Kotlin,
    Php,
    Racket,
    Scala,
}
