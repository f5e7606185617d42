//! All boards of a size, up to symmetry: exact maxima for each pair of jumps.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::chunk::{CHUNK, Chunk};

/// One part of all masks: chunk `k` belongs to part `k mod of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 0 on.
    pub part: u64,
    /// How many parts there are.
    pub of: u64,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Self = Self { part: 0, of: 1 };
}

/// A text that names no part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a shard; write 1/4 to 4/4 for the parts of four")]
pub struct NotAShard(String);

impl FromStr for Shard {
    type Err = NotAShard;

    /// From `2/5`, counted from 1.
    fn from_str(text: &str) -> Result<Self, NotAShard> {
        let number = |text: &str| text.parse::<u64>().ok();
        let parts = text.split_once('/');
        match parts.and_then(|(part, of)| Some((number(part)?, number(of)?))) {
            Some((part, of)) if 1 <= part && part <= of => Ok(Self { part: part - 1, of }),
            _ => Err(NotAShard(text.to_owned())),
        }
    }
}

/// The most of something, and the first board that has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Maximum {
    /// Plies or moves.
    pub most: u32,
    /// A start that has it, in the text form. Of several the one whose floor
    /// has the smallest number.
    pub input: String,
    /// The number of that floor.
    pub(super) floor: u64,
}

/// What is extreme for one pair of jumps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Maxima {
    /// Plies of the longest forced win.
    pub longest: Option<Maximum>,
    /// Plies of the longest forced win against a cat that can come to the
    /// food.
    pub contested: Option<Maximum>,
    /// The mouse's moves beyond those it would need without a cat.
    pub detour: Option<Maximum>,
    /// Plies of a forced win in thousandths of twice the cells of the part of
    /// the floor that it is played on.
    pub density: Option<Maximum>,
}

impl Maxima {
    pub(super) fn merge(&mut self, other: Self) {
        for (mine, theirs) in [
            (&mut self.longest, other.longest),
            (&mut self.contested, other.contested),
            (&mut self.detour, other.detour),
            (&mut self.density, other.density),
        ] {
            let rank = |most: &Maximum| (most.most, std::cmp::Reverse(most.floor));
            if theirs.as_ref().map(rank) > mine.as_ref().map(rank) {
                *mine = theirs;
            }
        }
    }
}

/// Why parts do not make a whole. They are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// No part is given.
    #[error("there is nothing to merge")]
    Nothing,
    /// They differ in the size of the boards or the number of parts.
    #[error("the files are parts of different searches")]
    Different,
    /// A part is not there exactly once, or not complete.
    #[error("part {part}/{of} {fault}")]
    Part {
        /// Which part.
        part: u64,
        /// How many there are.
        of: u64,
        /// What is wrong with it.
        fault: &'static str,
    },
}

/// How far an exhaustion is; what is written to a file to resume or merge it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exhaustion {
    /// Rows of the boards.
    pub rows: u16,
    /// Columns.
    pub cols: u16,
    /// The part that this is.
    pub shard: Shard,
    /// Chunks of the part that are done, from the first on.
    pub done: u64,
    /// Floors that were looked at: connected, one of those that are symmetric.
    pub floors: u64,
    /// Boards that were solved.
    pub solved: u64,
    /// Seconds that threads have spent on it, added up by whoever runs it.
    #[serde(default)]
    pub seconds: u64,
    /// By the jumps of cat and mouse, as in `"1,4"`. Longer jumps than the
    /// longer side allows are left out.
    pub maxima: BTreeMap<String, Maxima>,
}

impl Exhaustion {
    /// Nothing done yet. Sides are at most 8, and boards at most 36 cells.
    pub fn new((rows, cols): (u16, u16), shard: Shard) -> Self {
        Self {
            rows,
            cols,
            shard,
            done: 0,
            floors: 0,
            solved: 0,
            seconds: 0,
            maxima: BTreeMap::new(),
        }
    }

