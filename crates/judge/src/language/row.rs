//! One row of the language table as it is written, in `languages.toml` or
//! under `[languages.<id>]` in `judge.toml`. Every key may be left out, so that
//! an override names only what it changes.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;

use super::code::Syntax;
use super::needs::StageNeeds;
use super::pattern::Pattern;
use cat_and_mouse::problem::Problem;

/// A row as written.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Another row: what this one leaves out is as it is there, and that
    /// language's driver is used as well.
    pub like: Option<String>,
    /// What reports call it.
    pub name: Option<String>,
    /// Extensions of source files, without the dot.
    pub extensions: Option<Vec<String>>,
    /// CPU time granted for the start of a process, at most.
    #[serde(default, with = "startup")]
    pub startup: Option<Duration>,
    /// Multiplies the CPU limit of a case.
    pub time_factor: Option<f64>,
    /// Multiplies the memory limit of a case.
    pub memory_factor: Option<f64>,
    /// Matches what the runtime writes to standard error when it ends a program
    /// because it finds no more memory.
    pub out_of_memory: Option<String>,
    /// The share of the memory limit that a stack may take.
    pub stack: Option<f64>,
    /// Matches what the runtime writes to standard error when the stack has
    /// overflowed.
    pub stack_overflow: Option<String>,
    /// Match what the checked build writes to standard error about a mistake.
    pub sanitizer: Option<Vec<String>>,
    /// Match what the runtime writes to standard error when an exception ends a
    /// program; the last match of the first that matches counts.
    pub exception: Option<Vec<String>>,
    /// What its compiler and its runtime need beyond what every job may do.
    pub needs: Option<StageNeeds>,
    /// What to say of a failure.
    pub hints: Option<Vec<Hint>>,
    /// What a user of `LeetCode` would miss here.
    pub lacks: Option<String>,
    /// Toolchain directories beyond the system directories.
    pub binds: Option<Vec<String>>,
    /// Environment beyond what every job has.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// How its version is asked for.
    pub probe: Option<Probe>,
    /// Placeholders whose values a command prints.
    #[serde(default)]
    pub locate: BTreeMap<String, Vec<String>>,
    /// Run once for a toolchain, beside a function that does nothing and its driver:
    /// they leave in the directory `warm` what makes compiling quicker.
    pub prepare: Option<Vec<Vec<String>>>,
    /// What `setup` installs.
    pub install: Option<Install>,
    /// Comments and strings.
    pub syntax: Option<Syntax>,
    /// How submissions are recognised.
    pub detect: Option<Detect>,
    /// Commands for the function form.
    pub function: Option<Commands>,
    /// Commands for whole programs.
    pub program: Option<Commands>,
}

/// A remark on failures of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// Matches what the compiler, or the runtime on standard error, says.
    pub pattern: String,
    /// What is probably wrong; `$1` is what the first group has matched.
    pub says: String,
}

/// How a toolchain is asked for its version.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Probe {
    /// The command; its output and error output are both searched.
    pub command: Vec<String>,
    /// A regular expression whose first group is the version.
    pub pattern: String,
    /// The oldest version that will do.
    pub at_least: Option<String>,
    /// Files that must exist as well, such as libraries.
    #[serde(default)]
    pub files: Vec<String>,
}

/// What `setup` installs, by package manager.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Install {
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
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detect {
    /// How the language spells the entry point.
    pub case: Case,
    /// Matches a definition of the entry point, `{entry}` in the expression.
    pub entry: String,
    /// Matches where a whole program starts; none where code may stand outside
    /// functions.
    pub main: Option<String>,
    /// Matches a use of standard input.
    pub stdin: String,
    /// Where the entry point stands, in languages that have classes.
    pub class: Option<Class>,
    /// Whether blocks are told by their indentation, not by braces.
    #[serde(default)]
    pub indented: bool,
}

/// Where the driver of a language looks for the entry point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// In `Solution`.
    Inside,
    /// Outside of any class.
    Outside,
}

impl Detect {
    /// The entry point of a problem as this language spells it.
    pub fn entry_point(&self, problem: Problem) -> String {
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
pub enum Case {
    /// `canMouseWin`
    Camel,
    /// `can_mouse_win`
    Snake,
    /// `CanMouseWin`
    Pascal,
    /// `can-mouse-win`
    Kebab,
}

impl Case {
    /// A name in camel case, spelt this way.
    pub fn spell(self, name: &str) -> String {
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
    /// Run one after the other in the program directory.
    #[serde(default)]
    pub compile: Vec<Vec<String>>,
    /// The command that runs the program.
    pub run: Vec<String>,
    /// Compile a build with sanitizers, which `run` runs as well; none where the
    /// language has no such build.
    #[serde(default)]
    pub checked: Vec<Vec<String>>,
}

impl Row {
    /// This row with everything that `other` names taken from there. Maps are
    /// merged key by key, everything else is replaced as a whole.
    #[must_use]
    pub fn merged(self, other: Self) -> Self {
        Self {
            like: other.like.or(self.like),
            name: other.name.or(self.name),
            extensions: other.extensions.or(self.extensions),
            startup: other.startup.or(self.startup),
            time_factor: other.time_factor.or(self.time_factor),
            memory_factor: other.memory_factor.or(self.memory_factor),
            binds: other.binds.or(self.binds),
            env: self.env.into_iter().chain(other.env).collect(),
            probe: other.probe.or(self.probe),
            locate: self.locate.into_iter().chain(other.locate).collect(),
            prepare: other.prepare.or(self.prepare),
            install: other.install.or(self.install),
            out_of_memory: other.out_of_memory.or(self.out_of_memory),
            stack: other.stack.or(self.stack),
            stack_overflow: other.stack_overflow.or(self.stack_overflow),
            sanitizer: other.sanitizer.or(self.sanitizer),
            exception: other.exception.or(self.exception),
            needs: other.needs.or(self.needs),
            hints: other.hints.or(self.hints),
            lacks: other.lacks.or(self.lacks),
            syntax: other.syntax.or(self.syntax),
            detect: other.detect.or(self.detect),
            function: other.function.or(self.function),
            program: other.program.or(self.program),
        }
    }
}

mod startup {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, de::Error};

    pub(super) fn deserialize<'de, D>(deserializer: D) -> Result<Option<Duration>, D::Error>
    where
        D: Deserializer<'de>,
    {
        let text = String::deserialize(deserializer)?;
        humantime::parse_duration(&text)
            .map(Some)
            .map_err(|error| D::Error::custom(format!("startup {text:?}: {error}; say \"2s\"")))
    }
}
