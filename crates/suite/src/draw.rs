//! From the rows of a recipe to cases: drawing, solving, and drawing again
//! where a case is not wanted.

use std::collections::BTreeSet;
use std::path::Path;

use super::Case;
use super::error::SuiteError;
use super::programs::Programs;
use crate::generate::{Recipe, RecipeRow, Seed, Source, Stream};
use cat_and_mouse::game::Ply;
use cat_and_mouse::{Game, Instance};
use mousetrap_model::CaseId;
use mousetrap_model::Limits;

/// Draws per case after which a row is given up: what it asks for is too rare.
const ATTEMPTS: usize = 2000;

/// Makes the cases of a recipe.
///
/// Retry rule: a draw that is not wanted (no luck, the wrong answer, too
/// short, or equal to an earlier case of the suite up to symmetry) is repeated
/// further down the same stream.
pub(super) struct Drawer<'a> {
    pub(super) problem: Game,
    pub(super) suite: &'a str,
    pub(super) recipe: &'a Recipe,
    /// The recipe's file, for messages.
    pub(super) file: &'a Path,
    pub(super) limits: Limits,
    /// Canonical forms of the cases so far.
    pub(super) seen: BTreeSet<String>,
    pub(super) programs: &'a mut dyn Programs,
}

impl Drawer<'_> {
    /// The cases of one row, in order.
    pub(super) fn row(&mut self, row: &RecipeRow) -> Result<Vec<Case>, SuiteError> {
        let mut cases = Vec::with_capacity(row.count);
        for index in 0..row.count / row.source.per_draw() {
            cases.extend(self.draw(row, index)?);
        }
        Ok(cases)
    }

    /// The cases of draw `index`, which belong together.
    fn draw(&mut self, row: &RecipeRow, index: usize) -> Result<Vec<Case>, SuiteError> {
        let mut stream = Stream::named(&self.recipe.id, &row.label, row.seed, index);
        let wanted = match row.answers.len() {
            0 => None,
            turns => Some(row.answers[index % turns]),
        };
        let mut deepest: Option<Deepest> = None;
        for number in 1..=ATTEMPTS {
            let drawn = self.attempt(row, &mut stream)?;
            match self.accept(row, index, wanted, drawn) {
                Draw::Accepted(cases) => return Ok(cases),
                Draw::Rejected(None) => {}
                Draw::Rejected(Some(case)) => {
                    let rejected = Deepest::new(case, wanted, number);
                    if (deepest.as_ref()).is_none_or(|before| before.rank < rejected.rank) {
                        deepest = Some(rejected);
                    }
                }
            }
        }
        let asked = wanted.map_or(String::new(), |answer| format!(" with answer {answer}"));
        let depth =
            (row.min_depth).map_or(String::new(), |depth| format!(" of depth {depth} or more"));
        let mut message = format!(
            "row \"{}\" found no new case{asked}{depth} for number {} in {ATTEMPTS} draws; lower \
             count, widen its parameters, or ask for less",
            row.label,
            index * row.source.per_draw() + 1
        );
        if let Some(deepest) = deepest {
            message.push('\n');
            message += &deepest.describe(row.seed);
        }
        Err(self.at(row, message))
    }

    /// One draw, validated by the rules of the game; empty if it had no luck.
    fn attempt(
        &mut self,
        row: &RecipeRow,
        stream: &mut Stream,
    ) -> Result<Vec<Instance>, SuiteError> {
        let texts = match &row.source {
            Source::Family(family, settings) => {
                let drawn = family.draw(settings, stream);
                drawn.iter().map(cat_and_mouse::Instance::text).collect()
            }
            Source::Program { file, arguments } => {
                let printed = self.programs.run(file, arguments, stream.bits());
                vec![printed.map_err(|source| SuiteError::Program {
                    place: self.place(row),
                    source,
                })?]
            }
        };
        let parse = |text: String| {
            let read = self.problem.parse(&text, self.recipe.bounds);
            read.map_err(|error| {
                let message = format!("row \"{}\" drew an illegal case, {error}", row.label);
                self.at(row, message)
            })
        };
        let instances: Result<Vec<_>, _> = texts.into_iter().map(parse).collect();
        instances?
            .into_iter()
            .map(|instance| with_max_plies(instance, self.recipe, self.file))
            .collect()
    }

    /// Solves what was drawn and takes it if it is wanted.
    fn accept(
        &mut self,
        row: &RecipeRow,
        index: usize,
        wanted: Option<&'static str>,
        drawn: Vec<Instance>,
    ) -> Draw {
        if drawn.len() != row.source.per_draw() {
            return Draw::Rejected(None);
        }
        let limits = self.limits.with(&row.limits);
        let mut cases = Vec::with_capacity(drawn.len());
        let mut forms = Vec::with_capacity(drawn.len());
        for (place, instance) in drawn.into_iter().enumerate() {
            let form = instance.canonical();
            let is_known = self.seen.contains(&form) || forms.contains(&form);
            let number = index * row.source.per_draw() + place + 1;
            let id = CaseId(format!("{}/{}-{number:03}", self.suite, row.label));
            let case = Case::solved(id, instance, limits);
            let right = wanted.is_none_or(|answer| answer == case.answer);
            let long = row.min_depth.is_none() || case.outcome.depth() >= row.min_depth;
            if is_known || !right || !long {
                return Draw::Rejected(Some(case));
            }
            cases.push(case);
            forms.push(form);
        }
        self.seen.extend(forms);
        Draw::Accepted(cases)
    }

    fn at(&self, row: &RecipeRow, message: String) -> SuiteError {
        SuiteError::rule(self.place(row), message)
    }

    fn place(&self, row: &RecipeRow) -> String {
        format!("{}:{}", self.file.display(), row.line)
    }
}

/// The result of one draw.
enum Draw {
    Accepted(Vec<Case>),
    /// The case that is not wanted, if there is one.
    Rejected(Option<Case>),
}

/// The case with the longest forced win among those that were rejected.
struct Deepest {
    case: Case,
    /// The number of the draw.
    draw: usize,
    /// Instances with the wanted answer rank above all others.
    rank: (bool, Option<Ply>),
}

impl Deepest {
    fn new(case: Case, wanted: Option<&str>, draw: usize) -> Self {
        let has_answer = wanted.is_none_or(|answer| answer == case.answer);
        Self {
            rank: (has_answer, case.outcome.depth()),
            case,
            draw,
        }
    }

    fn describe(&self, seed: Seed) -> String {
        let Case {
            instance,
            answer,
            outcome,
            ..
        } = &self.case;
        let depth = outcome.depth();
        let depth = depth.map_or("no forced win".to_owned(), |depth| format!("depth {depth}"));
        format!(
            "deepest instance drawn: {depth}, answer {answer}, draw {} of seed {seed}\n{}\n{}",
            self.draw,
            instance.draw().trim_end(),
            instance.leetcode().trim_end()
        )
    }
}

/// The instance under the move limit of its recipe.
pub(super) fn with_max_plies(
    instance: Instance,
    recipe: &Recipe,
    file: &Path,
) -> Result<Instance, SuiteError> {
    let Some(max_plies) = recipe.max_plies else {
        return Ok(instance);
    };
    instance.with_max_plies(max_plies).ok_or_else(|| {
        let problem = instance.game().id();
        let message = format!("problem {problem} knows no move limit; remove max_plies");
        SuiteError::rule(file.display(), message)
    })
}
