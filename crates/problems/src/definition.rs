//! Reads the definitions of a project's custom problems, `problems/<id>/problem.toml`.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mousetrap_model::{Checker, LimitOverrides, Limits, Problem, Signature};
use mousetrap_util::Bytes;
use mousetrap_util::printable::escape_path;
use mousetrap_util::project::Project;
use mousetrap_util::toml_file::{self, TomlError};
use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use crate::constraints::{ConstraintError, Constraints};

/// The directory of a project that contains its custom problems.
pub const PROBLEMS_DIRECTORY: &str = "problems";

/// Lower bound for the default output limit. This bound is generous because answers may be large
/// arrays.
const MIN_OUTPUT_LIMIT: Bytes = Bytes::mib(16);

/// The name of the file that defines a problem.
pub const DEFINITION_FILE_NAME: &str = "problem.toml";

/// A problem that a project defines.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The problem's title, signature and checker.
    pub problem: Arc<Problem>,
    /// The constraints that arguments must obey.
    pub constraints: Constraints,
    /// The path of the reference solution, relative to the project.
    pub reference: Option<PathBuf>,
    /// The path of the function that checks arguments, relative to the project.
    pub validator: Option<PathBuf>,
    /// The path of the program that generates additional cases, relative to the project.
    pub generator: Option<PathBuf>,
    /// The limits for cases that specify no limits.
    pub limits: Limits,
}

impl Definition {
    /// Creates a definition without constraints or programs, for a machine that does not have the
    /// project's files.
    pub fn without_project_files(problem: Problem, limits: Limits) -> Self {
        Self {
            constraints: Constraints::parse("", &problem.signature),
            problem: Arc::new(problem),
            reference: None,
            validator: None,
            generator: None,
            limits,
        }
    }

    /// Returns whether arguments can be checked completely: either there is a validator, or all
    /// constraints are understood and bound every value.
    pub fn can_check_arguments(&self) -> bool {
        self.validator.is_some() || self.constraints.check_completeness(false).is_ok()
    }

    /// Checks that random cases can be generated from the constraints.
    ///
    /// # Errors
    /// Returns an error if the constraints contradict each other or leave a value unbounded, or if
    /// a constraint is not understood and there is no validator.
    pub fn ensure_cases_can_be_generated(&self) -> Result<(), ConstraintError> {
        match self
            .constraints
            .check_completeness(self.generator.is_some())
        {
            Err(ConstraintError::UnparsedLines(_)) if self.validator.is_some() => Ok(()),
            result => result,
        }
    }
}

/// An error in a problem definition. Paths are relative to the project directory.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages explain them")]
pub enum DefinitionError {
    #[error(transparent)]
    Toml(#[from] TomlError),
    #[error("{}: cannot be read: {error}", escape_path(path))]
    Unreadable { path: PathBuf, error: io::Error },
    #[error(
        "{}: a built-in problem has this name; rename the directory",
        escape_path(_0)
    )]
    BuiltIn(PathBuf),
    #[error(
        "{}: a problem name may contain only lowercase letters, digits and \"-\"; rename the \
         directory",
        escape_path(_0)
    )]
    Name(PathBuf),
    #[error(
        "{}: the directory contains no {DEFINITION_FILE_NAME}; write one, or remove the directory",
        escape_path(_0)
    )]
    Missing(PathBuf),
}

/// The content of `problem.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProblemFile {
    title: Spanned<String>,
    signature: Signature,
    checker: Option<Spanned<CheckerSpec>>,
    reference: Option<Spanned<PathBuf>>,
    validator: Option<Spanned<PathBuf>>,
    generator: Option<Spanned<PathBuf>>,
    #[serde(default)]
    constraints: String,
    #[serde(default)]
    limits: LimitOverrides,
}

/// A checker as written in `problem.toml`: a name or a table.
#[derive(Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "a checker is \"exact\", \"unordered\", { unordered = DEPTH }, \"float\", \
                 { absolute = 1e-5, relative = 1e-5 } or { program = \"FILE\" }"
)]
enum CheckerSpec {
    Name(CheckerName),
    Unordered {
        unordered: usize,
    },
    Program {
        program: PathBuf,
    },
    Float {
        #[serde(default)]
        absolute: f64,
        #[serde(default)]
        relative: f64,
    },
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum CheckerName {
    Exact,
    Unordered,
    Float,
}

/// Reads all definitions of a project in the order of their ids. An id must differ from those of
/// the built-in problems. An unusable definition does not prevent reading the others.
pub fn read_definitions(
    root: &Project,
    limits: Limits,
    built_in: &[&str],
) -> (Vec<Definition>, Vec<DefinitionError>) {
    let (mut definitions, mut errors) = (Vec::new(), Vec::new());
    let directory = Path::new(PROBLEMS_DIRECTORY);
    let entries = root.entry_names(directory).unwrap_or_else(|error| {
        let path = directory.to_owned();
        errors.push(DefinitionError::Unreadable { path, error });
        Vec::new()
    });
    // A name with an extension, such as README.md, is not the name of a problem.
    for name in entries.iter().filter(|name| name.extension().is_none()) {
        let id = name.to_string_lossy();
        let definition = if built_in.contains(&&*id) {
            Err(DefinitionError::BuiltIn(directory.join(&*id)))
        } else {
            read(root, &id, limits)
        };
        match definition {
            Ok(definition) => definitions.push(definition),
            Err(error) => errors.push(error),
        }
    }
    (definitions, errors)
}

/// Reads the definition of the problem with this id. `limits` are the project's defaults.
fn read(root: &Project, id: &str, limits: Limits) -> Result<Definition, DefinitionError> {
    let directory = Path::new(PROBLEMS_DIRECTORY).join(id);
    if !is_valid_id(id) {
        return Err(DefinitionError::Name(directory));
    }
    let path = directory.join(DEFINITION_FILE_NAME);
    let text = match root.read_text(&path) {
        Ok(Some(text)) => text,
        Ok(None) => return Err(DefinitionError::Missing(directory)),
        Err(error) => return Err(DefinitionError::Unreadable { path, error }),
    };
    let reader = DefinitionReader {
        root,
        directory: &directory,
        path: &path,
        text: &text,
    };
    reader.parse(id, limits)
}

/// Returns whether a text is a valid id for a custom problem.
pub fn is_valid_id(text: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty() && text.len() <= 60 && text.chars().all(is_allowed)
}

struct DefinitionReader<'a> {
    root: &'a Project,
    directory: &'a Path,
    path: &'a Path,
    text: &'a str,
}

