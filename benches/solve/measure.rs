//! Times of several forms of one job, taken in turns so that a busy machine
//! disturbs all of them alike.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// One way to do the job.
pub(crate) struct Form<'a> {
    pub(crate) name: &'static str,
    /// Does the whole set once.
    pub(crate) run: Box<dyn FnMut() -> u64 + 'a>,
}

/// Runs the forms in turns for about `budget` and prints the best time of each
/// per item, and how many times as fast as the first form it is.
pub(crate) fn compare(title: &str, items: usize, budget: Duration, forms: &mut [Form]) {
    // As many repetitions as make a turn of the fastest form long enough for
    // the clock.
    let repeats: Vec<u32> = forms
        .iter_mut()
        .map(|form| {
            black_box((form.run)());
            let start = Instant::now();
            black_box((form.run)());
            let once = start.elapsed().max(Duration::from_nanos(100));
            (Duration::from_millis(2).as_nanos() / once.as_nanos()).max(1) as u32
        })
        .collect();
    let mut best = vec![Duration::MAX; forms.len()];
    let start = Instant::now();
    while start.elapsed() < budget {
        for ((form, &repeats), best) in forms.iter_mut().zip(&repeats).zip(&mut best) {
            let start = Instant::now();
            for _ in 0..repeats {
                black_box((form.run)());
            }
            *best = (*best).min(start.elapsed() / repeats);
        }
    }
    println!("{title}");
    let micros = |time: Duration| time.as_secs_f64() * 1e6 / items as f64;
    for (form, &time) in forms.iter().zip(&best) {
        println!(
            "  {:<24} {:>9.3} µs {:>8.1}×",
            form.name,
            micros(time),
            best[0].as_secs_f64() / time.as_secs_f64()
        );
    }
}
