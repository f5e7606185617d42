//! Measures how long it takes to check the certificate for one start position.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cat_and_mouse::Instance;
use cat_and_mouse::solve::certificate::check_grid;

use crate::grids::{SETS, grids};

pub(crate) fn measure() {
    for (name, text) in SETS {
        let mut rows: Vec<(Duration, usize)> = grids(text)
            .iter()
            .map(|grid| {
                let certificate = Instance::from(grid.clone()).build_certificate();
                let once = || {
                    let start = Instant::now();
                    for _ in 0..20 {
                        check_grid(black_box(grid), black_box(&certificate)).expect("a proof");
                    }
                    start.elapsed() / 20
                };
                let best = (0..20).map(|_| once()).min().expect("twenty times");
                (best, certificate.entry_count())
            })
            .collect();
        rows.sort_unstable();
        let (middle, most) = (rows[rows.len() / 2], rows[rows.len() - 1]);
        println!(
            "certificates, {name}: median {:.2?} ({} entries), most {:.2?} ({} entries)",
            middle.0, middle.1, most.0, most.1
        );
    }
}
