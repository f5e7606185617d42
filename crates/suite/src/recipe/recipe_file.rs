//! Reads recipes, which are stored in `generators/<problem>/<suite>.toml`. Each row of a recipe
//! describes how to draw some cases.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use crate::case::SuiteName;
use crate::error::SuiteError;
use crate::generate::{
    Family, ParameterRanges, Range, Seed, family_by_name, unknown_family_message,
};
use cat_and_mouse::game::{Bounds, Ply};
use cat_and_mouse::{Game, Instance};
use mousetrap_model::{LimitOverrides, Limits};
use mousetrap_util::file_name::is_portable_name;
use mousetrap_util::toml_file::{self, TomlError, error_at};

/// Maximum number of cases per row, because case numbers have three digits.
const MAX_CASES_PER_ROW: usize = 999;

/// The settings of a suite, and the rows from which its cases are drawn.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    /// The suite's name, which is part of the name of every random stream.
    pub suite: SuiteName,
    /// The accepted sizes of instances.
    pub bounds: Bounds,
    /// The number of plies after which the cat wins, if it differs from the number in the public
    /// statement.
    pub max_plies: Option<NonZeroU32>,
    /// The default limits of the cases, which rows and cases can override.
    pub limits: Limits,
    /// The rows, in order.
    pub rows: Vec<RecipeRow>,
}

/// A recipe row, which describes how to draw a fixed number of cases from a single source.
#[derive(Clone, Debug)]
pub(crate) struct RecipeRow {
    /// The prefix of the row's case names, which is unique in the recipe.
    pub label: String,
    /// The line number of the key `program` or, if the row has a family, of the beginning of the
    /// row.
    pub line: usize,
    /// The source of the instances.
    pub source: InstanceSource,
    /// The seed of the row's random streams. A different seed produces different cases.
    pub seed: Seed,
    /// The number of cases, a multiple of [`InstanceSource::instances_per_draw`].
    pub count: usize,
    /// The required answers, which are assigned to the cases in rotation. If there are none, every
    /// answer is accepted.
    pub answers: Vec<&'static str>,
    /// The minimum number of plies of the forced win. If set, instances without a forced win are
    /// rejected as well.
    pub min_depth: Option<Ply>,
    /// The limits for this row's cases, which override the recipe's limits.
    pub limits: LimitOverrides,
}