    /// Chunks of this part.
    pub fn chunks(&self) -> u64 {
        let masks = 1_u64 << (self.rows * self.cols);
        let all = masks.div_ceil(CHUNK);
        (all + self.shard.of - 1 - self.shard.part) / self.shard.of
    }

    /// Whether nothing is left to do.
    pub fn is_complete(&self) -> bool {
        self.done == self.chunks()
    }

    /// Goes on until all is done or `stop` is set, and calls `report` in this
    /// thread after each chunk.
    ///
    /// # Errors
    /// Those of `report`, which end it.
    pub fn run<E>(
        &mut self,
        jobs: NonZeroUsize,
        stop: &AtomicBool,
        mut report: impl FnMut(&Self) -> Result<(), E>,
    ) -> Result<(), E> {
        let next = Mutex::new(self.done);
        let (send, receive) = mpsc::channel();
        let chunks = self.chunks();
        let (shard, size) = (self.shard, (self.rows, self.cols));
        thread::scope(|scope| {
            for _ in 0..jobs.get() {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed) {
                        let mut number = next.lock().expect("nobody panics with it");
                        if *number == chunks {
                            return;
                        }
                        let mine = *number;
                        *number += 1;
                        drop(number);
                        let chunk = Chunk::run(size, (mine * shard.of + shard.part) * CHUNK);
                        // The receiver lives as long as the workers.
                        let _ = send.send((mine, chunk));
                    }
                });
            }
            drop(send);
            // A chunk counts once all before it are there.
            let mut waiting = BTreeMap::new();
            let mut reported = Ok(());
            for (number, chunk) in receive {
                waiting.insert(number, chunk);
                while let Some(chunk) = waiting.remove(&self.done) {
                    self.done += 1;
                    self.floors += chunk.floors;
                    self.solved += chunk.solved;
                    self.take(chunk.maxima());
                }
                if reported.is_ok() {
                    reported = report(self);
                }
                if reported.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            reported
        })
    }

    fn take(&mut self, maxima: impl IntoIterator<Item = ((usize, usize), Maxima)>) {
        for ((cat, mouse), maxima) in maxima {
            let mine = self.maxima.entry(format!("{cat},{mouse}")).or_default();
            mine.merge(maxima);
        }
    }

    /// Takes in what another part has found.
    ///
    /// # Errors
    /// Says why they do not belong together.
    pub fn merge(parts: Vec<Self>) -> Result<Self, MergeError> {
        let first = parts.first().ok_or(MergeError::Nothing)?;
        let of = first.shard.of;
        let wrong = |part, fault| Err(MergeError::Part { part, of, fault });
        let mut whole = Self::new((first.rows, first.cols), Shard::WHOLE);
        let mut seen = Vec::new();
        for part in parts {
            if (part.rows, part.cols, part.shard.of) != (whole.rows, whole.cols, of) {
                return Err(MergeError::Different);
            }
            let number = part.shard.part + 1;
            if seen.contains(&number) {
                return wrong(number, "is there twice");
            }
            if !part.is_complete() {
                return wrong(number, "is not complete; let it run to its end");
            }
            seen.push(number);
            whole.floors += part.floors;
            whole.solved += part.solved;
            whole.seconds += part.seconds;
            for (jumps, maxima) in part.maxima {
                whole.maxima.entry(jumps).or_default().merge(maxima);
            }
        }
        if let Some(part) = (1..=of).find(|part| !seen.contains(part)) {
            return wrong(part, "is missing");
        }
        whole.done = whole.chunks();
        Ok(whole)
    }

    /// The largest of a kind of maximum over all jumps.
    pub fn most(&self, kind: impl Fn(&Maxima) -> Option<&Maximum>) -> u32 {
        let all = self.maxima.values().filter_map(kind);
        all.map(|maximum| maximum.most).max().unwrap_or(0)
    }
}
