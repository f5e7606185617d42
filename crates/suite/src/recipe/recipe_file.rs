//! Recipes: the rows of `generators/<problem>/<suite>.toml`, from which cases are drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use crate::case::SuiteName;
use crate::error::SuiteError;
use crate::generate::{Family, Range, Seed, Settings, by_name, no_family};
use cat_and_mouse::game::{Bounds, Ply};
use cat_and_mouse::{Game, Instance};
use mousetrap_model::{LimitOverrides, Limits};
use mousetrap_util::file_name::is_portable_name;
use mousetrap_util::toml_file::{self, TomlError, error_at};

/// The maximum number of cases of one row: case numbers have three digits.
const MAX_COUNT: usize = 999;

/// The settings of a suite, and the rows that its generated cases are drawn from.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    /// The suite. The name of every random stream contains it.
    pub suite: SuiteName,
    /// The accepted board sizes.
    pub bounds: Bounds,
    /// The number of plies after which the cat wins, if it is not that of the public
    /// statement.
    pub max_plies: Option<NonZeroU32>,
    /// The limits of cases that set none themselves.
    pub limits: Limits,
    /// The rows, in order.
    pub rows: Vec<RecipeRow>,
}

/// A row of a recipe: a number of cases of one kind.
#[derive(Clone, Debug)]
pub(crate) struct RecipeRow {
    /// The start of the names of its cases; different for each row.
    pub label: String,
    /// The line of the recipe on which the row begins, or names its program.
    pub line: usize,
    /// The source of the instances.
    pub source: Source,
    /// Chooses among the streams of the row.
    pub seed: Seed,
    /// The number of cases, a multiple of [`Source::per_draw`].
    pub count: usize,
    /// The answers that cases must have, in turn. Empty if any answer is accepted.
    pub answers: Vec<&'static str>,
    /// The minimum depth of the forced end. If it is set, instances without a forced end are
    /// rejected too.
    pub min_depth: Option<Ply>,
    /// The limits of its cases that differ from those of the recipe.
    pub limits: LimitOverrides,
}

/// The source of the instances of a row.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// A family with its parameters.
    Family(&'static Family, Settings),
    /// A program in `generators/` that prints one instance per run.
    Program {
        /// File name in the `generators` directory of the project.
        file: String,
        /// Arguments before the seed.
        arguments: Vec<String>,
    },
}

