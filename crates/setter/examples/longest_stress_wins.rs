//! Prints the longest wins that `mousetrap stress --fresh` finds within a number of seconds. Each
//! line gives a node count and the lengths, in plies, of the mouse's and the cat's longest win.

use std::time::{Duration, Instant};

use cat_and_mouse::Game;
use cat_and_mouse::game::Outcome;
use mousetrap_setter::stress::InstanceSource;
use mousetrap_suite::generate::Seed;

fn main() {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let time = Duration::from_secs(seconds.unwrap_or(20));
    let begun = Instant::now();
    let mut longest = [[0; 2]; 51];
    let source = InstanceSource::new(Game::CatAndMouse, Seed(1), Vec::new());
    for trial in source.take_while(|_| begun.elapsed() < time) {
        let outcome = trial.instance.solve();
        let side = usize::from(matches!(outcome, Outcome::Cat { .. }));
        let record = &mut longest[trial.instance.size()][side];
        *record = outcome
            .depth()
            .map_or(*record, |plies| plies.0.max(*record));
    }
    for (nodes, [mouse, cat]) in longest.iter().enumerate().skip(3) {
        #[expect(
            clippy::print_stdout,
            reason = "this example prints its results on standard output"
        )]
        {
            println!("{nodes} {mouse} {cat}");
        }
    }
}
