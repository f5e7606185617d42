//! A piece of an exhaustion: the boards of some masks of walls, solved.

use super::exhaust::{Maxima, Maximum};
use super::floors::{self, CatFree};
use super::grid;
use cat_and_mouse::game::Bitboard;
use cat_and_mouse::solve::grid::bitboard::{Board, Engine};

/// Masks of walls that are looked at in one piece.
pub(super) const CHUNK: u64 = 1 << 14;

/// Longest jump that makes a difference on boards of contest size.
const JUMPS: u16 = 7;

/// One piece of the work.
pub(super) struct Chunk {
    size: (u16, u16),
    engine: Engine,
    pub(super) floors: u64,
    pub(super) solved: u64,
    /// By the jumps of cat and mouse.
    maxima: [[Maxima; 8]; 8],
}

impl Chunk {
    /// Looks at the masks from this one on.
    pub(super) fn run((rows, cols): (u16, u16), first: u64) -> Self {
        let mut chunk = Self {
            size: (rows, cols),
            engine: Engine::best(),
            floors: 0,
            solved: 0,
            maxima: Default::default(),
        };
        let end = (first + CHUNK).min(1 << (rows * cols));
        for mask in first.max(1)..end {
            let floor = floors::spread(mask, rows, cols);
            if floors::is_connected(floor) && floors::is_least(floor, rows, cols) {
                chunk.floors += 1;
                chunk.floor(Bitboard(floor));
            }
        }
        chunk
    }

    /// What was found, by the jumps of cat and mouse.
    pub(super) fn maxima(self) -> impl Iterator<Item = ((usize, usize), Maxima)> {
        let cats = self.maxima.into_iter().enumerate();
        let all = cats.flat_map(|(cat, mice)| {
            let mice = mice.into_iter().enumerate();
            mice.map(move |(mouse, maxima)| ((cat, mouse), maxima))
        });
        all.filter(|(_, maxima)| maxima.longest.is_some())
    }

    fn known(&mut self, (cat, mouse): (u16, u16)) -> &mut Maxima {
        &mut self.maxima[usize::from(cat)][usize::from(mouse)]
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
        let beaten = |pair| {
            let known = self.known(pair);
            most(known.contested.as_ref()) >= 2 * rounds - 1
                && most(known.detour.as_ref()) >= rounds - 1
                && most(known.density.as_ref()) >= density
        };
        if pairs.clone().all(beaten) {
            return;
        }
        let layers = self.engine.layers(board);
        let Some((depth, starts)) = layers.longest() else {
            return;
        };
        let contested = self.maximum(board, depth.0, starts[0]);
        let detour = floors::detour(cat_free, &layers);
        let detour = detour.map(|(moves, start)| self.maximum(board, moves, start));
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
            self.known(pair).merge(new);
        }
    }

    /// A mouse that has the floor for itself, as the cat is walled off.
    fn alone(&mut self, board: &Board, cat_free: &CatFree, longest: u16, spare: u64) {
        let (cats, size) = (1..=longest, self.size);
        let pairs = cats.flat_map(|cat| pairs(cat, board.mouse_jump, longest, size));
        let mut beaten = |depth: u32| {
            let mut pairs = pairs.clone();
            pairs.all(|pair| most(self.known(pair).longest.as_ref()) >= depth)
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
            self.known(pair).merge(new);
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

fn most(maximum: Option<&Maximum>) -> u32 {
    maximum.map_or(0, |maximum| maximum.most)
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
