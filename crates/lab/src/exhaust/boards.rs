//! A piece of all boards: those of some masks of walls, solved.
//!
//! A start is played on the part of the floor that the food lies in. So it is
//! enough to solve connected floors, one of those that are symmetric; each
//! stands for itself, for its reflections, and for every way to fill the cells
//! that are not next to it. A cat that stands there leaves the mouse alone.

use cat_and_mouse::game::Bitboard;
use cat_and_mouse::solve::grid::bitboard::floor::{Floor, FloorWins as Solved};
use cat_and_mouse::solve::grid::bitboard::{Board, Engine};

use super::table::{Extreme, Kind, Tally, TallyRow};
use crate::hunt::floors::{self, CatFree};
use crate::hunt::grid;

/// Masks of walls that are looked at in one piece.
const MASKS: u64 = 1 << 14;

/// The longest jump that makes a difference on boards of this size.
fn most_jump((rows, cols): (u16, u16)) -> u16 {
    (rows.max(cols) - 1).clamp(1, 7)
}

/// Pieces of all masks.
pub(super) const fn pieces(rows: u16, cols: u16) -> u64 {
    (1_u64 << (rows * cols)).div_ceil(MASKS)
}

/// All boards of some masks; what is extreme only where it is beyond what is
/// known from pieces before.
pub(super) fn piece(size: (u16, u16), number: u64, known: &Tally) -> Tally {
    let jumps = most_jump(size);
    let mut most = [[[0; 4]; 8]; 8];
    for cat in 1..=jumps {
        for mouse in 1..=jumps {
            if let Some(row) = known.rows.get(&format!("{cat},{mouse}")) {
                most[usize::from(cat)][usize::from(mouse)] = KINDS.map(|kind| row.most(kind));
            }
        }
    }
    let mut piece = Piece {
        number,
        size,
        engine: Engine::best(),
        floor: Floor::new(size.1),
        rows: Default::default(),
        most,
        classes: 0,
        solved: 0,
    };
    let (rows, cols) = size;
    // Neighbouring masks are much alike, so pieces that follow each other take them
    // from everywhere. The number of pieces is a power of 2: where the number of parts
    // is even, all pieces of a part have some cells alike, and parts differ in size.
    let first = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) % pieces(rows, cols) * MASKS;
    let end = (first + MASKS).min(1 << (rows * cols));
    for mask in first.max(1)..end {
        let floor = floors::spread(mask, rows, cols);
        if let Some(alike) = floors::alike(floor, rows, cols)
            && floors::is_connected(floor)
        {
            piece.floor(mask, Bitboard(floor), alike);
        }
    }
    let rows = piece.rows.into_iter().enumerate().flat_map(|(cat, rows)| {
        let rows = rows.into_iter().enumerate();
        rows.map(move |(mouse, row)| (format!("{cat},{mouse}"), row))
    });
    Tally {
        classes: piece.classes,
        solved: piece.solved,
        rows: rows.filter(|(_, row)| row.won + row.lost > 0).collect(),
    }
}

const KINDS: [Kind; 4] = [Kind::MouseWin, Kind::Contested, Kind::Detour, Kind::Density];

struct Piece {
    number: u64,
    size: (u16, u16),
    engine: Engine,
    floor: Floor,
    /// By the jumps of cat and mouse.
    rows: [[TallyRow; 8]; 8],
    /// And what is known, by kind.
    most: [[[u32; 4]; 8]; 8],
    classes: u64,
    solved: u64,
}

impl Piece {
    /// All foods and jumps on a connected floor. Only jumps up to the longest
    /// run differ; a board counts for the longer ones as well.
    fn floor(&mut self, mask: u64, floor: Bitboard, alike: u64) {
        self.classes += 1;
        let longest = floors::longest_run(floor.0);
        let cells = u64::from(floor.count());
        let spare = floors::frame(self.size.0, self.size.1).0 & !floors::grown(floor.0);
        let starts = Starts::new(cells, Bitboard(spare).count(), alike);
        self.floor.set(mask);
        for mouse in 1..=longest {
            let farthest = self.floor.turn(mouse);
            let beyond = std::array::from_fn(|cat| self.most[cat][usize::from(mouse)][2]);
            let solved = self.floor.solve(self.engine, longest, &beyond);
            self.solved += cells * u64::from(longest);
            for cat in 1..=longest {
                let solved = solved[usize::from(cat)];
                let pairs = Pairs::new((cat, mouse), longest, self.size);
                let won = starts.won(solved.won);
                for (cat, mouse) in pairs.all() {
                    let row = &mut self.rows[cat][mouse];
                    row.won += won;
                    row.lost += starts.all - won;
                }
                self.extremes(floor, &pairs, solved);
                if spare != 0 && farthest > 0 {
                    self.alone(floor, &pairs, 2 * farthest - 1, spare);
                }
            }
        }
    }

    fn beats(&self, pairs: &Pairs, kind: usize, most: u32) -> bool {
        pairs
            .all()
            .any(|(cat, mouse)| most > self.most[cat][mouse][kind])
    }

