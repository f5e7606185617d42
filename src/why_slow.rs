//! Why a submission is too slow on a case: what there is to search, and how
//! its time grows with the size.

use std::fmt::Write;
use std::time::Duration;

use crate::failure::Failure;
use cat_and_mouse::game::Player;
use cat_and_mouse::problem::{Instance, Problem};
use cat_and_mouse::solve::play::Position;
use mousetrap_report::time;
use mousetrap_suite::generate::{self, Range, Seed, Settings, Stream};

/// Instances that are timed at each size.
const DRAWS: usize = 3;

/// Describes the case and a sweep over sizes. `cpu` times the submission, or
/// is none where that takes longer than allowed.
pub(crate) fn describe(
    instance: &Instance,
    mut cpu: impl FnMut(&Instance) -> Result<Option<Duration>, Failure>,
) -> Result<String, Failure> {
    let facts = Facts::of(instance);
    let depth = instance.solve().depth();
    let mut text = format!(
        "This case: {} positions, {:.1} moves from each on average, {} at most; depth {}.\n",
        facts.positions,
        facts.moves as f64 / facts.positions.max(1) as f64,
        facts.most,
        depth.map_or_else(|| "-".to_owned(), |depth| depth.to_string()),
    );
    let mut points = Vec::new();
    'sizes: for step in 0..8 {
        let drawn = drawn(instance, step);
        let mut timed = Vec::new();
        for instance in &drawn {
            let positions = Facts::of(instance).positions;
            // Beyond the first that takes too long there is only waiting.
            let Some(cpu) = cpu(instance)? else {
                break 'sizes;
            };
            timed.push((cpu, positions));
        }
        if timed.is_empty() {
            break;
        }
        timed.sort_unstable();
        let (middle, positions) = timed[timed.len() / 2];
        let _ = writeln!(
            text,
            "  size {:>3}: {positions:>6} positions, {}",
            drawn[0].size(),
            time(middle)
        );
        let seconds = timed
            .iter()
            .map(|&(cpu, positions)| (positions as f64, cpu.as_secs_f64()));
        points.extend(seconds);
    }
    if let Some(exponent) = slope(&points) {
        let _ = writeln!(
            text,
            "Its time grows like the number of positions to the power of {exponent:.1}; a search \
             that looks at each move once has 1.0 to 1.3."
        );
    }
    Ok(text)
}

/// Instances of the `step`-th size: open boards, dense graphs.
fn drawn(instance: &Instance, step: u32) -> Vec<Instance> {
    let (family, sides, value) = match instance.problem() {
        Problem::CatAndMouse => ("gnp", &["nodes"][..], 4 + 4 * step),
        Problem::CatAndMouse2 => ("walls", &["rows", "cols"][..], 1 + step.max(1)),
    };
    let Some(family) = generate::by_name(instance.problem(), family) else {
        return Vec::new();
    };
    let mut settings = Settings::defaults(family);
    for side in sides {
        if settings
            .set(family, side, Range::new(value, value))
            .is_err()
        {
            return Vec::new();
        }
    }
    let mut drawn = Vec::new();
    for index in 0..20 {
        let mut stream = Stream::named("explain", "slow", Seed(u64::from(step)), index);
        drawn.extend(family.draw(&settings, &mut stream));
    }
    drawn.truncate(DRAWS);
    drawn
}

/// What there is to search.
struct Facts {
    /// Positions that a game can reach and go on from.
    positions: usize,
    /// Moves from all of them.
    moves: usize,
    /// Moves from one of them, at most.
    most: usize,
}

impl Facts {
    fn of(instance: &Instance) -> Self {
        let play = instance.play();
        let places = instance.picture().places.len();
        let index = |at: Position| {
            let turn = usize::from(at.turn == Player::Cat);
            (turn * places + usize::from(at.mouse)) * places + usize::from(at.cat)
        };
        let mut seen = vec![false; 2 * places * places];
        let mut facts = Self {
            positions: 0,
            moves: 0,
            most: 0,
        };
        let mut waiting = vec![play.start()];
        while let Some(at) = waiting.pop() {
            if play.winner(at).is_some() || std::mem::replace(&mut seen[index(at)], true) {
                continue;
            }
            let next = play.moves(at);
            facts.positions += 1;
            facts.moves += next.len();
            facts.most = facts.most.max(next.len());
            waiting.extend(next);
        }
        facts
    }
}

/// The slope of the straight line that fits the logarithms best; none for
/// fewer than three points.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    if points.len() < 3 {
        return None;
    }
    let logs: Vec<(f64, f64)> = points
        .iter()
        .map(|&(x, y)| (x.ln(), y.max(1e-6).ln()))
        .collect();
    let count = logs.len() as f64;
    let mean = |pick: fn(&(f64, f64)) -> f64| logs.iter().map(pick).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let above: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let below: f64 = logs.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
    (below > 0.0).then(|| above / below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cat_and_mouse::game::Bounds;
    use cat_and_mouse::problem::Problem;

    #[test]
    fn a_power_law_is_recognised() {
        let points: Vec<(f64, f64)> = (1..6).map(|n| (f64::from(n), f64::from(n * n))).collect();
        assert!((slope(&points).unwrap() - 2.0).abs() < 1e-9);
        assert_eq!(slope(&points[..2]), None);
    }

    #[test]
    fn positions_and_moves_of_a_small_board_are_counted() {
        // The mouse and the cat on three cells in a row: the mouse can stay,
        // take the food, or run into the cat.
        let problem = Problem::CatAndMouse2;
        let instance = problem.parse("[\"FMC\"]\n1\n1", Bounds::Contest).unwrap();
        let facts = Facts::of(&instance);
        assert_eq!((facts.positions, facts.moves, facts.most), (2, 5, 3));
    }

    #[test]
    fn the_sweep_reports_sizes_and_an_exponent() {
        let problem = Problem::CatAndMouse2;
        let instance = problem.parse("[\"FMC\"]\n1\n1", Bounds::Contest).unwrap();
        let text = describe(&instance, |instance| {
            let positions = Facts::of(instance).positions as u64;
            Ok((positions < 3000).then(|| Duration::from_micros(positions * positions)))
        })
        .unwrap_or_default();
        assert!(text.contains("to the power of 2.0"), "{text}");
    }
}
