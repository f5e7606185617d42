//! The instances of a problem, as a search for failures uses them: each instance has a case, and
//! can be simplified.

use std::ops::ControlFlow;

use super::search_plan::SearchError;
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
pub type KeepPredicate<'a, I> = dyn FnMut(&I) -> ControlFlow<(), bool> + 'a;

/// The instances of one problem.
pub trait Instances {
    /// An instance of the problem.
    type Instance: Clone + Send;

    /// Whether a failure on a simpler instance counts as the same failure even if the replies and
    /// the correct answer differ, as long as the verdicts are the same.
    const COMPARES_ONLY_VERDICTS: bool;

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
        holds: &mut KeepPredicate<'_, Self::Instance>,
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

    const COMPARES_ONLY_VERDICTS: bool = false;

    fn case(&self, instance: &Instance) -> Result<Option<Case>, SearchError> {
        let id = CaseId("stress".to_owned());
        let case = GameCase::from_instance(id, instance.clone(), self.0);
        Ok(Some(case.to_judge_case()))
    }

    fn shrink(&self, instance: Instance, holds: &mut KeepPredicate<'_, Instance>) -> ShrinkResult {
        shrink(instance, holds)
    }

    fn size(&self, instance: &Instance) -> usize {
        instance.size()
    }
}

/// The result of shrinking.
#[derive(Debug)]
pub struct ShrinkResult<I = Instance> {
    /// The simplest instance found.
    pub instance: I,
    /// Whether the instance is known to be minimal: every further simplification loses the
    /// property. False if shrinking was stopped early.
    pub minimal: bool,
    /// The number of instances tried.
    pub asked: usize,
}

/// Simplifies `instance` step by step. Keeps each step for which `holds` returns true, and stops
/// early if `holds` returns `Break`. The steps depend only on the values that `holds` returns.
pub(crate) fn shrink(
    instance: Instance,
    mut holds: impl FnMut(&Instance) -> ControlFlow<(), bool>,
) -> ShrinkResult {
    let mut here = ShrinkResult {
        instance,
        minimal: false,
        asked: 0,
    };
    let mut steps = here.instance.simplifications();
    let (mut next, mut failed) = (0, 0);
    // A step that failed earlier may succeed now, so the steps are tried in turn until all of them
    // have failed in a row.
    while failed < steps.len() {
        let step = next % steps.len();
        here.asked += 1;
        match holds(&steps[step]) {
            ControlFlow::Break(()) => return here,
            ControlFlow::Continue(false) => (next, failed) = (step + 1, failed + 1),
            ControlFlow::Continue(true) => {
                here.instance = steps.swap_remove(step);
                steps = here.instance.simplifications();
                (next, failed) = (step, 0);
            }
        }
    }
    here.minimal = true;
    here
}

#[cfg(test)]
mod tests {
    use super::*;
    use cat_and_mouse::Game;
    use cat_and_mouse::game::{Bounds, Outcome, Ply};

    fn parse(problem: &str, input: &str) -> Instance {
        let game = Game::by_id(problem).unwrap();
        game.parse(input, Bounds::Contest).unwrap()
    }

    /// Shrinks an instance as long as the mouse's win takes at least `depth` plies.
    fn shrink_long_win(problem: &str, input: &str, depth: u32) -> ShrinkResult {
        shrink(parse(problem, input), |instance| {
            let outcome = instance.solve();
            let long = matches!(outcome, Outcome::Mouse { depth: Ply(d) } if d >= depth);
            ControlFlow::Continue(long)
        })
    }

    const LONG_WIN_BOARD: &str = "[\"C..#...\",\"#...#F#\",\"..M#...\"]\n2\n1";

    #[test]
    fn shrunk_instance_is_minimal() {
        for (problem, input, depth) in [
            ("1728", "[\"#C##\",\"M..F\",\"...#\"]\n1\n1", 5),
            ("1728", "[\"M.C...F\"]\n1\n4", 1),
            ("913", "[[1,3],[0,4],[3],[0,2],[1]]", 1),
        ] {
            let shrunk = shrink_long_win(problem, input, depth);
            assert!(shrunk.minimal && shrunk.asked > 0);
            let reached = shrunk.instance.solve().depth();
            assert!(reached >= Some(Ply(depth)), "{}", shrunk.instance.text());
            for simpler in shrunk.instance.simplifications() {
                let outcome = simpler.solve();
                let long = matches!(outcome, Outcome::Mouse { depth: Ply(d) } if d >= depth);
                assert!(!long, "{}", simpler.text());
            }
        }
    }

    #[test]
    fn win_on_the_first_ply_shrinks_to_three_cells() {
        let shrunk = shrink_long_win("1728", "[\"M.C...F\"]\n1\n7", 1);
        assert_eq!(shrunk.instance.text(), "1 3 1 1\nCFM\n");
    }

    #[test]
    fn shrinking_is_deterministic_and_can_be_stopped_early() {
        let all = |_: &Instance| ControlFlow::Continue(true);
        let first = shrink(parse("1728", LONG_WIN_BOARD), all);
        let again = shrink(parse("1728", LONG_WIN_BOARD), all);
        assert_eq!(first.instance.text(), again.instance.text());
        let cut = shrink(parse("1728", LONG_WIN_BOARD), |_| ControlFlow::Break(()));
        assert_eq!(
            cut.instance.leetcode_text(),
            parse("1728", LONG_WIN_BOARD).leetcode_text()
        );
        assert!(!cut.minimal);
    }
}
