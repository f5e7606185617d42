//! The rounds on sets laid out for wide registers.
//!
//! The positions are eight [`Row`]s, one for each row of mouse cells. A row
//! has a byte for each cat cell, numbered as in [`crate::game::Bitboard`], and
//! a byte has a bit for each column of the mouse. So the mouse moves up and
//! down from register to register and along its row by a table, and the cat
//! moves by shifting bytes.
//!
//! The cat's step is that of the mouse for the complements, "not won" and "not
//! lost": the cat does not lose if *some* move leads to where the mouse does
//! not win.

use super::row::Row;
use super::runs::Runs;
use super::runs::{MOST_SHIFTS, shifts};
use super::{Positions, Setup, Wins};

/// Sees the positions that are *not* won with the mouse to move after each
/// round that won some, and says whether to go on.
pub(super) trait Watch {
    fn go_on<R: Row>(&mut self, not_won: &[R; 8]) -> bool;
}

/// Solves all starts.
#[inline(always)]
pub(super) fn run<R: Row>(setup: &Setup, wins: &mut Wins, watch: &mut impl Watch) {
    let board = Prepared::<R>::new(setup);
    let mut lost = [R::splat(0); 8];
    lost[board.food_row] = R::splat(EACH * board.food_column);
    let mut not_won = [R::splat(u64::MAX); 8];
    wins.rounds = 0;
    while board.mouse_step(&lost, &mut not_won) {
        wins.rounds += 1;
        if !watch.go_on(&not_won) {
            break;
        }
        board.cat_step(&not_won, &mut lost);
    }
    won(setup, &not_won, &mut wins.mouse_to_move);
    for (words, lost) in wins.cat_to_move.0.iter_mut().zip(&lost) {
        *words = lost.and(board.stand).words();
    }
}

/// What is won with the mouse to move.
#[inline(always)]
pub(super) fn won<R: Row>(setup: &Setup, not_won: &[R; 8], won: &mut Positions) {
    let none = R::splat(0);
    for (words, not_won) in won.0.iter_mut().zip(not_won) {
        *words = not_won.nor(none).words();
    }
    // The one position that the steps count as won for their own ends.
    let food = setup.food.trailing_zeros() as u8;
    won.remove(food, food);
}

/// A byte eight times.
const EACH: u64 = 0x0101_0101_0101_0101;

/// By row of the mouse, the words of the cats in each row: in its own row each
/// cat has the bit of its own column.
const OWN: [[u64; 8]; 8] = {
    let mut own = [[0; 8]; 8];
    let mut row = 0;
    while row < 8 {
        own[row][row] = 0x8040_2010_0804_0201;
        row += 1;
    }
    own
};

/// What the steps need to know of a board.
struct Prepared<'a, R: Row> {
    setup: &'a Setup,
    food_row: usize,
    food_column: u64,
    /// All ones for the cats that stand where the game is not over.
    stand: R,
    /// Where the mouse may be when it is to move and the game is not over.
    ///
    /// One position more is in here, both on the food: with the cat to move it
    /// starts as lost and so stays won and lost. For what else could the cat
    /// do against a mouse on the food that it cannot reach in time? So the
    /// cat's step needs no exception for a game that the mouse has won.
    room: [R; 8],
    lines: R::Lines,
    floor: [u64; 8],
    /// Cells from which the mouse may go down or up, for each step.
    south: [[u64; 8]; MOST_SHIFTS],
    north: [[u64; 8]; MOST_SHIFTS],
    cat: [R::CatShift; MOST_SHIFTS],
}

