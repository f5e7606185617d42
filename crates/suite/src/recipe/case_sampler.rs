//! Generates the cases of a recipe at random and solves them. Tries again if a case is unsuitable.

use std::collections::BTreeSet;
use std::path::Path;

use super::recipe_file::{InstanceSource, Recipe, RecipeRow};
use crate::case::GameCase;
use crate::error::SuiteError;
use crate::generate::RandomStream;
use cat_and_mouse::Instance;
use mousetrap_judge::ProjectPrograms;
use mousetrap_model::CaseId;

/// Maximum number of attempts to draw one case or one pair of cases.
const MAX_ATTEMPTS_PER_CASE: usize = 2000;

/// Generates a suite's cases at random, as its recipe describes them.
///
/// An attempt fails if the family finds no instance, if a case has the wrong answer, if its forced
/// win is too short, or if the case is equivalent by symmetry to an earlier case of the suite. The
/// next attempt continues with the same random stream.
pub(crate) struct CaseSampler<'a, 'p> {
    pub(crate) recipe: &'a Recipe,
    /// The canonical forms of the cases drawn so far.
    pub(crate) seen: BTreeSet<String>,
    /// Runs custom generators. `None` forbids custom generators.
    pub(crate) programs: Option<&'a mut ProjectPrograms<'p>>,
}

impl CaseSampler<'_, '_> {
    /// Generates the cases of a recipe row, in order.
    pub(crate) fn sample_row(&mut self, row: &RecipeRow) -> Result<Vec<GameCase>, SuiteError> {
        let mut cases = Vec::with_capacity(row.count);
        for index in 0..row.count / row.source.instances_per_draw() {
            cases.extend(self.sample_suitable_cases(row, index)?);
        }
        Ok(cases)
    }

    /// Generates one case, or one pair of cases, and tries again until the cases are suitable.
    /// `index` is the number of the case or pair in its row.
    fn sample_suitable_cases(
        &mut self,
        row: &RecipeRow,
        index: usize,
    ) -> Result<Vec<GameCase>, SuiteError> {
        let suite = self.recipe.suite.to_string();
        let mut stream = RandomStream::named(&suite, &row.label, row.seed, index);
        let wanted = match row.answers.len() {
            0 => None,
            turns => Some(row.answers[index % turns]),
        };
        for _ in 0..MAX_ATTEMPTS_PER_CASE {
            let drawn = self.sample_instances(row, &mut stream)?;
            if let Some(cases) = self.accept_instances(row, index, wanted, drawn) {
                return Ok(cases);
            }
        }
        let asked = wanted.map_or(String::new(), |answer| format!(" whose answer is {answer}"));
        let depth = (row.min_depth).map_or(String::new(), |n| {
            format!(" with a forced win of {n}+ plies")
        });
        let message = format!(
            "row \"{}\" found no new case{asked}{depth} for case number {} in {MAX_ATTEMPTS_PER_CASE} \
             attempts; lower its count, widen its parameters, or relax its answers and min_depth",
            row.label,
            index * row.source.instances_per_draw() + 1
        );
        Err(SuiteError::new(self.row_position(row), message))
    }

    /// Makes one attempt to generate instances, and validates them. Returns no instances if the
    /// attempt fails.
    fn sample_instances(
        &mut self,
        row: &RecipeRow,
        stream: &mut RandomStream,
    ) -> Result<Vec<Instance>, SuiteError> {
        let texts = match &row.source {
            InstanceSource::Family(family, ranges) => {
                let drawn = family.draw(ranges, stream);
                drawn.iter().map(Instance::text).collect()
            }
            InstanceSource::Program { file, arguments } => {
                let path = Path::new("generators").join(file);
                let printed = match &mut self.programs {
                    Some(programs) => programs
                        .run_with_seed(&path, arguments, stream.random_bits())
                        .map_err(|error| error.to_string()),
                    None => Err(format!("cannot run {file}: custom generators are disabled")),
                };
                vec![printed.map_err(|error| SuiteError::new(self.row_position(row), error))?]
            }
        };
        let read = |text: String| {
            let instance = self.recipe.suite.game.parse(&text, self.recipe.bounds);
            let instance = instance.map_err(|error| {
                let message = format!("row \"{}\" produced an invalid case: {error}", row.label);
                SuiteError::new(self.row_position(row), message)
            })?;
            (self.recipe).with_move_limit(instance, &self.recipe.suite.recipe_file())
        };
        texts.into_iter().map(read).collect()
    }

    /// Solves the drawn instances and converts them to cases. Returns `None` if a case is
    /// unsuitable.
    fn accept_instances(
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
