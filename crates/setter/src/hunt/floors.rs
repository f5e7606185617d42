//! Sets of cells on boards of at most 8×8, and the distances that a mouse has to go if
//! there is no cat.

use cat_and_mouse::game::Bitboard;
use cat_and_mouse::solve::grid::bitboard::{Board, Layers, Positions};

const LEFT: u64 = 0x0101_0101_0101_0101;

/// All cells of a board of this size.
pub(crate) fn frame(rows: u16, cols: u16) -> Bitboard {
    let row = (1_u64 << cols) - 1;
    Bitboard((0..rows).fold(0, |cells, number| cells | row << (8 * number)))
}

/// Returns the cells that one move of at most `jump` cells reaches from any of `cells`, which
/// are included.
pub(crate) fn landings(cells: u64, floor: u64, jump: u16) -> u64 {
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
