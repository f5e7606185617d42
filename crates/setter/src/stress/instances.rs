//! What a search needs to know about the instances of a problem: their cases, and how to simplify
//! them.

use std::ops::ControlFlow;

use super::search_plan::SearchError;
use super::shrink::{ShrinkResult, shrink};
use cat_and_mouse::Instance;
use mousetrap_model::{Case, CaseId, Limits};
use mousetrap_suite::GameCase;

/// An instance on which to try a submission, with its origin.
#[derive(Clone, Debug)]
pub struct InstanceWithOrigin<I = Instance> {
    /// The instance: a board or a graph of a game, or the arguments of a custom problem.
    pub instance: I,
    /// The origin of the instance, such as a family, `near miss`, or the name of a stored case.
    pub origin: String,
}

impl InstanceWithOrigin {
    /// Creates the instance of a stored case, with the case's name as its origin.
    pub fn from_case(case: &GameCase) -> Self {
        Self {
            origin: case.id.to_string(),
            instance: case.instance.clone(),
        }
    }
}

/// A function that tells whether a simpler instance has the wanted property. `Break` stops
/// shrinking.
pub type PredicateFn<'a, I> = dyn FnMut(&I) -> ControlFlow<(), bool> + 'a;

/// The instances of one problem.
pub trait Instances {
    /// An instance of the problem.
    type Instance: Clone + Send;

    /// Whether a failure on a simpler instance counts as the same failure even if the replies and
    /// the correct answer differ, as long as the verdicts are the same.
    const ALLOWS_DIFFERENT_ANSWERS: bool;

    /// Returns the case for an instance, with the correct answer. Returns `None` if the instance is
    /// not allowed, or if the user asked to stop.
    ///
    /// # Errors
    /// Returns an error if the correct answer cannot be computed, or if the judge fails.
    fn case(&self, instance: &Self::Instance) -> Result<Option<Case>, SearchError>;

    /// Simplifies an instance step by step, and keeps each step for which `holds` returns true.
    fn shrink(
        &self,
        instance: Self::Instance,
        holds: &mut PredicateFn<'_, Self::Instance>,
    ) -> ShrinkResult<Self::Instance>;

    /// Returns the size of an instance, for the progress display.
    fn size(&self, instance: &Self::Instance) -> usize;
}

/// The instances of a game, with the limits of their cases. The reference solver computes the
/// answers.
#[derive(Clone, Copy, Debug)]
pub struct GameInstances(pub Limits);

impl Instances for GameInstances {
    type Instance = Instance;

    const ALLOWS_DIFFERENT_ANSWERS: bool = false;

    fn case(&self, instance: &Instance) -> Result<Option<Case>, SearchError> {
        let id = CaseId("stress".to_owned());
        let case = GameCase::from_instance(id, instance.clone(), self.0);
        Ok(Some(case.to_judge_case()))
    }

    fn shrink(&self, instance: Instance, holds: &mut PredicateFn<'_, Instance>) -> ShrinkResult {
        shrink(instance, holds)
    }

    fn size(&self, instance: &Instance) -> usize {
        instance.size()
    }
}
