//! Simulated annealing that uses only integers, so that a seed gives the same result on every
//! machine.

use cat_and_mouse::Instance;
use mousetrap_suite::generate::Stream;

/// A set of states that can be changed step by step, with their scores.
pub(super) trait Landscape {
    /// A state, such as a board.
    type State: Clone;

    /// Draws a state from which to start.
    fn start(&mut self, stream: &mut Stream) -> Self::State;

    /// Returns a state that differs from this one by a small random change.
    fn change(&mut self, state: &Self::State, stream: &mut Stream) -> Self::State;

    /// Returns the depth of the longest forced win, or `None` if the state is not an instance
    /// or the requested player does not win.
    fn score(&mut self, state: &Self::State) -> Option<u32>;

    /// Returns, among the instances of this state, the one whose start has the longest win.
    fn instance(&self, state: &Self::State) -> Option<Instance>;
}

/// A function that creates an instance.
type MakeInstance<'m> = dyn Fn() -> Option<Instance> + 'm;

/// The callbacks that observe a climb.
pub(crate) struct ClimbObserver<'a> {
    /// Called with each score that is better than all earlier scores in this climb, and with a
    /// function that creates the instance.
    pub(crate) better: &'a mut dyn FnMut(u32, &MakeInstance<'_>),
    /// Called with the number of states scored since the last call. The climb stops if this
    /// function returns false.
    pub(crate) should_continue: &'a dyn Fn(u64) -> bool,
}

/// The first and the last temperature of a climb, in 256ths of a ply. A loss that equals the
/// temperature is accepted with probability 1/2, and a loss twice as high with probability 1/4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cooling {
    pub(super) from: u64,
    pub(super) to: u64,
}

/// The number of states between two calls to `should_continue`.
const CHECK_INTERVAL_STATES: u64 = 256;

/// Takes `steps` steps from a start. Returns the best state, or the last state if none has a score.
/// Returns `None` if the climb was stopped.
pub(super) fn climb<L: Landscape>(
    land: &mut L,
    start: L::State,
    cooling: Cooling,
    steps: u64,
    stream: &mut Stream,
    watch: &mut ClimbObserver<'_>,
) -> Option<L::State> {
    let mut here = start;
    let mut score = land.score(&here);
    let mut best = None;
    if let Some(score) = score {
        (watch.better)(score, &|| land.instance(&here));
        best = Some((score, here.clone()));
    }
    for step in 1..=steps {
        if step % CHECK_INTERVAL_STATES == 0 && !(watch.should_continue)(CHECK_INTERVAL_STATES) {
            return None;
        }
        let next = land.change(&here, stream);
        let reached = land.score(&next);
        let loss = match (score, reached) {
            (Some(_), None) => continue,
            (Some(old), Some(new)) => u64::from(old.saturating_sub(new)),
            (None, _) => 0,
        };
        let temperature = cooling.from - (cooling.from - cooling.to) * step / steps;
        if loss == 0 || accepts(loss, temperature, stream.bits()) {
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

/// Returns whether to accept a loss at a temperature, given random bits. The number of leading
/// zeros and the eight bits after the first one bit form a number. Increasing this number by 256
/// halves its probability.
fn accepts(loss: u64, temperature: u64, bits: u64) -> bool {
    let zeros = u64::from(bits.leading_zeros()).min(40);
    let next = bits << (zeros + 1) >> 56;
    let luck = 256 * zeros + 255 - next;
    loss * 256 * 256 <= temperature * luck
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use mousetrap_suite::generate::Seed;

    #[test]
    fn loss_equal_to_the_temperature_is_accepted_half_of_the_time() {
        let mut stream = Stream::named("anneal", "test", Seed(1), 0);
        for (loss, temperature, percent) in [(1, 256, 50), (2, 256, 25), (1, 512, 71), (4, 256, 6)]
        {
            let tries = 100_000;
            let taken = (0..tries)
                .filter(|_| accepts(loss, temperature, stream.bits()))
                .count();
            let off = (100 * taken / tries).abs_diff(percent);
            assert!(
                off <= 4,
                "loss {loss} at temperature {temperature}: accepted {taken} of {tries}"
            );
        }
    }

    /// A landscape of numbers, whose score is the sum of their digits.
    struct DigitSums;

    impl Landscape for DigitSums {
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

    /// Climbs until `limit` states are scored. Returns the final state, and the scores of the best
    /// states on the way.
    fn climb_digit_sums(steps: u64, limit: u64) -> (Option<[u8; 6]>, Vec<u32>) {
        let cooling = Cooling { from: 512, to: 64 };
        let mut stream = Stream::named("anneal", "digits", Seed(1), 0);
        let (mut best, scored) = (Vec::new(), Cell::new(0));
        let mut watch = ClimbObserver {
            better: &mut |score, _| best.push(score),
            should_continue: &|count| {
                scored.set(scored.get() + count);
                scored.get() < limit
            },
        };
        let end = climb(
            &mut DigitSums,
            [0; 6],
            cooling,
            steps,
            &mut stream,
            &mut watch,
        );
        (end, best)
    }

    #[test]
    fn climb_reaches_the_maximum_and_stops_when_asked() {
        let (top, best) = climb_digit_sums(4_000, 5_000);
        assert_eq!(top, Some([9; 6]));
        assert_eq!(best.last(), Some(&54));
        assert!(best.is_sorted());
        assert_eq!(climb_digit_sums(1 << 40, 5_000).0, None);
    }
}
