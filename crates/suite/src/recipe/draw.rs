//! Draws and solves the cases of a recipe. Unsuitable draws are repeated.

use std::collections::BTreeSet;

use super::recipe_file::{Recipe, RecipeRow, Source};
use crate::case::GameCase;
use crate::error::{CustomGeneratorError, SuiteError};
use crate::generate::Stream;
use cat_and_mouse::Instance;
use mousetrap_judge::ProjectPrograms;
use mousetrap_model::CaseId;

/// The maximum number of draws for one case.
const MAX_DRAWS: usize = 2000;

/// Runs custom generators. [`ProjectPrograms`] of the judge do so in the sandbox.
///
/// Protocol: the arguments of a program are those of its recipe row, followed by a seed
/// (a number below 2^64 in decimal). The program prints one instance in the text form or
/// the `LeetCode` form and exits with 0. The same seed must give the same instance. The
/// output is validated like any other instance.
pub trait CustomGenerators {
    /// Returns the output of `program`, a path relative to `generators/`, for a seed.
    ///
    /// # Errors
    /// If the program cannot be run.
    fn run(
        &mut self,
        program: &str,
        arguments: &[String],
        seed: u64,
    ) -> Result<String, CustomGeneratorError>;
}

impl CustomGenerators for ProjectPrograms<'_> {
    fn run(
        &mut self,
        program: &str,
        arguments: &[String],
        seed: u64,
    ) -> Result<String, CustomGeneratorError> {
        Ok(ProjectPrograms::generate(self, program, arguments, seed)?)
    }
}

/// Refuses to run any program. For recipes without custom generators, such as those in
/// tests of families.
#[derive(Debug)]
pub struct NoCustomGenerators;

impl CustomGenerators for NoCustomGenerators {
    fn run(&mut self, program: &str, _: &[String], _: u64) -> Result<String, CustomGeneratorError> {
        Err(format!("generator {program} is not run here").into())
    }
}

/// Draws the cases of a recipe.
///
/// Retry rule: a draw is repeated further down the same stream if the family found no
/// instance, or if a case has the wrong answer, is too short, or equals an earlier case of
/// the suite up to symmetry.
pub(crate) struct Drawer<'a> {
    pub(crate) recipe: &'a Recipe,
    /// Canonical forms of the cases so far.
    pub(crate) seen: BTreeSet<String>,
    pub(crate) generators: &'a mut dyn CustomGenerators,
}

impl Drawer<'_> {
    /// Draws the cases of one row, in order.
    pub(crate) fn row(&mut self, row: &RecipeRow) -> Result<Vec<GameCase>, SuiteError> {
        let mut cases = Vec::with_capacity(row.count);
        for index in 0..row.count / row.source.per_draw() {
            cases.extend(self.draw(row, index)?);
        }
        Ok(cases)
    }

    /// Draws the cases with number `index`, which belong together.
    fn draw(&mut self, row: &RecipeRow, index: usize) -> Result<Vec<GameCase>, SuiteError> {
        let suite = self.recipe.suite.to_string();
        let mut stream = Stream::named(&suite, &row.label, row.seed, index);
        let wanted = match row.answers.len() {
            0 => None,
            turns => Some(row.answers[index % turns]),
        };
        for _ in 0..MAX_DRAWS {
            let drawn = self.attempt(row, &mut stream)?;
            if let Some(cases) = self.accept(row, index, wanted, drawn) {
                return Ok(cases);
            }
        }
        let asked = wanted.map_or(String::new(), |answer| format!(" with answer {answer}"));
        let depth =
            (row.min_depth).map_or(String::new(), |depth| format!(" of depth {depth} or more"));
        let message = format!(
            "row \"{}\" found no new case{asked}{depth} for number {} in {MAX_DRAWS} draws; lower \
             count, widen its parameters, or ask for less",
            row.label,
            index * row.source.per_draw() + 1
        );
        Err(SuiteError::rule(self.place(row), message))
    }

    /// Draws once and validates the instances. Returns none if the family found none.
    fn attempt(
        &mut self,
        row: &RecipeRow,
        stream: &mut Stream,
    ) -> Result<Vec<Instance>, SuiteError> {
        let texts = match &row.source {
            Source::Family(family, settings) => {
                let drawn = family.draw(settings, stream);
                drawn.iter().map(Instance::text).collect()
            }
            Source::Program { file, arguments } => {
                let printed = self.generators.run(file, arguments, stream.bits());
                vec![printed.map_err(|source| SuiteError::CustomGenerator {
                    place: self.place(row),
                    source,
                })?]
            }
        };
        let read = |text: String| {
            let instance = self.recipe.suite.game.parse(&text, self.recipe.bounds);
            let instance = instance.map_err(|error| {
                let message = format!("row \"{}\" drew an illegal case, {error}", row.label);
                SuiteError::rule(self.place(row), message)
            })?;
            (self.recipe).limited(instance, &self.recipe.suite.recipe_file())
        };
        texts.into_iter().map(read).collect()
    }

    /// Solves the drawn instances. Returns `None` if one of them is unsuitable.
    fn accept(
        &mut self,
        row: &RecipeRow,
        index: usize,
        wanted: Option<&'static str>,
        drawn: Vec<Instance>,
    ) -> Option<Vec<GameCase>> {
        if drawn.len() != row.source.per_draw() {
            return None;
        }
        let limits = self.recipe.limits.with(&row.limits);
        let mut cases = Vec::with_capacity(drawn.len());
        let mut forms = Vec::with_capacity(drawn.len());
        for (place, instance) in drawn.into_iter().enumerate() {
            let form = instance.canonical();
            let is_known = self.seen.contains(&form) || forms.contains(&form);
            let number = index * row.source.per_draw() + place + 1;
            let suite = &self.recipe.suite.suite;
            let id = CaseId(format!("{suite}/{}-{number:03}", row.label));
            let case = GameCase::solved(id, instance, limits);
            let right = wanted.is_none_or(|answer| answer == case.answer);
            let long = row.min_depth.is_none() || case.outcome.depth() >= row.min_depth;
            if is_known || !right || !long {
                return None;
            }
            cases.push(case);
            forms.push(form);
        }
        self.seen.extend(forms);
        Some(cases)
    }

    /// Returns the file and the line of a row, for messages.
    fn place(&self, row: &RecipeRow) -> String {
        format!("{}:{}", self.recipe.suite.recipe_file().display(), row.line)
    }
}
