//! Compares the time to draw an instance of each family with the time to solve the instance.
//!
//! `cargo bench --bench generate`. Times are medians of five rounds on one
//! thread.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cat_and_mouse::Game;
use mousetrap_suite::generate::{Family, RandomStream, Seed, families_of};

const ROUNDS: usize = 5;
const DRAWS: usize = 60;

fn main() {
    println!("family                  drawn per second   time to draw   time to solve");
    for family in Game::ALL.into_iter().flat_map(families_of) {
        let (draw, solve) = measure(family);
        println!(
            "{:<5}{:<18} {:>16.0} {draw:>14.1?} {solve:>15.1?}",
            family.game,
            family.name,
            1.0 / draw.as_secs_f64(),
        );
    }
}

/// Returns the median times to draw and to solve an instance.
fn measure(family: &Family) -> (Duration, Duration) {
    let settings = family.defaults();
    let mut draw = Vec::new();
    let mut solve = Vec::new();
    for round in 0..ROUNDS {
        let start = Instant::now();
        let instances: Vec<_> = (0..DRAWS)
            .flat_map(|index| {
                let mut stream =
                    RandomStream::named("bench", family.name, Seed(round as u64), index);
                family.draw(&settings, &mut stream)
            })
            .collect();
        let count = instances.len().max(1) as u32;
        draw.push(start.elapsed() / count);
        let start = Instant::now();
        for instance in &instances {
            black_box(instance.solve());
        }
        solve.push(start.elapsed() / count);
    }
    draw.sort_unstable();
    solve.sort_unstable();
    (draw[ROUNDS / 2], solve[ROUNDS / 2])
}
