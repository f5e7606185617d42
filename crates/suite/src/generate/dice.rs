//! The parameters and the random stream of a draw.

use super::settings::Settings;
use super::stream::Stream;
use cat_and_mouse::Instance;

/// The instances of one draw, or `None` if it failed.
pub(super) type Drawn = Option<Vec<Instance>>;

/// The parameters of a recipe row and the stream of one of its draws.
pub(super) struct Dice<'a> {
    pub(super) settings: &'a Settings,
    pub(super) stream: &'a mut Stream,
}

impl Dice<'_> {
    /// Draws a value for one of the family's parameters.
    pub(super) fn number(&mut self, name: &str) -> u32 {
        let range = self.settings.range(name);
        self.stream.between(range.low, range.high)
    }

    /// Draws a value for a parameter that counts something.
    pub(super) fn count(&mut self, name: &str) -> usize {
        self.number(name) as usize
    }

    /// Returns true with the chance, in percent, that a parameter gives.
    pub(super) fn chance(&mut self, name: &str) -> bool {
        let percent = self.number(name);
        self.stream.percent(percent)
    }

    /// Changes `best` `steps` times and undoes each change that reduces its length. Returns
    /// `None` if it still has no length at the end.
    pub(super) fn climb<T: Clone>(
        &mut self,
        steps: u32,
        mut best: T,
        change: impl Fn(&mut T, &mut Stream),
        length: impl Fn(&T, &mut Stream) -> Option<u32>,
    ) -> Option<T> {
        let mut longest = length(&best, self.stream);
        for _ in 0..steps {
            let mut changed = best.clone();
            for _ in 0..self.stream.between(1, 3) {
                change(&mut changed, self.stream);
            }
            let reached = length(&changed, self.stream);
            // Sideways steps keep the climb from ending on the first plateau.
            if reached >= longest {
                (best, longest) = (changed, reached);
            }
        }
        longest.and(Some(best))
    }
}
