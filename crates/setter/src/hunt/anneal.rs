//! Simulated annealing that uses only integers, so that a seed gives the same result on every
//! machine.

use cat_and_mouse::Instance;
use mousetrap_suite::generate::RandomStream;

/// A search space: states, random steps between them, and a score for each state.
pub(super) trait SearchSpace {
    /// A state, such as a board.
    type State: Clone;

    /// Draws an initial state.
    fn random_state(&mut self, stream: &mut RandomStream) -> Self::State;

    /// Returns a copy of the state with a small random change.
    fn random_step(&mut self, state: &Self::State, stream: &mut RandomStream) -> Self::State;

    /// Returns the depth of the longest forced win, or `None` if the state is not a valid board or
    /// graph or the requested player cannot win on it.
    fn score(&mut self, state: &Self::State) -> Option<u32>;

    /// Returns the instance with the longest win. A state has one instance for each start position
    /// of the players.
    fn best_instance(&self, state: &Self::State) -> Option<Instance>;
}

/// A function that creates an instance.
type InstanceCreator<'m> = dyn Fn() -> Option<Instance> + 'm;

/// The callbacks that observe an annealing run.
pub(crate) struct AnnealingObserver<'a> {
    /// Called for each new best score of the run, with the score and a function that creates an
    /// instance with this score.
    pub(crate) on_improvement: &'a mut dyn FnMut(u32, &InstanceCreator<'_>),
    /// Called with the number of states scored since the last call. The run stops if this function
    /// returns false.
    pub(crate) should_continue: &'a dyn Fn(u64) -> bool,
}

/// The first and the last temperature of an annealing run, in units of 1/256 ply. A step that
/// lowers the score by exactly the temperature is accepted with probability 1/2. A step that lowers
/// it by twice as much is accepted with probability 1/4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TemperatureRange {
    pub(super) from: u64,
    pub(super) to: u64,
}

/// The number of states scored between two calls of `should_continue`.
const STATES_BETWEEN_CHECKS: u64 = 256;

/// Takes `steps` random steps from `start`. Returns the best state, or the last state if no state
/// has a score. Returns `None` if `should_continue` stopped the run.
pub(super) fn anneal<L: SearchSpace>(
    space: &mut L,
    start: L::State,
    cooling: TemperatureRange,
    steps: u64,
    stream: &mut RandomStream,
    watch: &mut AnnealingObserver<'_>,
) -> Option<L::State> {
    let mut here = start;
    let mut score = space.score(&here);
    let mut best = None;
    if let Some(score) = score {
        (watch.on_improvement)(score, &|| space.best_instance(&here));
        best = Some((score, here.clone()));
    }
    for step in 1..=steps {
        if step % STATES_BETWEEN_CHECKS == 0 && !(watch.should_continue)(STATES_BETWEEN_CHECKS) {
            return None;
        }
        let next = space.random_step(&here, stream);
        let reached = space.score(&next);
        let loss = match (score, reached) {
            (Some(_), None) => continue,
            (Some(old), Some(new)) => u64::from(old.saturating_sub(new)),
            (None, _) => 0,
        };
        let temperature = cooling.from - (cooling.from - cooling.to) * step / steps;
        if loss == 0 || accepts_loss(loss, temperature, stream.random_bits()) {
            (here, score) = (next.clone(), reached);
        }
        if let Some(score) = reached
            && best.as_ref().is_none_or(|(best, _)| score > *best)
        {
            (watch.on_improvement)(score, &|| space.best_instance(&next));
            best = Some((score, next));
        }
    }
    Some(best.map_or(here, |(_, state)| state))
}

/// Decides from random bits whether to accept a step that lowers the score by `loss`. `threshold`
/// is 256 times the negated binary logarithm of a random number between 0 and 1: the number of
/// leading zeros in `bits` is the integer part of the logarithm, and the next eight bits
/// approximate its fraction.
fn accepts_loss(loss: u64, temperature: u64, bits: u64) -> bool {
    let zeros = u64::from(bits.leading_zeros()).min(40);
    let next = bits << (zeros + 1) >> 56;
    let threshold = 256 * zeros + 255 - next;
    loss * 256 * 256 <= temperature * threshold
}

#[cfg(test)]
mod tests {
    use super::*;
    use mousetrap_suite::generate::Seed;

    #[test]
    fn loss_equal_to_the_temperature_is_accepted_half_of_the_time() {
        let mut stream = RandomStream::named("anneal", "test", Seed(1), 0);
        for (loss, temperature, percent) in [(1, 256, 50), (2, 256, 25), (1, 512, 71), (4, 256, 6)]
        {
            let mut accepts = || accepts_loss(loss, temperature, stream.random_bits());
            let accepted = (0..100_000).filter(|_| accepts()).count() / 1000;
            let is_near = accepted.abs_diff(percent) <= 4;
            assert!(
                is_near,
                "loss {loss} at temperature {temperature}: {accepted} %"
            );
        }
    }
}
