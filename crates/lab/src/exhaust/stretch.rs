//! Some pieces in a row, done elsewhere.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::geng::GengError;
use super::space::Space;
use super::table::{Kind, Table, Tally};
use super::{boards, graphs};
use cat_and_mouse::game::Bounds;

/// What is found in some pieces in a row.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    /// What they come to.
    pub found: Tally,
    /// The processor that found it.
    pub processor: String,
    /// Seconds of its time.
    pub cpu_seconds: f64,
}

impl Stretch {
    /// Goes through these pieces in this thread, and calls `moves` after each.
    ///
    /// # Errors
    /// Those of `geng`.
    pub fn of(
        size: Space,
        pieces: Range<u64>,
        stop: &AtomicBool,
        moves: &dyn Fn(),
    ) -> Result<Self, GengError> {
        let mut found = Tally::default();
        for piece in pieces {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let more = match size {
                Space::Boards(rows, cols) => Some(boards::piece((rows, cols), piece, &found)),
                Space::Graphs(nodes) => graphs::piece(nodes, piece, &found, stop)?,
            };
            found.take(more.unwrap_or_default());
            moves();
        }
        Ok(Self {
            found,
            ..Self::default()
        })
    }

    /// Why these pieces cannot come to that, if it shows: each longest win is solved
    /// again.
    pub fn fault(&self, size: Space, pieces: &Range<u64>) -> Option<String> {
        let starts = self
            .found
            .rows
            .values()
            .map(|row| row.won + row.lost + row.drawn);
        let starts: Vec<u64> = starts.collect();
        if starts.windows(2).any(|pair| pair[0] != pair[1]) {
            return Some("its rows do not count the same starts".to_owned());
        }
        let rows = self.found.rows.iter();
        let extremes = rows.flat_map(|(key, row)| row.extremes.iter().map(move |it| (key, it)));
        for (key, (kind, extreme)) in extremes {
            let instance = size.problem().parse(&extreme.input, Bounds::Contest).ok();
            let depth = instance.map(|instance| instance.solve().depth().map(|depth| depth.0));
            let is_depth = matches!(kind, Kind::MouseWin | Kind::CatWin | Kind::Contested);
            let holds = match depth {
                Some(depth) => !is_depth || depth == Some(extreme.most),
                None => false,
            };
            if !holds || !pieces.contains(&extreme.first) {
                return Some(format!("{kind:?} of {key} does not hold"));
            }
        }
        None
    }
}

impl Table {
    /// Takes in the next pieces of the whole, up to this one.
    pub fn append(&mut self, to: u64, stretch: Stretch) {
        self.done = to;
        self.found.take(stretch.found);
        self.made.cpu_seconds += stretch.cpu_seconds;
        self.made.name_processor(&stretch.processor);
    }
}
