//! What a mouse could do on a floor if there were no cat, and other questions
//! about sets of cells.

use cat_and_mouse::game::Bitboard;
use cat_and_mouse::solve::grid::bitboard::{Board, Layers, Positions};

const LEFT: u64 = 0x0101_0101_0101_0101;

/// All cells of a board of this size.
pub(crate) fn frame(rows: u16, cols: u16) -> Bitboard {
    let row = (1_u64 << cols) - 1;
    Bitboard((0..rows).fold(0, |cells, number| cells | row << (8 * number)))
}

/// A set with all cells next to it in the 8×8 frame.
pub(crate) const fn grown(cells: u64) -> u64 {
    let right = cells << 1 & !LEFT;
    let left = cells >> 1 & !(LEFT << 7);
    cells | right | left | cells << 8 | cells >> 8
}

/// Whether one can walk between any two cells.
pub(crate) fn is_connected(floor: u64) -> bool {
    let mut part = floor & floor.wrapping_neg();
    loop {
        let more = grown(part) & floor;
        if more == part {
            return part == floor;
        }
        part = more;
    }
}

/// The floor whose cells, row by row, are the bits of `mask`.
pub(crate) fn spread(mask: u64, rows: u16, cols: u16) -> u64 {
    (0..rows).fold(0, |floor, row| {
        let line = mask >> (row * cols) & ((1 << cols) - 1);
        floor | line << (8 * row)
    })
}

/// The longest jump that the floor has room for, at least 1.
pub(crate) fn longest_run(floor: u64) -> u16 {
    let steps: [fn(u64) -> u64; 2] = [|cells| cells << 1 & !LEFT, |cells| cells << 8];
    let along = |step: fn(u64) -> u64| {
        let mut run = floor;
        (0..8)
            .take_while(|_| {
                run = step(run) & floor;
                run != 0
            })
            .count() as u16
    };
    steps.map(along).into_iter().fold(1, u16::max)
}

/// A floor and its reflections, on a square board its rotations as well, in all
/// four or eight.
fn images(floor: u64, rows: u16, cols: u16) -> impl Iterator<Item = u64> {
    let up_down = move |floor: u64| floor.swap_bytes() >> (8 * (8 - rows));
    let left_right = move |floor: u64| floor.reverse_bits().swap_bytes() >> (8 - cols);
    let four = move |one: u64| {
        let two = up_down(one);
        [two, left_right(one), left_right(two), one].into_iter()
    };
    let turned = (rows == cols).then_some(floor).into_iter();
    four(floor).chain(turned.flat_map(move |floor| four(turned_over(floor))))
}

/// How many floors are symmetric to this one, itself included; none unless it
/// is the one with the smallest number.
pub(crate) fn alike(floor: u64, rows: u16, cols: u16) -> Option<u64> {
    let (mut all, mut same) = (0, 0);
    for image in images(floor, rows, cols) {
        if image < floor {
            return None;
        }
        all += 1;
        same += u64::from(image == floor);
    }
    Some(all / same)
}

/// Rows and columns exchanged.
fn turned_over(floor: u64) -> u64 {
    let cells = Bitboard(floor).cells();
    cells.fold(0, |all, cell| all | 1 << (cell % 8 * 8 + cell / 8))
}

/// Where one move of a mouse leads from any of the cells, staying included.
fn landings(cells: u64, floor: u64, jump: u16) -> u64 {
    let mut all = cells;
    let steps: [fn(u64) -> u64; 4] = [
        |cells| cells << 1 & !LEFT,
        |cells| cells >> 1 & !(LEFT << 7),
        |cells| cells << 8,
        |cells| cells >> 8,
    ];
    for step in steps {
        let mut run = cells;
        for _ in 0..jump.min(7) {
            run = step(run) & floor;
            all |= run;
        }
    }
    all
}

/// The mouse cells by the number of moves to the food with no cat about.
#[derive(Debug)]
pub(crate) struct CatFree(Vec<u64>);

impl CatFree {
    pub(crate) fn new(board: &Board) -> Self {
        let mut reached = 1_u64 << board.food;
        let mut rings = vec![reached];
        loop {
            let next = landings(reached, board.floor.0, board.mouse_jump);
            if next == reached {
                return Self(rings);
            }
            rings.push(next & !reached);
            reached = next;
        }
    }

    /// Moves from this cell; none if it cannot come.
    pub(crate) fn distance(&self, mouse: u8) -> Option<u32> {
        let ring = self.0.iter().position(|ring| ring >> mouse & 1 == 1);
        ring.map(|moves| moves as u32)
    }

    /// The first of the farthest cells.
    pub(crate) fn far_cell(&self) -> u8 {
        self.0.last().map_or(0, |ring| ring.trailing_zeros() as u8)
    }

    /// Moves from the farthest cell.
    pub(crate) fn farthest(&self) -> u32 {
        self.0.len() as u32 - 1
    }
}

/// The mouse's own moves of a win less those it would need if there were no
/// cat, at most over all starts, and a start `(mouse, cat)` that has it. Of
/// equally long detours the one that ends first counts.
pub(crate) fn detour(cat_free: &CatFree, layers: &Layers) -> Option<(u32, (u8, u8))> {
    let none = Positions::default();
    let mut before = &none;
    // The detour, the number of the round, and the mouse.
    let mut most: Option<(u32, usize, u8)> = None;
    for (number, won) in layers.rounds().iter().enumerate() {
        let new = won.mice_beyond(before).0;
        before = won;
        // A win in this round takes so many moves of the mouse.
        let moves = number as u32 + 1;
        for (distance, &ring) in (0_u32..).zip(&cat_free.0).skip(1) {
            let enough = moves
                .checked_sub(distance)
                .is_some_and(|detour| most.is_none_or(|(best, ..)| detour > best));
            if !enough {
                break;
            }
            if new & ring != 0 {
                let mouse = (new & ring).trailing_zeros() as u8;
                most = Some((moves - distance, number, mouse));
                break;
            }
        }
    }
    let (detour, number, mouse) = most?;
    let rounds = layers.rounds();
    let before = number
        .checked_sub(1)
        .map_or(&none, |before| &rounds[before]);
    let is_new = |&cat: &u8| rounds[number].contains(mouse, cat) && !before.contains(mouse, cat);
    let cat = (0..64).find(is_new)?;
    Some((detour, (mouse, cat)))
}
