//! The configuration of a project, read from its `judge.toml`.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use super::CONFIG_FILE_NAME;
use super::reader::{KnownSuites, PointsTable, Reader, default_points};
use super::worker_config::WorkerConfig;
use crate::submissions::files::display_path;
use mousetrap_languages::{BindPolicy, Language, Languages};
use mousetrap_model::points::{CaseSelector, PointScheme};
use mousetrap_model::{LimitOverrides, Limits, Problem};
use mousetrap_problems::definition::{self, Definition, DefinitionError};
use mousetrap_util::Bytes;
use mousetrap_util::printable::escape_path;
use mousetrap_util::project::Project;
use mousetrap_util::regular_file::{self, MAX_TEXT_SIZE};
use mousetrap_util::toml_file::{self, TomlError};

/// The default limits for compiling one submission.
pub const DEFAULT_COMPILE_LIMITS: Limits = Limits {
    cpu: Duration::from_mins(2),
    wall: Duration::from_mins(4),
    memory: Bytes::mib(4096),
    output: Bytes::mib(1),
};

/// The options in the table `[judge]`.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct JudgeOptions {
    /// Number of worker threads; `None` means one per core.
    pub jobs: Option<NonZeroUsize>,
    /// Maximum size of the caches.
    #[serde(deserialize_with = "mousetrap_util::deserialize_size")]
    pub cache: Bytes,
    /// Whether accepted submissions are run again with sanitizers, if their language has
    /// sanitizers.
    pub sanitizers: bool,
    /// Maximum time for which a submission may be idle, in total over all its cases. The first 100
    /// ms of each run are not counted. When the total exceeds this time, judging stops, and the
    /// current case gets the verdict "time limit exceeded".
    #[serde(deserialize_with = "mousetrap_util::deserialize_duration")]
    pub sleep_budget: Duration,
}

impl Default for JudgeOptions {
    fn default() -> Self {
        Self {
            jobs: None,
            cache: Bytes::mib(2048),
            sanitizers: true,
            sleep_budget: Duration::from_mins(5),
        }
    }
}

/// The configuration of a project.
#[derive(Clone, Debug)]
pub struct Config {
    /// The project's directory, or the embedded built-in project.
    pub root: Project,
    /// The suites that are judged by default, in order, keyed by problem id.
    pub suites: BTreeMap<String, Vec<String>>,
    /// For each solution that is judged on selected suites only, those suites. Keyed by path in
    /// `solutions/`. A path without an extension applies to all languages.
    pub solutions: BTreeMap<String, Vec<String>>,
    /// Point groups, keyed by problem id. If the project defines no groups for a problem, the
    /// built-in groups are used, provided that the project judges all suites that they refer to.
    pub points: BTreeMap<String, PointScheme>,
    /// The default limits of a run, before overrides and language factors.
    pub limits: Limits,
    /// The limits of a compilation.
    pub compile: Limits,
    /// The options in the table `[judge]`.
    pub judge: JudgeOptions,
    /// The embedded language table, with the changes and additions from `[languages]`.
    pub languages: Languages,
    /// All problems that submissions and suites may refer to: first the built-in problems, then
    /// the project's custom problems.
    pub problems: Vec<Arc<Problem>>,
    /// The definitions of the project's custom problems.
    pub definitions: Vec<Definition>,
    /// The errors in the definitions of custom problems, which make these problems unusable.
    pub broken_definitions: Vec<Arc<DefinitionError>>,
    /// The part of the configuration that is sent to workers on other machines.
    pub worker_config: WorkerConfig,
}

