//! Draws and solves the cases of a recipe, and repeats unsuitable draws.

use std::collections::BTreeSet;

use super::recipe_file::{InstanceSource, Recipe, RecipeRow};
use crate::case::GameCase;
use crate::error::SuiteError;
use crate::generate::Stream;
use cat_and_mouse::Instance;
use mousetrap_judge::ProjectPrograms;
use mousetrap_model::CaseId;

/// Maximum number of draws for one case.
const MAX_DRAWS_PER_CASE: usize = 2000;

/// Draws the cases of a recipe.
///
/// A draw is repeated with further numbers from the same stream in these cases: the family found no
/// instance; or one of the drawn cases has the wrong answer, has a depth that is too small, or
/// equals an earlier case of the suite up to symmetry.
pub(crate) struct CaseDrawer<'a, 'p> {
    pub(crate) recipe: &'a Recipe,
    /// The canonical forms of the cases drawn so far.
    pub(crate) seen: BTreeSet<String>,
    /// Runs custom generators. `None` if there must be none.
    pub(crate) programs: Option<&'a mut ProjectPrograms<'p>>,
}

impl CaseDrawer<'_, '_> {
    /// Draws the cases of one row, in order.
    pub(crate) fn draw_row(&mut self, row: &RecipeRow) -> Result<Vec<GameCase>, SuiteError> {
        let mut cases = Vec::with_capacity(row.count);
        for index in 0..row.count / row.source.per_draw() {
            cases.extend(self.draw_accepted_cases(row, index)?);
        }
        Ok(cases)
    }

    /// Draws the cases of draw number `index`, which belong together.
    fn draw_accepted_cases(
        &mut self,
        row: &RecipeRow,
        index: usize,
    ) -> Result<Vec<GameCase>, SuiteError> {
        let suite = self.recipe.suite.to_string();
        let mut stream = Stream::named(&suite, &row.label, row.seed, index);
        let wanted = match row.answers.len() {
            0 => None,
            turns => Some(row.answers[index % turns]),
        };
        for _ in 0..MAX_DRAWS_PER_CASE {
            let drawn = self.try_draw(row, &mut stream)?;
            if let Some(cases) = self.accept_draw(row, index, wanted, drawn) {
                return Ok(cases);
            }
        }
        let asked = wanted.map_or(String::new(), |answer| format!(" with answer {answer}"));
        let depth =
            (row.min_depth).map_or(String::new(), |depth| format!(" of depth {depth} or more"));
        let message = format!(
            "row \"{}\" found no new case{asked}{depth} for case number {} in {MAX_DRAWS_PER_CASE} \
             draws; lower its count, widen its parameters, or relax its answers and min_depth",
            row.label,
            index * row.source.per_draw() + 1
        );
        Err(SuiteError::rule(self.row_position(row), message))
    }

    /// Performs one draw and validates its instances. Returns no instances if the draw failed.
    fn try_draw(
        &mut self,
        row: &RecipeRow,
        stream: &mut Stream,
    ) -> Result<Vec<Instance>, SuiteError> {
        let texts = match &row.source {
            InstanceSource::Family(family, settings) => {
                let drawn = family.draw(settings, stream);
                drawn.iter().map(Instance::text).collect()
            }
            InstanceSource::Program { file, arguments } => {
                let printed = match &mut self.programs {
                    Some(programs) => programs
                        .generate(file, arguments, stream.bits())
                        .map_err(|error| error.to_string()),
                    None => Err(format!("programs such as {file} cannot be run here")),
                };
                vec![printed.map_err(|error| SuiteError::rule(self.row_position(row), error))?]
            }
        };
        let read = |text: String| {
            let instance = self.recipe.suite.game.parse(&text, self.recipe.bounds);
            let instance = instance.map_err(|error| {
                let message = format!("row \"{}\" drew an illegal case: {error}", row.label);
                SuiteError::rule(self.row_position(row), message)
            })?;
            (self.recipe).with_move_limit(instance, &self.recipe.suite.recipe_file())
        };
        texts.into_iter().map(read).collect()
    }

    /// Solves the drawn instances and returns their cases. Returns `None` if one of them is
    /// unsuitable.
    fn accept_draw(
        &mut self,
        row: &RecipeRow,
        index: usize,
        wanted: Option<&'static str>,
        drawn: Vec<Instance>,
    ) -> Option<Vec<GameCase>> {
        if drawn.len() != row.source.per_draw() {
            return None;
        }
        let limits = self.recipe.limits.with_overrides(&row.limits);
        let mut cases = Vec::with_capacity(drawn.len());
        let mut forms = Vec::with_capacity(drawn.len());
        for (place, instance) in drawn.into_iter().enumerate() {
            let form = instance.canonical_text();
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

    /// Returns the file and line of a row, for error messages.
    fn row_position(&self, row: &RecipeRow) -> String {
        format!("{}:{}", self.recipe.suite.recipe_file().display(), row.line)
    }
}
