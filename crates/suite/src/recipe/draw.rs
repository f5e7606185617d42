//! Draws and solves the cases of a recipe. Repeats a draw whose cases are unsuitable.

use std::collections::BTreeSet;

use super::recipe_file::{InstanceSource, Recipe, RecipeRow};
use crate::case::GameCase;
use crate::error::SuiteError;
use crate::generate::Stream;
use cat_and_mouse::Instance;
use mousetrap_judge::ProjectPrograms;
use mousetrap_model::CaseId;

/// Maximum number of attempts to draw one case or one pair of cases.
const MAX_DRAWS_PER_CASE: usize = 2000;

/// Draws the cases of the recipe of one suite.
///
/// A draw is repeated with the next random numbers of its stream if the family found no instance.
/// It is also repeated if a drawn case has the wrong answer, is not deep enough, or equals an
/// earlier case of the suite up to symmetry.
pub(crate) struct CaseDrawer<'a, 'p> {
    pub(crate) recipe: &'a Recipe,
    /// The canonical forms of the cases drawn so far.
    pub(crate) seen: BTreeSet<String>,
    /// Runs custom generators. `None` forbids custom generators.
    pub(crate) programs: Option<&'a mut ProjectPrograms<'p>>,
}

impl CaseDrawer<'_, '_> {
    /// Draws the cases of one row, in order.
    pub(crate) fn draw_row(&mut self, row: &RecipeRow) -> Result<Vec<GameCase>, SuiteError> {
        let mut cases = Vec::with_capacity(row.count);
        for index in 0..row.count / row.source.instances_per_draw() {
            cases.extend(self.draw_accepted_cases(row, index)?);
        }
        Ok(cases)
    }

    /// Repeats draw number `index` until its cases are accepted. A draw yields one case, or a pair.
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
            index * row.source.instances_per_draw() + 1
        );
        Err(SuiteError::new(self.row_position(row), message))
    }

    /// Draws once and validates the instances. Returns no instances if the draw failed.
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
                        .generate(file, arguments, stream.random_bits())
                        .map_err(|error| error.to_string()),
                    None => Err(format!("custom generator {file} is not allowed here")),
                };
                vec![printed.map_err(|error| SuiteError::new(self.row_position(row), error))?]
            }
        };
        let read = |text: String| {
            let instance = self.recipe.suite.game.parse(&text, self.recipe.bounds);
            let instance = instance.map_err(|error| {
                let message = format!("row \"{}\" drew an illegal case: {error}", row.label);
                SuiteError::new(self.row_position(row), message)
            })?;
            (self.recipe).with_move_limit(instance, &self.recipe.suite.recipe_file())
        };
        texts.into_iter().map(read).collect()
    }

    /// Solves the drawn instances and converts them to cases. Returns `None` if a case is
    /// unsuitable.
    fn accept_draw(
        &mut self,
        row: &RecipeRow,
        index: usize,
        wanted: Option<&'static str>,
        drawn: Vec<Instance>,
    ) -> Option<Vec<GameCase>> {
        if drawn.len() != row.source.instances_per_draw() {
            return None;
        }
        let limits = self.recipe.limits.with_overrides(&row.limits);
        let mut cases = Vec::with_capacity(drawn.len());
        let mut forms = Vec::with_capacity(drawn.len());
        for (place, instance) in drawn.into_iter().enumerate() {
            let form = instance.canonical_text();
            let is_known = self.seen.contains(&form) || forms.contains(&form);
            let number = index * row.source.instances_per_draw() + place + 1;
            let suite = &self.recipe.suite.suite;
            let id = CaseId(format!("{suite}/{}-{number:03}", row.label));
            let case = GameCase::from_instance(id, instance, limits);
            let is_correct = wanted.is_none_or(|answer| answer == case.answer);
            let is_deep = row.min_depth.is_none() || case.outcome.depth() >= row.min_depth;
            if is_known || !is_correct || !is_deep {
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
