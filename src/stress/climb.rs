//! Searching for long forced wins, for submissions that give up early.

use crate::game::{Ply, Turn};
use crate::generate::{Family, Settings, Stream};
use crate::problem::Instance;

/// Variations without progress after which a climb begins anew.
const PATIENCE: usize = 30_000;

/// A walk over boards or graphs of one size that never goes down: each step
/// is a variation whose longest forced win is at least as long.
#[derive(Debug)]
pub(super) struct Climb {
    winner: Turn,
    family: &'static Family,
    settings: Settings,
    /// The players stand where the win is longest.
    here: Option<(Ply, Box<dyn Instance>)>,
    /// The longest win handed out so far.
    record: Option<Ply>,
    idle: usize,
}

impl Climb {
    /// A climb from what a family draws, to ever longer wins of one side.
    pub(super) const fn new(winner: Turn, family: &'static Family, settings: Settings) -> Self {
        Self {
            winner,
            family,
            settings,
            here: None,
            record: None,
            idle: 0,
        }
    }

    /// Tries so many variations; an instance with a longer win than any before.
    pub(super) fn step(&mut self, tries: usize, stream: &mut Stream) -> Option<Box<dyn Instance>> {
        if self.here.is_none() {
            let drawn = (self.family.draw)(&self.settings, stream);
            self.here = Self::measured(self.winner, drawn.first()?.as_ref());
        }
        let (mut depth, mut here) = self.here.take()?;
        let before = depth;
        for _ in 0..tries {
            let mut varied = here.varied(&mut |below| stream.below(below));
            if stream.percent(50) {
                varied = varied.varied(&mut |below| stream.below(below));
            }
            if let Some((reached, next)) = Self::measured(self.winner, varied.as_ref())
                && reached >= depth
            {
                (depth, here) = (reached, next);
            }
        }
        self.idle = if depth > before { 0 } else { self.idle + tries };
        let found = (Some(depth) > self.record).then(|| here.cloned());
        self.record = self.record.max(Some(depth));
        if self.idle < PATIENCE {
            self.here = Some((depth, here));
        } else {
            self.idle = 0;
        }
        found
    }

    fn measured(winner: Turn, instance: &dyn Instance) -> Option<(Ply, Box<dyn Instance>)> {
        let hardest = instance.hardest(winner)?;
        Some((hardest.solve().depth()?, hardest))
    }
}
