//! Measures several implementations of the same job in turns, so that other load affects all of
//! them equally.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// An implementation of the job.
pub(crate) struct Form<'a> {
    pub(crate) name: &'static str,
    /// Processes the entire set once.
    pub(crate) run: Box<dyn FnMut() -> u64 + 'a>,
}

/// Runs the implementations in turns for about `budget`. Prints the best time of each per item, and
/// how many times as fast as the first one it is.
pub(crate) fn compare(title: &str, items: usize, budget: Duration, forms: &mut [Form]) {
    // Enough repetitions that a turn of the fastest implementation is long enough to measure.
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
