//! The operations on a problem's instances that a search for failures needs: converting an instance
//! to a case, and simplifying the instance.

use cat_and_mouse::Instance;
use mousetrap_model::{Case, CaseId, Limits};
use mousetrap_suite::GameCase;
use mousetrap_suite::custom::CustomProblemError;

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

/// A function that returns whether a simpler instance has the wanted property, or `None` to stop
/// shrinking.
pub type KeepPredicate<'a, I> = dyn FnMut(&I) -> Option<bool> + 'a;

/// The instances of one problem.
pub trait Instances {
    /// An instance of the problem.
    type Instance: Clone + Send;

    /// Whether two failures with the same verdicts count as the same failure, even if the replies
    /// or the correct answers differ.
    const COMPARES_ONLY_VERDICTS: bool;

    /// Returns the case for an instance, with the correct answer. Returns `None` if the instance is
    /// not allowed, or if the user asked to stop.
    ///
    /// # Errors
    /// Returns an error if the correct answer cannot be computed, or if the judge fails.
    fn case(&self, instance: &Self::Instance) -> Result<Option<Case>, CustomProblemError>;

    /// Simplifies an instance step by step, and keeps each step after which `holds` returns true.
    /// `holds` must return false for an instance that is not allowed. Returns `None` if it is not
    /// known which simpler instances are allowed.
    fn shrink(
        &self,
        instance: Self::Instance,
        holds: &mut KeepPredicate<'_, Self::Instance>,
    ) -> Option<Self::Instance>;

    /// Returns the size of an instance, for the progress display.
    fn size(&self, instance: &Self::Instance) -> usize;
}

/// The instances of a game, with the limits of their cases. The reference solver computes the
/// answers.
#[derive(Clone, Copy, Debug)]
pub struct GameInstances(pub Limits);

impl Instances for GameInstances {
    type Instance = Instance;

    const COMPARES_ONLY_VERDICTS: bool = false;

    fn case(&self, instance: &Instance) -> Result<Option<Case>, CustomProblemError> {
        let id = CaseId("stress".to_owned());
        let case = GameCase::from_instance(id, instance.clone(), self.0);
        Ok(Some(case.to_judge_case()))
    }

    fn shrink(
        &self,
        instance: Instance,
        holds: &mut KeepPredicate<'_, Instance>,
    ) -> Option<Instance> {
        Some(shrink(instance, |simpler| holds(simpler) == Some(true)))
    }

    fn size(&self, instance: &Instance) -> usize {
        instance.size()
    }
}

/// Simplifies `instance` step by step, and keeps each step after which `holds` returns true. The
/// result is minimal: no further step has the wanted property. The steps depend only on the values
/// that `holds` returns.
pub(crate) fn shrink(mut instance: Instance, mut holds: impl FnMut(&Instance) -> bool) -> Instance {
    let mut steps = instance.simplifications();
    let (mut next, mut failed) = (0, 0);
    // A step that failed earlier may succeed now, so the steps are tried in turn until all of them
    // have failed in a row.
    while failed < steps.len() {
        let step = next % steps.len();
        if holds(&steps[step]) {
            instance = steps.swap_remove(step);
            steps = instance.simplifications();
            (next, failed) = (step, 0);
        } else {
            (next, failed) = (step + 1, failed + 1);
        }
    }
    instance
}

#[cfg(test)]
mod tests {
    use super::*;
    use cat_and_mouse::Game;
    use cat_and_mouse::game::{Bounds, Outcome, Ply};

    #[test]
    fn shrunk_instance_is_minimal() {
        for (problem, input, depth, smallest) in [
            ("1728", "[\"#C##\",\"M..F\",\"...#\"]\n1\n1", 5, None),
            ("1728", "[\"M.C...F\"]\n1\n7", 1, Some("1 3 1 1\nCFM\n")),
            ("913", "[[1,3],[0,4],[3],[0,2],[1]]", 1, None),
        ] {
            let game = Game::by_id(problem).unwrap();
            let instance = game.parse(input, Bounds::Contest).unwrap();
            let is_long_win = |instance: &Instance| {
                let outcome = instance.solve();
                matches!(outcome, Outcome::Mouse { depth: Ply(plies) } if plies >= depth)
            };
            let shrunk = shrink(instance, is_long_win);
            let text = shrunk.text();
            assert!(is_long_win(&shrunk), "{text}");
            assert_eq!(smallest.unwrap_or(&text), text);
            assert!(!shrunk.simplifications().iter().any(is_long_win), "{text}");
        }
    }
}