/// The source of a row's instances.
#[derive(Clone, Debug)]
pub(crate) enum InstanceSource {
    /// A family with its parameters.
    Family(&'static Family, ParameterRanges),
    /// A program in `generators/` that prints one instance per run.
    Program {
        /// The program's path, relative to the project's `generators` directory.
        file: String,
        /// The program's arguments before the seed.
        arguments: Vec<String>,
    },
}

impl InstanceSource {
    /// Returns the number of instances that are drawn together.
    pub(crate) const fn instances_per_draw(&self) -> usize {
        match self {
            Self::Family(family, _) => family.instances_per_draw,
            Self::Program { .. } => 1,
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawRecipe {
    extended: bool,
    max_plies: Option<NonZeroU32>,
    limits: LimitOverrides,
    family: Vec<Spanned<RawRow>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRow {
    name: Option<Spanned<String>>,
    program: Option<Spanned<String>>,
    #[serde(default)]
    arguments: Vec<String>,
    label: Option<Spanned<String>>,
    #[serde(default)]
    seed: Seed,
    count: Spanned<usize>,
    #[serde(default)]
    answers: Vec<Spanned<String>>,
    min_depth: Option<u32>,
    #[serde(default)]
    with: BTreeMap<Spanned<String>, Spanned<Range>>,
    #[serde(default)]
    limits: LimitOverrides,
}

impl Recipe {
    /// Returns the empty recipe of a suite that has no recipe file.
    pub(crate) const fn empty(suite: SuiteName, limits: Limits) -> Self {
        Self {
            suite,
            bounds: Bounds::Contest,
            max_plies: None,
            limits,
            rows: Vec::new(),
        }
    }

    /// Parses `text`, the content of the suite's recipe file. `limits` are the project's limits.
    ///
    /// # Errors
    /// Returns the line, the key, the broken rule and a way to fix the mistake.
    pub(crate) fn parse(suite: SuiteName, text: &str, limits: Limits) -> Result<Self, TomlError> {
        let file = &suite.recipe_file();
        let raw: RawRecipe = toml_file::parse(file, text)?;
        let game = suite.game;
        let reader = RowReader { game, file, text };
        let mut labels = BTreeSet::new();
        let mut rows = Vec::new();
        for row in raw.family {
            let label_place = row.span().start;
            let row = reader.read_row(row)?;
            if !labels.insert(row.label.clone()) {
                let message = format!(
                    "two rows are named \"{}\"; give one a unique label, such as label = \"{}-2\"",
                    row.label, row.label
                );
                return Err(error_at(file, text, label_place, message));
            }
            rows.push(row);
        }
        Ok(Self {
            bounds: if raw.extended {
                Bounds::Extended
            } else {
                Bounds::Contest
            },
            max_plies: raw.max_plies,
            rows,
            ..Self::empty(suite, limits.with_overrides(&raw.limits))
        })
    }

    /// Returns the instance with the recipe's move limit, or the instance unchanged if the recipe
    /// sets no limit. `file` is the path to show in an error message.
    pub(crate) fn with_move_limit(
        &self,
        instance: Instance,
        file: &Path,
    ) -> Result<Instance, SuiteError> {
        let Some(max_plies) = self.max_plies else {
            return Ok(instance);
        };
        let limited = instance.with_max_plies(max_plies.get());
        limited
            .ok_or_else(|| SuiteError::new(file.display(), no_move_limit_message(self.suite.game)))
    }
}

/// Returns the error message for a move limit in a game without move limits.
pub(crate) fn no_move_limit_message(game: Game) -> String {
    format!("problem {game} has no move limit; remove max_plies")
}

/// Reads and validates the rows of a recipe.
struct RowReader<'a> {
    game: Game,
    file: &'a Path,
    text: &'a str,
}

impl RowReader<'_> {
    fn error_at_value<T>(&self, place: &Spanned<T>, message: impl Into<String>) -> TomlError {
        error_at(self.file, self.text, place.span().start, message.into())
    }

    fn read_row(&self, raw: Spanned<RawRow>) -> Result<RecipeRow, TomlError> {
        let place = Spanned::new(raw.span(), ());
        let row = raw.into_inner();
        let named = row.program.as_ref().map_or(place.span(), Spanned::span);
        let line = self.error_at_value(&Spanned::new(named, ()), "").line;
        let (source, default_label) = self.read_source(&row, &place)?;
        let label = match &row.label {
            Some(label) if is_portable_name(label.get_ref()) => label.get_ref().clone(),
            Some(label) => {
                let message = format!(
                    "invalid label \"{}\"; use only lower-case letters, digits, \"-\" and \"_\"",
                    label.get_ref()
                );
                return Err(self.error_at_value(label, message));
            }
            None => default_label,
        };
        let (count, instances_per_draw) = (*row.count.get_ref(), source.instances_per_draw());
        if count == 0 || count > MAX_CASES_PER_ROW || count % instances_per_draw != 0 {
            let message = if count % instances_per_draw == 0 {
                format!("count is {count}, but must be from 1 to {MAX_CASES_PER_ROW}")
            } else {
                format!(
                    "count is {count}, but must be a multiple of {instances_per_draw}, since \"{label}\" draws {instances_per_draw} cases at a time"
                )
            };
            return Err(self.error_at_value(&row.count, message));
        }
        if instances_per_draw > 1 && (!row.answers.is_empty() || row.min_depth.is_some()) {
            let message = format!(
                "\"{label}\" draws pairs of cases, so it supports neither answers nor min_depth; \
                 remove them"
            );
            return Err(self.error_at_value(&place, message));
        }
        Ok(RecipeRow {
            label,
            line,
            source,
            seed: row.seed,
            count,
            answers: self.canonical_answers(&row.answers)?,
            min_depth: row.min_depth.map(Ply),
            limits: row.limits,
        })
    }

    /// Returns the source of a row's instances, and the row's default label.
    fn read_source(
        &self,
        row: &RawRow,
        place: &Spanned<()>,
    ) -> Result<(InstanceSource, String), TomlError> {
        match (&row.name, &row.program) {
            (Some(name), None) => {
                let family = family_by_name(self.game, name.get_ref()).ok_or_else(|| {
                    self.error_at_value(name, unknown_family_message(self.game, name.get_ref()))
                })?;
                if !row.arguments.is_empty() {
                    let message = "only programs take `arguments`; set a family's parameters in `with = { … }`";
                    return Err(self.error_at_value(place, message));
                }
                let mut ranges = family.defaults();
                for (name, value) in &row.with {
                    family
                        .set_parameter(&mut ranges, name.get_ref(), *value.get_ref())
                        .map_err(|error| self.error_at_value(name, error.to_string()))?;
                }
                let label = family.name.to_owned();
                Ok((InstanceSource::Family(family, ranges), label))
            }
            (None, Some(program)) => {
                if let Some((name, _)) = row.with.iter().next() {
                    let message =
                        "only families take `with = { … }`; a program takes `arguments = [\"…\"]`";
                    return Err(self.error_at_value(name, message));
                }
                let (file, arguments) = (program.get_ref().clone(), row.arguments.clone());
                let is_unsafe = |part| matches!(part, "" | "." | "..");
                if file.starts_with('/') || file.split('/').any(is_unsafe) {
                    let message = format!(
                        "program \"{file}\" must be a path relative to generators/, without \"..\""
                    );
                    return Err(self.error_at_value(program, message));
                }
                let label = label_of_program(&file);
                Ok((InstanceSource::Program { file, arguments }, label))
            }
            _ => {
                let message = "a row needs either a family, as in name = \"…\", or a file in \
                               generators/, as in program = \"…\"";
                Err(self.error_at_value(place, message))
            }
        }
    }

    fn canonical_answers(&self, raw: &[Spanned<String>]) -> Result<Vec<&'static str>, TomlError> {
        let replies = self.game.replies();
        let canonical = |answer: &Spanned<String>| {
            let found = replies.iter().find(|reply| *reply == answer.get_ref());
            found.copied().ok_or_else(|| {
                let message = format!(
                    "\"{}\" is not an answer of problem {}; expected one of: {}",
                    answer.get_ref(),
                    self.game,
                    replies.join(", ")
                );
                self.error_at_value(answer, message)
            })
        };
        raw.iter().map(canonical).collect()
    }
}

/// Returns the default label of a program's row, such as `odd_boards` for `odd_boards.py`.
fn label_of_program(program: &str) -> String {
    let name = Path::new(program).file_stem().unwrap_or_default();
    let name = name.to_string_lossy().to_ascii_lowercase();
    let name = Some(name).filter(|name| is_portable_name(name));
    name.unwrap_or_else(|| "program".to_owned())
}
