//! Simulated annealing with integers only, so that a seed gives the same result on every machine.

use cat_and_mouse::Instance;
use mousetrap_suite::generate::Stream;

/// States that can be changed step by step, and their scores.
pub(super) trait Landscape {
    /// A state, such as a board.
    type State: Clone;

    /// Draws a state to begin with.
    fn start(&mut self, stream: &mut Stream) -> Self::State;

    /// Draws a state close to this one.
    fn change(&mut self, state: &Self::State, stream: &mut Stream) -> Self::State;

    /// Returns the depth of the longest forced win, or `None` if the state is not an instance
    /// or the requested player does not win.
    fn score(&mut self, state: &Self::State) -> Option<u32>;

    /// Returns the instance with the start of the longest win.
    fn instance(&self, state: &Self::State) -> Option<Instance>;
}

/// Makes an instance.
type Make<'m> = dyn Fn() -> Option<Instance> + 'm;

/// The callbacks of a climb.
pub(crate) struct Watch<'a> {
    /// Called with the score of each instance that is better than all before in this climb,
    /// and with a function that makes the instance.
    pub(crate) better: &'a mut dyn FnMut(u32, &Make<'_>),
    /// Called with the number of states scored since the last call. The climb ends if it
    /// returns false.
    pub(crate) go_on: &'a dyn Fn(u64) -> bool,
}

/// The first and the last temperature of a climb, in 256ths of a ply. A loss as high as the
/// temperature is accepted in half of all cases, a loss twice as high in a quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cooling {
    pub(super) from: u64,
    pub(super) to: u64,
}

/// The number of states between two calls of `Watch::go_on`.
const PULSE: u64 = 256;

/// Takes `steps` steps from a start. Returns the best state, which is the last one if none has
/// a score, or `None` if the climb was stopped.
pub(super) fn climb<L: Landscape>(
    land: &mut L,
    start: L::State,
    cooling: Cooling,
    steps: u64,
    stream: &mut Stream,
    watch: &mut Watch<'_>,
) -> Option<L::State> {
    let mut here = start;
    let mut score = land.score(&here);
    let mut best = None;
    if let Some(score) = score {
        (watch.better)(score, &|| land.instance(&here));
        best = Some((score, here.clone()));
    }
    for step in 1..=steps {
        if step % PULSE == 0 && !(watch.go_on)(PULSE) {
            return None;
        }
        let next = land.change(&here, stream);
        let reached = land.score(&next);
        let loss = match (score, reached) {
            (Some(_), None) => continue,
            (Some(old), Some(new)) => u64::from(old.saturating_sub(new)),
            (None, _) => 0,
        };
        let heat = cooling.from - (cooling.from - cooling.to) * step / steps;
        if loss == 0 || accepts(loss, heat, stream.bits()) {
            (here, score) = (next.clone(), reached);
        }
        if let Some(score) = reached
            && best.as_ref().is_none_or(|(best, _)| score > *best)
        {
            (watch.better)(score, &|| land.instance(&next));
            best = Some((score, next));
        }
    }
    Some(best.map_or(here, |(_, state)| state))
}

/// Returns whether to accept a loss at a temperature, given random bits. The leading zeros of
/// the bits and the eight bits after the first one form a number. Each further 256 of it are half
/// as probable.
fn accepts(loss: u64, heat: u64, bits: u64) -> bool {
    let zeros = u64::from(bits.leading_zeros()).min(40);
    let next = bits << (zeros + 1) >> 56;
    let luck = 256 * zeros + 255 - next;
    loss * 256 * 256 <= heat * luck
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use mousetrap_suite::generate::Seed;

    #[test]
    fn loss_of_one_temperature_is_accepted_in_half_of_all_cases() {
        let mut stream = Stream::named("anneal", "test", Seed(1), 0);
        for (loss, heat, percent) in [(1, 256, 50), (2, 256, 25), (1, 512, 71), (4, 256, 6)] {
            let tries = 100_000;
            let taken = (0..tries)
                .filter(|_| accepts(loss, heat, stream.bits()))
                .count();
            let off = (100 * taken / tries).abs_diff(percent);
            assert!(off <= 4, "loss {loss} at {heat}: {taken} of {tries}");
        }
    }

    /// Numbers, each worth its own digits' sum.
    struct Digits;

    impl Landscape for Digits {
        type State = [u8; 6];

        fn start(&mut self, _: &mut Stream) -> [u8; 6] {
            [0; 6]
        }

        fn change(&mut self, state: &[u8; 6], stream: &mut Stream) -> [u8; 6] {
            let mut next = *state;
            next[stream.below(6)] = stream.below(10) as u8;
            next
        }

        fn score(&mut self, state: &[u8; 6]) -> Option<u32> {
            Some(state.iter().copied().map(u32::from).sum())
        }

        fn instance(&self, _: &[u8; 6]) -> Option<Instance> {
            None
        }
    }

    /// Climbs until `limit` states are scored. Returns the end and the scores of the best
    /// states.
    fn climbed(steps: u64, limit: u64) -> (Option<[u8; 6]>, Vec<u32>) {
        let cooling = Cooling { from: 512, to: 64 };
        let mut stream = Stream::named("anneal", "digits", Seed(1), 0);
        let (mut best, scored) = (Vec::new(), Cell::new(0));
        let mut watch = Watch {
            better: &mut |score, _| best.push(score),
            go_on: &|count| {
                scored.set(scored.get() + count);
                scored.get() < limit
            },
        };
        let end = climb(&mut Digits, [0; 6], cooling, steps, &mut stream, &mut watch);
        (end, best)
    }

    #[test]
    fn climb_rises_to_the_top_and_stops_when_asked() {
        let (top, best) = climbed(4_000, 5_000);
        assert_eq!(top, Some([9; 6]));
        assert_eq!(best.last(), Some(&54));
        assert!(best.is_sorted());
        assert_eq!(climbed(1 << 40, 5_000).0, None);
    }
}
