//! Shrinks an instance to a simpler instance with the same property.

use std::ops::ControlFlow;

use cat_and_mouse::Instance;

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
