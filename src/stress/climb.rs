//! Searching for long forced wins, for submissions that give up early.

use crate::game::{Ply, Turn};
use crate::generate::{Family, Settings, Stream};
use crate::problem::Instance;

/// Variations without progress after which a climb begins anew.
const PATIENCE: usize = 30_000;

/// Plies by which a step may go down.
const SLIP: u32 = 2;

/// A walk over boards or graphs of one size that hardly ever goes down: each
/// step is a variation whose longest forced win is about as long, or longer.
#[derive(Debug)]
pub(super) struct Climb {
    winner: Turn,
    family: &'static Family,
    settings: Settings,
    tries: usize,
    slips: u32,
    /// The players stand where the win is longest.
    here: Option<(Ply, Box<dyn Instance>)>,
    /// The longest win handed out so far.
    record: Option<Ply>,
    /// The longest win of this walk, and variations tried since.
    highest: Option<Ply>,
    idle: usize,
}

impl Climb {
    /// A climb from what a family draws, to ever longer wins of one side.
    pub(super) const fn new(
        winner: Turn,
        family: &'static Family,
        settings: Settings,
        tries: usize,
        slips: u32,
    ) -> Self {
        Self {
            winner,
            family,
            settings,
            tries,
            slips,
            here: None,
            record: None,
            highest: None,
            idle: 0,
        }
    }

    /// Tries a part of the variations, one in `share`; an instance with a
    /// longer win than any before.
    pub(super) fn step(&mut self, share: usize, stream: &mut Stream) -> Option<Box<dyn Instance>> {
        if self.here.is_none() {
            let drawn = (self.family.draw)(&self.settings, stream);
            self.here = Self::measured(self.winner, drawn.first()?.as_ref());
            self.highest = None;
        }
        let (mut depth, mut here) = self.here.take()?;
        let mut found = None;
        for _ in 0..self.tries / share {
            let mut varied = here.varied(&mut |below| stream.below(below));
            if stream.percent(50) {
                varied = varied.varied(&mut |below| stream.below(below));
            }
            self.idle += 1;
            let Some((reached, next)) = Self::measured(self.winner, varied.as_ref()) else {
                continue;
            };
            // A small step down now and then leads off a plateau.
            let slack = if stream.percent(self.slips) { SLIP } else { 0 };
            if reached.0 + slack < depth.0 {
                continue;
            }
            (depth, here) = (reached, next);
            if Some(depth) > self.highest {
                (self.highest, self.idle) = (Some(depth), 0);
            }
            if Some(depth) > self.record {
                self.record = Some(depth);
                found = Some(here.cloned());
            }
        }
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