impl<'a, R: Row> Prepared<'a, R> {
    #[inline(always)]
    fn new(setup: &'a Setup) -> Self {
        let food = setup.food.trailing_zeros() as usize;
        let food_row = food / 8 % 8;
        let food_column = 1 << (food % 8);
        let stand = R::of_cats(setup.stand);
        let mut room = [stand; 8];
        for (room, own) in room.iter_mut().zip(&OWN) {
            *room = room.and_not(R::of_words(own));
        }
        let food = R::of_cats(setup.food).and(R::splat(EACH * food_column));
        room[food_row] = room[food_row].or(food);
        let (mut south, mut north) = ([[0; 8]; MOST_SHIFTS], [[0; 8]; MOST_SHIFTS]);
        if !setup.mouse_sweeps {
            let runs = Runs::new(setup.floor, setup.mouse_jump);
            for step in 0..MOST_SHIFTS {
                south[step] = R::rows_of(runs.south[step]);
                north[step] = R::rows_of(runs.north[step]);
            }
        }
        let runs = Runs::new(setup.floor, setup.cat_jump);
        let mut cat = [R::cat_shift(&runs, 0); MOST_SHIFTS];
        for (step, shift) in cat.iter_mut().enumerate().skip(1) {
            *shift = R::cat_shift(&runs, step);
        }
        Self {
            setup,
            food_row,
            food_column,
            stand,
            room,
            lines: R::lines(setup),
            floor: R::rows_of(setup.floor),
            south,
            north,
            cat,
        }
    }

    /// The mouse wins from wherever one move leads to a loss of the cat.
    /// Returns whether that added anything.
    #[inline(always)]
    fn mouse_step(&self, lost: &[R; 8], not_won: &mut [R; 8]) -> bool {
        let mut reach = *lost;
        if self.setup.mouse_sweeps {
            self.sweep(&mut reach);
        } else {
            for (step, &by) in shifts(self.setup.mouse_jump).iter().enumerate() {
                match by {
                    1 => self.up_down::<1>(step, &mut reach),
                    2 => self.up_down::<2>(step, &mut reach),
                    3 => self.up_down::<3>(step, &mut reach),
                    _ => self.up_down::<4>(step, &mut reach),
                }
            }
        }
        let mut grown = R::splat(0);
        for row in 0..8 {
            let now = lost[row].along(&self.lines, row, self.setup);
            let now = R::neither(now, reach[row], self.room[row]);
            grown = grown.or_xor(now, not_won[row]);
            not_won[row] = now;
        }
        grown.any()
    }

    /// Up and down as far as the walls allow.
    #[inline(always)]
    fn sweep(&self, reach: &mut [R; 8]) {
        for row in 1..8 {
            reach[row] = reach[row].or_and(reach[row - 1], R::splat(self.floor[row]));
        }
        for row in (0..7).rev() {
            reach[row] = reach[row].or_and(reach[row + 1], R::splat(self.floor[row]));
        }
    }

    /// Up and down by one shift.
    #[inline(always)]
    fn up_down<const BY: usize>(&self, step: usize, reach: &mut [R; 8]) {
        let from = *reach;
        for row in 0..8 {
            if row + BY < 8 {
                let free = R::splat(self.south[step][row]);
                reach[row] = reach[row].or_and(from[row + BY], free);
            }
            if row >= BY {
                let free = R::splat(self.north[step][row]);
                reach[row] = reach[row].or_and(from[row - BY], free);
            }
        }
    }

    /// The cat loses where none of its moves leads to where the mouse does not
    /// win. Also says so of some cats that are walls or on the food.
    #[inline(always)]
    fn cat_step(&self, not_won: &[R; 8], lost: &mut [R; 8]) {
        let (mut along, mut up_down) = (*not_won, *not_won);
        for (step, &by) in shifts(self.setup.cat_jump).iter().enumerate() {
            match by {
                1 => self.cat_shift::<1>(step, &mut along, &mut up_down),
                2 => self.cat_shift::<2>(step, &mut along, &mut up_down),
                3 => self.cat_shift::<3>(step, &mut along, &mut up_down),
                _ => self.cat_shift::<4>(step, &mut along, &mut up_down),
            }
        }
        for row in 0..8 {
            lost[row] = along[row].nor(up_down[row]);
        }
    }

    #[inline(always)]
    fn cat_shift<const BY: usize>(&self, step: usize, along: &mut [R; 8], up_down: &mut [R; 8]) {
        let shift = &self.cat[step];
        for row in 0..8 {
            along[row] = along[row].cat_along(shift, BY);
            up_down[row] = up_down[row].cat_up_down(shift, BY);
        }
    }
}