/// The reason why a configuration cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error(
        "cannot read {}: {source}; specify a directory that contains a judge.toml, or create one \
         with `mousetrap init DIR`",
        escape_path(path)
    )]
    Unreadable {
        /// The path of the file.
        path: PathBuf,
        /// The underlying error of the operating system.
        source: io::Error,
    },
    /// The file was read, but its content is invalid.
    #[error(transparent)]
    Invalid(#[from] TomlError),
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ConfigFile {
    suites: BTreeMap<String, Spanned<Vec<String>>>,
    solutions: BTreeMap<String, Spanned<Vec<String>>>,
    points: BTreeMap<String, Spanned<PointsTable>>,
    limits: LimitOverrides,
    judge: JudgeOptions,
    compile: LimitOverrides,
    languages: BTreeMap<String, Spanned<Language>>,
}

impl Config {
    /// Reads the configuration of the project that contains `directory`: the nearest directory, at
    /// or above `directory`, that contains a `judge.toml`. Returns the built-in configuration if
    /// there is no such directory.
    ///
    /// # Errors
    /// Returns an error if `judge.toml` cannot be read or violates a rule.
    pub fn find(
        directory: &Path,
        built_in: &Project,
        known: KnownSuites<'_>,
    ) -> Result<Self, ConfigError> {
        let start = std::path::absolute(directory).unwrap_or_else(|_| directory.to_owned());
        let mut directories = start.ancestors();
        match directories.find(|directory| directory.join(CONFIG_FILE_NAME).exists()) {
            Some(root) => Self::load(root, built_in, known, BindPolicy::Toolchains),
            None => Ok(Self::built_in(built_in, known)?),
        }
    }

    /// Returns the configuration that is embedded in this program.
    fn built_in(root: &Project, known: KnownSuites<'_>) -> Result<Self, TomlError> {
        let text = root.read_text(Path::new(CONFIG_FILE_NAME)).ok().flatten();
        Self::parse(root, &text.unwrap_or_default(), known)
    }

    /// Reads the configuration of the project in the directory `root`. The user named this
    /// directory explicitly, so its language definitions are trusted to expose any path of the host
    /// in the sandbox.
    ///
    /// # Errors
    /// Returns an error if `judge.toml` cannot be read or violates a rule.
    pub fn read(
        root: &Path,
        built_in: &Project,
        known: KnownSuites<'_>,
    ) -> Result<Self, ConfigError> {
        Self::load(root, built_in, known, BindPolicy::Any)
    }

    fn load(
        root: &Path,
        built_in: &Project,
        known: KnownSuites<'_>,
        policy: BindPolicy,
    ) -> Result<Self, ConfigError> {
        let path = root.join(CONFIG_FILE_NAME);
        let text = regular_file::read_text(&path, MAX_TEXT_SIZE)
            .map_err(|source| ConfigError::Unreadable { path, source })?;
        let project = built_in.with_directory(root);
        Ok(Self::parse_with_bind_policy(
            &project, &text, known, policy,
        )?)
    }

    /// Parses the text of a `judge.toml`.
    ///
    /// # Errors
    /// Returns an error with the violated rule and its line number.
    pub fn parse(root: &Project, text: &str, known: KnownSuites<'_>) -> Result<Self, TomlError> {
        Self::parse_with_bind_policy(root, text, known, BindPolicy::Toolchains)
    }

    pub(super) fn parse_with_bind_policy(
        root: &Project,
        text: &str,
        known: KnownSuites<'_>,
        policy: BindPolicy,
    ) -> Result<Self, TomlError> {
        let name = &root.directory().map_or_else(
            || PathBuf::from(CONFIG_FILE_NAME),
            |directory| display_path(&directory.join(CONFIG_FILE_NAME)),
        );
        let file: ConfigFile = toml_file::parse(name, text)?;
        let limits = Limits::DEFAULT.with_overrides(&file.limits);
        let built_in: Vec<&str> = known.problems.iter().map(|known| &*known.id).collect();
        let (definitions, broken_definitions) =
            definition::read_definitions(root, limits, &built_in);
        let custom = definitions.iter().map(|custom| &custom.problem);
        let problems: Vec<_> = known.problems.iter().chain(custom).cloned().collect();
        let known = KnownSuites {
            problems: &problems,
            ..known
        };
        let mut suites = BTreeMap::new();
        let reader = Reader {
            root,
            name,
            text,
            known,
        };
        for (id, names) in file.suites {
            reader.problem(&id, names.span())?;
            suites.insert(id, names.into_inner());
        }
        for custom in &definitions {
            let id = &custom.problem.id;
            let all = || mousetrap_problems::cases::suites(root, id).unwrap_or_default();
            suites.entry(id.clone()).or_insert_with(all);
        }
        let mut solutions = BTreeMap::new();
        for (path, names) in file.solutions {
            reader.check_solution_suites(&path, &names, &suites)?;
            solutions.insert(path, names.into_inner());
        }
        let mut points = BTreeMap::new();
        for (id, scheme) in file.points {
            let problem = reader.problem(&id, scheme.span())?;
            points.insert(id, reader.point_scheme(problem, scheme)?);
        }
        if root.directory().is_some() {
            let built_in = Self::built_in(&root.built_in(), known);
            for (id, mut scheme) in built_in.map(|built_in| built_in.points).unwrap_or_default() {
                let suites: &[String] = suites.get(&id).map_or(&[], Vec::as_slice);
                let judges = |case: &CaseSelector| suites.iter().any(|suite| suite == case.suite());
                let mut cases = scheme.groups.iter().flat_map(|group| &group.cases);
                if !points.contains_key(&id) && cases.all(judges) {
                    scheme.file = format!("built-in {CONFIG_FILE_NAME}");
                    points.insert(id, scheme);
                }
            }
        }
        let mut table: toml::Table = text.parse().unwrap_or_default();
        for unshared in ["suites", "solutions", "points"] {
            table.remove(unshared);
        }
        let custom = definitions.iter();
        let worker_config = WorkerConfig {
            text: table.to_string(),
            any_path: policy == BindPolicy::Any,
            own: custom
                .map(|custom| ((*custom.problem).clone(), custom.limits))
                .collect(),
        };
        // The project's language definitions as TOML tables, which are merged with the embedded
        // definitions.
        let rows = table.remove("languages");
        let rows = rows
            .and_then(|rows| rows.try_into().ok())
            .unwrap_or_default();
        let languages = Languages::with_overrides(&rows, policy).map_err(|error| {
            let row = file.languages.get(&error.language);
            let offset = row.map_or(0, |row| row.span().start);
            toml_file::error_at(name, text, offset, error.to_string())
        })?;
        Ok(Self {
            root: root.clone(),
            suites,
            solutions,
            points,
            limits,
            compile: DEFAULT_COMPILE_LIMITS.with_overrides(&file.compile),
            judge: file.judge,
            languages,
            problems,
            definitions,
            broken_definitions: broken_definitions.into_iter().map(Arc::new).collect(),
            worker_config,
        })
    }

    /// Creates a project's configuration on a machine that does not have the project's files. The
    /// result has no suites and no points, and its custom problems have no constraints and no
    /// programs other than checkers.
    ///
    /// # Errors
    /// Returns an error with the violated rule and its line number.
    pub fn for_worker(received: &WorkerConfig, known: KnownSuites<'_>) -> Result<Self, TomlError> {
        let policy = if received.any_path {
            BindPolicy::Any
        } else {
            BindPolicy::Toolchains
        };
        let (root, text) = (Project::default(), &received.text);
        let mut config = Self::parse_with_bind_policy(&root, text, known, policy)?;
        for (problem, limits) in &received.own {
            let definition = Definition::without_project_files(problem.clone(), *limits);
            config.problems.push(Arc::clone(&definition.problem));
            config.definitions.push(definition);
        }
        config.worker_config = received.clone();
        Ok(config)
    }

    /// Returns the definition of a custom problem, or `None` for a built-in problem.
    pub fn definition(&self, problem: &Problem) -> Option<&Definition> {
        self.definitions
            .iter()
            .find(|custom| custom.problem.id == problem.id)
    }

    /// Returns the built-in or custom problem with this id.
    pub fn problem(&self, id: &str) -> Option<&Arc<Problem>> {
        self.problems.iter().find(|problem| problem.id == id)
    }

    /// Returns the default limits of this problem's cases.
    pub fn limits_of(&self, problem: &Problem) -> Limits {
        self.definition(problem)
            .map_or(self.limits, |custom| custom.limits)
    }

    /// Returns the point groups of a problem for a run on these suites. A custom problem without
    /// point groups has one group, with the cases of all these suites.
    pub fn point_scheme(&self, problem: &str, suites: &[&str]) -> Option<PointScheme> {
        let mut definitions = self.definitions.iter();
        let is_custom = definitions.any(|custom| custom.problem.id == problem);
        let default = || (is_custom && !suites.is_empty()).then(|| default_points(suites));
        self.points.get(problem).cloned().or_else(default)
    }

    /// Returns the suites that are judged by default for this problem.
    pub fn suites_of(&self, problem: &Problem) -> &[String] {
        self.suites.get(&problem.id).map_or(&[], Vec::as_slice)
    }
}