    /// Looks closer at a floor if one of its boards is extreme.
    fn extremes(&mut self, floor: Bitboard, pairs: &Pairs, solved: Solved) {
        if solved.rounds == 0 || floor.count() < 3 {
            return;
        }
        let plies = 2 * solved.rounds - 1;
        // A win of so many rounds can at best be one long detour.
        let density = 1000 * plies / (2 * floor.count());
        if !(self.beats(pairs, 0, plies)
            || self.beats(pairs, 1, plies)
            || solved.has_detour
            || self.beats(pairs, 3, density))
        {
            return;
        }
        for food in floor.cells() {
            let board = pairs.board(floor, food);
            let layers = self.engine.layers(&board);
            let Some((depth, starts)) = layers.longest() else {
                continue;
            };
            let longest = (depth.0, starts[0]);
            let density = 1000 * depth.0 / (2 * floor.count());
            let detour = floors::detour(&CatFree::new(&board), &layers);
            let finds = [
                Some(longest),
                Some(longest),
                detour,
                Some((density, starts[0])),
            ];
            for (kind, find) in finds.into_iter().enumerate() {
                if let Some((most, start)) = find {
                    self.offer(&board, pairs, kind, most, start);
                }
            }
        }
    }

    /// A mouse that has the floor for itself, as the cat is walled off.
    fn alone(&mut self, floor: Bitboard, pairs: &Pairs, plies: u32, spare: u64) {
        if !self.beats(pairs, 0, plies) {
            return;
        }
        let cat = spare.trailing_zeros() as u8;
        for food in floor.cells() {
            let board = pairs.board(floor, food);
            let cat_free = CatFree::new(&board);
            if 2 * cat_free.farthest() - 1 == plies {
                let shown = Board {
                    floor: floor.with(cat),
                    ..board
                };
                self.offer(&shown, pairs, 0, plies, (cat_free.far_cell(), cat));
            }
        }
    }

    fn offer(
        &mut self,
        board: &Board,
        pairs: &Pairs,
        kind: usize,
        most: u32,
        (mouse, cat): (u8, u8),
    ) {
        for (cat_jump, mouse_jump) in pairs.all() {
            let known = &mut self.most[cat_jump][mouse_jump][kind];
            // Nothing at all is a record as well, if there is none before.
            let is_first = !self.rows[cat_jump][mouse_jump]
                .extremes
                .contains_key(&KINDS[kind]);
            if most > *known || most == 0 && is_first {
                *known = most;
                let board = Board {
                    cat_jump: cat_jump as u16,
                    mouse_jump: mouse_jump as u16,
                    ..*board
                };
                let extreme = Extreme {
                    most,
                    instances: None,
                    input: grid::grid(&board, self.size, mouse, cat).text(),
                    first: self.number,
                    certificate: None,
                };
                self.rows[cat_jump][mouse_jump].take(KINDS[kind], extreme);
            }
        }
    }
}

/// For how many starts a floor stands.
struct Starts {
    alike: u64,
    /// Ways to fill the cells that are not next to it.
    fills: u64,
    /// Starts with the cat on one of those.
    apart: u64,
    all: u64,
}

impl Starts {
    fn new(cells: u64, spare: u32, alike: u64) -> Self {
        let others = u64::from(spare);
        // Ways to fill all but so many of the cells.
        let but = |taken: u32| spare.checked_sub(taken).map_or(0, |rest| 1_u64 << rest);
        let two = cells * (cells - 1);
        let apart = two * others * but(1);
        let both = cells * others * others.saturating_sub(1) * but(2);
        Self {
            alike,
            fills: but(0),
            apart,
            all: alike * (two * cells.saturating_sub(2) * but(0) + 2 * apart + both),
        }
    }

    /// Those that the mouse wins, if it wins so many with the cat on the floor.
    fn won(&self, won: u64) -> u64 {
        self.alike * (won * self.fills + self.apart)
    }
}

/// The pairs of jumps for which a board with these jumps counts: a jump as
/// long as the longest run stands for all longer ones.
struct Pairs {
    cat: u16,
    mouse: u16,
    longest: u16,
    most: u16,
}

impl Pairs {
    fn new((cat, mouse): (u16, u16), longest: u16, size: (u16, u16)) -> Self {
        Self {
            cat,
            mouse,
            longest,
            most: most_jump(size),
        }
    }

    fn board(&self, floor: Bitboard, food: u8) -> Board {
        Board {
            floor,
            food,
            cat_jump: self.cat,
            mouse_jump: self.mouse,
        }
    }

    /// Of cat and mouse.
    fn all(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (longest, most) = (self.longest, self.most);
        let as_long = move |jump: u16| {
            let end = if jump == longest { most } else { jump };
            usize::from(jump)..=usize::from(end.max(jump))
        };
        let mouse = self.mouse;
        as_long(self.cat).flat_map(move |cat| as_long(mouse).map(move |mouse| (cat, mouse)))
    }
}
