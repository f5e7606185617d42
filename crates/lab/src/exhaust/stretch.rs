//! Some pieces in a row, done elsewhere.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::geng::GengError;
use super::space::Space;
use super::table::{Kind, Table, Tally, TallyRow};
use super::{boards, graphs};
use cat_and_mouse::game::Bounds;
use mousetrap_base::printable::one_line;

/// More than some pieces of any space have.
const MOST: u64 = 1 << 60;

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
        let Tally {
            classes,
            solved,
            rows,
        } = &self.found;
        let sum = |row: &TallyRow| {
            let starts = row.won.checked_add(row.lost)?.checked_add(row.drawn)?;
            (starts < MOST).then_some(starts)
        };
        let starts: Option<Vec<u64>> = rows.values().map(sum).collect();
        let Some(starts) = starts.filter(|_| *classes < MOST && *solved < MOST) else {
            return Some("it counts more than there can be".to_owned());
        };
        if !(self.cpu_seconds >= 0.0 && self.cpu_seconds.is_finite()) {
            return Some(format!("it took {} seconds", self.cpu_seconds));
        }
        if one_line(&self.processor) != self.processor {
            return Some("its processor is no line of text".to_owned());
        }
        let is_any = starts.iter().any(|&starts| starts > 0);
        if (*solved == 0 && is_any) || *solved > 0 && (*classes == 0 || rows.is_empty()) {
            return Some("its rows are not of what it solved".to_owned());
        }
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
                return Some(format!("{kind} of {key} does not hold"));
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