impl DefinitionReader<'_> {
    fn parse(&self, id: &str, limits: Limits) -> Result<Definition, DefinitionError> {
        let file: ProblemFile = toml_file::parse(self.path, self.text)?;
        if file.title.get_ref().trim().is_empty() {
            return Err(self.error_at(&file.title, "the title is empty; write a title"));
        }
        let signature = file.signature;
        let checker = match &file.checker {
            Some(written) => self.parse_checker(written, &signature)?,
            None => Checker::default_for(signature.answer_type()),
        };
        let program = |place: &Option<Spanned<PathBuf>>| {
            let place = place.as_ref();
            place
                .map(|place| self.program_path(place, place.get_ref()))
                .transpose()
        };
        Ok(Definition {
            reference: program(&file.reference)?,
            validator: program(&file.validator)?,
            generator: program(&file.generator)?,
            constraints: Constraints::parse(&file.constraints, &signature),
            limits: Limits {
                output: limits.output.max(MIN_OUTPUT_LIMIT),
                ..limits
            }
            .with_overrides(&file.limits),
            problem: Arc::new(Problem {
                id: id.to_owned(),
                title: file.title.into_inner(),
                signature,
                checker,
                replies: Vec::new(),
                game: None,
            }),
        })
    }

    fn parse_checker(
        &self,
        written: &Spanned<CheckerSpec>,
        signature: &Signature,
    ) -> Result<Checker, DefinitionError> {
        let depth = signature.answer_type().depth();
        let checker = match written.get_ref() {
            CheckerSpec::Name(CheckerName::Exact) => Checker::Exact,
            CheckerSpec::Name(CheckerName::Unordered) => Checker::Unordered { depth: 1 },
            CheckerSpec::Name(CheckerName::Float) => Checker::DEFAULT_FLOAT_CHECKER,
            CheckerSpec::Unordered { unordered } => Checker::Unordered { depth: *unordered },
            CheckerSpec::Float { absolute, relative } => Checker::Float {
                absolute: *absolute,
                relative: *relative,
            },
            CheckerSpec::Program { program } => {
                let file = self.program_path(written, program)?;
                let source = self.root.read_text(&file);
                let source = source.ok().flatten().ok_or_else(|| {
                    self.error_at(
                        written,
                        format!("{} is not a text file", escape_path(program)),
                    )
                })?;
                Checker::Program { file, source }
            }
        };
        match checker {
            Checker::Unordered { depth: wanted } if wanted == 0 || wanted > depth => {
                let message = format!(
                    "the answer has only {depth} levels of arrays, so the checker cannot ignore the order of items at {wanted} levels"
                );
                Err(self.error_at(written, message))
            }
            Checker::Float { absolute, relative }
                if ![absolute, relative]
                    .iter()
                    .all(|limit| (0.0..1.0).contains(limit)) =>
            {
                let rule = "a tolerance must be at least 0 and less than 1";
                Err(self.error_at(written, rule))
            }
            checker => Ok(checker),
        }
    }

    /// Returns the path of a program, relative to the project.
    fn program_path<T>(&self, place: &Spanned<T>, file: &Path) -> Result<PathBuf, DefinitionError> {
        let path = self.directory.join(file);
        let names_file = file
            .components()
            .all(|part| matches!(part, std::path::Component::Normal(_)));
        if names_file && self.root.read(&path).is_ok_and(|content| content.is_some()) {
            return Ok(path);
        }
        let message = format!(
            "there is no file {} next to {DEFINITION_FILE_NAME}",
            escape_path(file)
        );
        Err(self.error_at(place, message))
    }

    fn error_at<T>(&self, place: &Spanned<T>, message: impl Into<String>) -> DefinitionError {
        toml_file::error_at(self.path, self.text, place.span().start, message.into()).into()
    }
}
