//! All boards of a size, up to symmetry: exact maxima for each pair of jumps.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::floors::{self, CatFree};
use super::grid;
use cat_and_mouse::game::Bitboard;
use cat_and_mouse::solve::grid::bitboard::{Board, Engine, Layers};

/// Masks of walls that are looked at in one piece.
const CHUNK: u64 = 1 << 14;

/// Longest jump that makes a difference on boards of contest size.
const JUMPS: u16 = 7;

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
    floor: u64,
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
    fn merge(&mut self, other: Self) {
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
    /// A part has chunks left to do.
    #[error("part {part}/{of} is not complete; let it run to its end")]
    Incomplete {
        /// Which part.
        part: u64,
        /// How many there are.
        of: u64,
    },
    /// Two files hold the same part.
    #[error("part {part}/{of} is there twice")]
    Twice {
        /// Which part.
        part: u64,
        /// How many there are.
        of: u64,
    },
    /// No file holds a part.
    #[error("part {part}/{of} is missing")]
    Missing {
        /// Which part.
        part: u64,
        /// How many there are.
        of: u64,
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
                        let mut chunk = Chunk::new(size);
                        chunk.run((mine * shard.of + shard.part) * CHUNK);
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
                    self.take(chunk.maxima);
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

    fn take(&mut self, maxima: impl IntoIterator<Item = ((u16, u16), Maxima)>) {
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
        let mut whole = Self::new((first.rows, first.cols), Shard::WHOLE);
        let mut seen = Vec::new();
        for part in parts {
            if (part.rows, part.cols, part.shard.of) != (whole.rows, whole.cols, of) {
                return Err(MergeError::Different);
            }
            let number = part.shard.part + 1;
            if seen.contains(&number) {
                return Err(MergeError::Twice { part: number, of });
            }
            if !part.is_complete() {
                return Err(MergeError::Incomplete { part: number, of });
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
            return Err(MergeError::Missing { part, of });
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

/// One piece of the work.
struct Chunk {
    size: (u16, u16),
    engine: Engine,
    floors: u64,
    solved: u64,
    maxima: BTreeMap<(u16, u16), Maxima>,
    /// What of `maxima` is asked for each board, by jumps.
    known: [[Known; 8]; 8],
}

/// The numbers of [`Maxima`].
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    longest: u32,
    contested: u32,
    detour: u32,
    density: u32,
}

impl Chunk {
    fn new(size: (u16, u16)) -> Self {
        Self {
            size,
            engine: Engine::best(),
            floors: 0,
            solved: 0,
            maxima: BTreeMap::new(),
            known: [[Known::default(); 8]; 8],
        }
    }

    /// What is known for each pair of jumps.
    fn known(&self, pairs: impl Iterator<Item = (u16, u16)>) -> impl Iterator<Item = &Known> {
        pairs.map(|(cat, mouse)| &self.known[usize::from(cat)][usize::from(mouse)])
    }

    fn learn(&mut self, (cat, mouse): (u16, u16), new: Maxima) {
        let maxima = self.maxima.entry((cat, mouse)).or_default();
        maxima.merge(new);
        let most = |maximum: &Option<Maximum>| maximum.as_ref().map_or(0, |most| most.most);
        self.known[usize::from(cat)][usize::from(mouse)] = Known {
            longest: most(&maxima.longest),
            contested: most(&maxima.contested),
            detour: most(&maxima.detour),
            density: most(&maxima.density),
        };
    }

    fn run(&mut self, first: u64) {
        let (rows, cols) = self.size;
        let end = (first + CHUNK).min(1 << (rows * cols));
        for mask in first.max(1)..end {
            let floor = floors::spread(mask, rows, cols);
            if floors::is_connected(floor) && floors::is_least(floor, rows, cols) {
                self.floors += 1;
                self.floor(Bitboard(floor));
            }
        }
    }

    /// All foods and jumps on a connected floor. Only jumps up to the longest
    /// run differ; a board counts for the longer ones as well.
    fn floor(&mut self, floor: Bitboard) {
        let longest = floors::longest_run(floor.0);
        // Only a cat on a cell apart from all of them leaves the mouse alone.
        let spare = floors::frame(self.size.0, self.size.1).0 & !floors::grown(floor.0);
        let jumps = || (1..=longest).flat_map(|mouse| (1..=longest).map(move |cat| (mouse, cat)));
        let board = |food, (mouse_jump, cat_jump)| Board {
            floor,
            food,
            cat_jump,
            mouse_jump,
        };
        let foods = floor.cells();
        let boards: Vec<Board> = foods
            .flat_map(|food| jumps().map(move |jumps| board(food, jumps)))
            .collect();
        let mut rounds = vec![0; boards.len()];
        self.engine
            .solve_all(&boards, |index, wins| rounds[index] = wins.rounds);
        self.solved += boards.len() as u64;
        // All boards of a food and a jump of the mouse.
        let cats = usize::from(longest);
        for (boards, rounds) in boards.chunks(cats).zip(rounds.chunks(cats)) {
            let cat_free = CatFree::new(&boards[0]);
            if spare != 0 {
                self.alone(&boards[0], &cat_free, longest, spare);
            }
            for (board, &rounds) in boards.iter().zip(rounds) {
                self.board(board, rounds, &cat_free, longest);
            }
        }
    }

    /// A board that is solved in so many rounds.
    fn board(&mut self, board: &Board, rounds: u32, cat_free: &CatFree, longest: u16) {
        if rounds == 0 {
            return;
        }
        let pairs = pairs(board.cat_jump, board.mouse_jump, longest, self.size);
        // A win of so many rounds can at best be one long detour.
        let density = 1000 * (2 * rounds - 1) / (2 * board.floor.count());
        let beaten = |known: &Known| {
            known.contested >= 2 * rounds - 1
                && known.detour >= rounds - 1
                && known.density >= density
        };
        if self.known(pairs.clone()).all(beaten) {
            return;
        }
        let layers = self.engine.layers(board);
        let Some((depth, starts)) = layers.longest() else {
            return;
        };
        let contested = self.maximum(board, depth.0, starts[0]);
        let detour = self.detour(board, cat_free, &layers);
        for pair in pairs {
            let new = Maxima {
                longest: Some(with_jumps(&contested, pair)),
                contested: Some(with_jumps(&contested, pair)),
                detour: detour.as_ref().map(|most| with_jumps(most, pair)),
                density: Some(Maximum {
                    most: density,
                    ..with_jumps(&contested, pair)
                }),
            };
            self.learn(pair, new);
        }
    }

    fn detour(&self, board: &Board, cat_free: &CatFree, layers: &Layers) -> Option<Maximum> {
        let (moves, start) = floors::detour(cat_free, layers)?;
        Some(self.maximum(board, moves, start))
    }

    /// A mouse that has the floor for itself, as the cat is walled off.
    fn alone(&mut self, board: &Board, cat_free: &CatFree, longest: u16, spare: u64) {
        let cats = 1..=longest;
        let pairs = cats.flat_map(|cat| pairs(cat, board.mouse_jump, longest, self.size));
        let beaten = |depth: u32| {
            let mut known = self.known(pairs.clone());
            known.all(|known| known.longest >= depth)
        };
        // No way leads over more cells than there are.
        if board.floor.count() == 1 || beaten(2 * board.floor.count() - 3) {
            return;
        }
        let depth = 2 * cat_free.farthest() - 1;
        if beaten(depth) {
            return;
        }
        let cat = spare.trailing_zeros() as u8;
        let shown = Board {
            floor: board.floor.with(cat),
            ..*board
        };
        let mut most = self.maximum(&shown, depth, (cat_free.far_cell(), cat));
        most.floor = board.floor.0;
        for pair in pairs.collect::<Vec<_>>() {
            let new = Maxima {
                longest: Some(with_jumps(&most, pair)),
                ..Maxima::default()
            };
            self.learn(pair, new);
        }
    }

    fn maximum(&self, board: &Board, most: u32, (mouse, cat): (u8, u8)) -> Maximum {
        Maximum {
            most,
            input: grid::grid(board, self.size, mouse, cat).text(),
            floor: board.floor.0,
        }
    }
}

/// The pairs of jumps for which a board with these jumps counts: a jump as
/// long as the longest run stands for all longer ones.
fn pairs(
    cat: u16,
    mouse: u16,
    longest: u16,
    (rows, cols): (u16, u16),
) -> impl Iterator<Item = (u16, u16)> + Clone {
    let most = (rows.max(cols) - 1).clamp(1, JUMPS);
    let as_long = move |jump: u16| {
        let end = if jump == longest { most } else { jump };
        jump..=end.max(jump)
    };
    as_long(cat).flat_map(move |cat| as_long(mouse).map(move |mouse| (cat, mouse)))
}

/// The same board with these jumps in its text.
fn with_jumps(most: &Maximum, (cat, mouse): (u16, u16)) -> Maximum {
    let mut maximum = most.clone();
    let (header, board) = most.input.split_once('\n').unwrap_or(("", ""));
    let size: Vec<&str> = header.split(' ').take(2).collect();
    maximum.input = format!("{} {cat} {mouse}\n{board}", size.join(" "));
    maximum
}