impl Source {
    /// Returns the number of instances that one draw gives.
    pub(crate) const fn per_draw(&self) -> usize {
        match self {
            Self::Family(family, _) => family.per_draw,
            Self::Program { .. } => 1,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRecipe {
    #[serde(default)]
    extended: bool,
    max_plies: Option<NonZeroU32>,
    #[serde(default)]
    limits: LimitOverrides,
    #[serde(default)]
    family: Vec<Spanned<WrittenRow>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRow {
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
    /// Returns the recipe of a suite without a recipe file, which has no rows.
    pub(crate) const fn empty(suite: SuiteName, limits: Limits) -> Self {
        Self {
            suite,
            bounds: Bounds::Contest,
            max_plies: None,
            limits,
            rows: Vec::new(),
        }
    }

    /// Parses `text`, the content of the recipe file of `suite`. `limits` are those of the
    /// project.
    ///
    /// # Errors
    /// Names line, key, rule and remedy.
    pub(crate) fn parse(suite: SuiteName, text: &str, limits: Limits) -> Result<Self, TomlError> {
        let file = &suite.recipe_file();
        let written: WrittenRecipe = toml_file::parse(file, text)?;
        let game = suite.game;
        let reader = Reader { game, file, text };
        let mut labels = BTreeSet::new();
        let mut rows = Vec::new();
        for row in written.family {
            let label_place = row.span().start;
            let row = reader.row(row)?;
            if !labels.insert(row.label.clone()) {
                let message = format!(
                    "a second row \"{}\"; give it a label of its own, as in label = \"{}-2\"",
                    row.label, row.label
                );
                return Err(error_at(file, text, label_place, message));
            }
            rows.push(row);
        }
        Ok(Self {
            bounds: if written.extended {
                Bounds::Extended
            } else {
                Bounds::Contest
            },
            max_plies: written.max_plies,
            rows,
            ..Self::empty(suite, limits.with(&written.limits))
        })
    }

    /// Sets the move limit of the recipe, if there is one. `file` is the file that an error
    /// names.
    pub(crate) fn limited(&self, instance: Instance, file: &Path) -> Result<Instance, SuiteError> {
        let Some(max_plies) = self.max_plies else {
            return Ok(instance);
        };
        let limited = instance.with_max_plies(max_plies.get());
        limited.ok_or_else(|| SuiteError::rule(file.display(), no_move_limit(self.suite.game)))
    }
}

/// Returns the message that the positions of a game have no move limit.
pub(crate) fn no_move_limit(game: Game) -> String {
    format!("problem {game} has no move limit; remove max_plies")
}

/// Validates the rows of a recipe.
struct Reader<'a> {
    game: Game,
    file: &'a Path,
    text: &'a str,
}

impl Reader<'_> {
    fn error<T>(&self, place: &Spanned<T>, message: impl Into<String>) -> TomlError {
        error_at(self.file, self.text, place.span().start, message.into())
    }

    fn row(&self, written: Spanned<WrittenRow>) -> Result<RecipeRow, TomlError> {
        let place = Spanned::new(written.span(), ());
        let row = written.into_inner();
        let named = row.program.as_ref().map_or(place.span(), Spanned::span);
        let line = self.error(&Spanned::new(named, ()), "").line;
        let (source, default_label) = match (&row.name, &row.program) {
            (Some(name), None) => {
                let family = by_name(self.game, name.get_ref())
                    .ok_or_else(|| self.error(name, no_family(self.game, name.get_ref())))?;
                if !row.arguments.is_empty() {
                    let message = "arguments are for programs; a family takes with = { … }";
                    return Err(self.error(&place, message));
                }
                (self.settings(family, &row.with)?, family.name.to_owned())
            }
            (None, Some(program)) => (self.program(program, &row)?, stem(program.get_ref())),
            _ => {
                let message = "a row needs either name = \"…\", a family, or program = \"…\", \
                               a file in generators/";
                return Err(self.error(&place, message));
            }
        };
        let label = match &row.label {
            Some(label) if is_portable_name(label.get_ref()) => label.get_ref().clone(),
            Some(label) => {
                let message = format!(
                    "label \"{}\" is not a file name; use lower-case letters, digits, \"-\" and \"_\"",
                    label.get_ref()
                );
                return Err(self.error(label, message));
            }
            None => default_label,
        };
        let (count, per_draw) = (*row.count.get_ref(), source.per_draw());
        if count == 0 || count > MAX_COUNT || count % per_draw != 0 {
            let message = if count % per_draw == 0 {
                format!("count is {count}, but must be within 1 to {MAX_COUNT}")
            } else {
                format!("count is {count}, but cases of \"{label}\" come {per_draw} at a time")
            };
            return Err(self.error(&row.count, message));
        }
        if per_draw > 1 && (!row.answers.is_empty() || row.min_depth.is_some()) {
            let message = format!(
                "\"{label}\" draws cases that belong together; answers and min_depth cannot be \
                 asked for"
            );
            return Err(self.error(&place, message));
        }
        Ok(RecipeRow {
            label,
            line,
            source,
            seed: row.seed,
            count,
            answers: self.answers(&row.answers)?,
            min_depth: row.min_depth.map(Ply),
            limits: row.limits,
        })
    }

    fn settings(
        &self,
        family: &'static Family,
        with: &BTreeMap<Spanned<String>, Spanned<Range>>,
    ) -> Result<Source, TomlError> {
        let mut settings = family.defaults();
        for (name, value) in with {
            family
                .set(&mut settings, name.get_ref(), *value.get_ref())
                .map_err(|error| self.error(name, error.to_string()))?;
        }
        Ok(Source::Family(family, settings))
    }

    fn program(&self, program: &Spanned<String>, row: &WrittenRow) -> Result<Source, TomlError> {
        if let Some((name, _)) = row.with.iter().next() {
            let message = "with = { … } is for families; a program takes arguments = [\"…\"]";
            return Err(self.error(name, message));
        }
        let file = program.get_ref();
        if file.starts_with('/') || file.split('/').any(|part| matches!(part, "" | "." | "..")) {
            let message =
                format!("program \"{file}\" must be a file in generators/, named from there");
            return Err(self.error(program, message));
        }
        Ok(Source::Program {
            file: file.clone(),
            arguments: row.arguments.clone(),
        })
    }

    fn answers(&self, written: &[Spanned<String>]) -> Result<Vec<&'static str>, TomlError> {
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
                self.error(answer, message)
            })
        };
        written.iter().map(canonical).collect()
    }
}

/// Returns the label for a program: `odd_boards` for `odd_boards.py`.
fn stem(program: &str) -> String {
    let name = Path::new(program).file_stem().unwrap_or_default();
    let name = name.to_string_lossy().to_ascii_lowercase();
    let name = Some(name).filter(|name| is_portable_name(name));
    name.unwrap_or_else(|| "program".to_owned())
}
