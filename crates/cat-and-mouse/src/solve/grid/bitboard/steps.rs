//! The rounds, on sets in wide registers.
//!
//! The positions are eight [`Row`]s, one for each row of mouse cells. A row has a byte for each cat
//! cell, numbered as in [`crate::game::Bitboard`], and a byte has a bit for each column of the
//! mouse. So the mouse moves up and down from register to register, and along its row by a table.
//! The cat moves by shifting or looking up bytes.
//!
//! The step of the cat is that of the mouse for the complements "not won" and "not lost": the cat
//! does not lose if *some* move leads to a position in which the mouse does not win.

use super::board::{Board, Setup};
use super::positions::{Positions, Wins};
use super::row::Row;
use super::runs::{MAX_SHIFTS, runs, shifts};
use crate::game::Bitboard;

/// Observes the solving of boards.
pub(super) trait Watch {
    /// Called after each round that won positions, with the positions that are *not* won with the
    /// mouse to move. Returns whether to continue.
    fn go_on<R: Row>(&mut self, not_won: &[R; 8]) -> bool;
    /// Called with the result for the board of this index.
    fn take(&mut self, index: usize, wins: &Wins);
}

/// Solves all starts of some boards. With `APART`, each row of mice has its own code, which is
/// faster for boards with many rounds.
#[inline(always)]
pub(super) fn run<R: Row, const APART: bool>(
    proof: R::Proof,
    boards: &[Board],
    wins: &mut Wins,
    watch: &mut impl Watch,
) {
    let mut solve = Solve::<R>::idle(proof);
    for (index, board) in boards.iter().enumerate() {
        solve.start(board);
        while watch.go_on(&solve.not_won) && solve.round::<APART>() {}
        solve.wins(wins);
        watch.take(index, wins);
    }
}

/// Converts the positions that are not won to those that are, with the mouse to move.
#[inline(always)]
pub(super) fn won<R: Row>(food: u8, not_won: &[R; 8], won: &mut Positions) {
    for (words, &not_won) in won.0.iter_mut().zip(not_won) {
        *words = not_won.nor(not_won).words();
    }
    // The steps count this position as won; see `Solve::room`.
    won.remove(food, food);
}

/// Repeats a byte eight times, by multiplication.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The positions with mouse and cat on the same cell, by row of the mouse.
const OWN: [[u64; 8]; 8] = {
    let mut own = [[0; 8]; 8];
    let mut row = 0;
    while row < 8 {
        own[row][row] = 0x8040_2010_0804_0201;
        row += 1;
    }
    own
};

/// The state of solving a board.
struct Solve<R: Row> {
    proof: R::Proof,
    floor: u64,
    food: u8,
    /// All ones for the cats on floor cells other than the food.
    stand: R,
    /// The positions with the mouse to move in which the game is not over, and one more: both
    /// players on the food. With it, the step of the cat needs no exception for a game that the
    /// mouse has won: a cat that could capture the mouse on the food moves to a won position.
    room: [R; 8],
    lines: R::Lines,
    /// The jump of the mouse along its column, and whether only the walls limit it.
    jump: usize,
    sweeps: bool,
    /// The floor, each row as a byte repeated eight times.
    rows: [u64; 8],
    /// The cells from which the mouse can go down, for each step.
    south: [[u64; 8]; MAX_SHIFTS],
    cat: R::Cat,
    /// The number of rounds that won positions.
    rounds: u32,
    not_won: [R; 8],
    lost: [R; 8],
    /// The positions from which the mouse reaches `lost` along its row.
    along: [R; 8],
}

/// Calls a method that is compiled for each code path of the cat's moves, so that the data of the
/// path stay in registers for all rows.
macro_rules! in_its_way {
    ($solve:ident.$method:ident($argument:expr)) => {
        match R::way(&$solve.cat) {
            1 => $solve.$method::<1>($argument),
            2 => $solve.$method::<2>($argument),
            3 => $solve.$method::<3>($argument),
            4 => $solve.$method::<4>($argument),
            5 => $solve.$method::<5>($argument),
            6 => $solve.$method::<6>($argument),
            _ => $solve.$method::<7>($argument),
        }
    };
}

impl<R: Row> Solve<R> {
    /// Creates the state without a board.
    #[inline(always)]
    fn idle(proof: R::Proof) -> Self {
        let setup = Setup::new(&Board {
            floor: Bitboard::EMPTY,
            food: 0,
            cat_jump: 1,
            mouse_jump: 1,
        });
        let none = R::splat(proof, 0);
        Self {
            proof,
            floor: 0,
            food: 0,
            stand: none,
            room: [none; 8],
            lines: R::lines(&setup),
            jump: 1,
            sweeps: false,
            rows: [0; 8],
            south: [[0; 8]; MAX_SHIFTS],
            cat: R::cat(proof, &setup),
            rounds: 0,
            not_won: [none; 8],
            lost: [none; 8],
            along: [none; 8],
        }
    }

    /// Prepares a board in place, because the state is large, and runs the first round: the mouse
    /// wins if a jump leads to the food, wherever the cat is.
    #[inline(always)]
    fn start(&mut self, board: &Board) {
        let proof = self.proof;
        let setup = Setup::new(board);
        self.floor = setup.floor;
        self.food = board.food;
        self.stand = R::of_cats(proof, setup.floor & !setup.food);
        self.cat = R::cat(proof, &setup);
        self.lines = R::lines(&setup);
        self.jump = setup.mouse_jump;
        self.sweeps = setup.mouse_jump >= setup.longest_south;
        self.rows = R::rows_of(proof, setup.floor);
        // Without `map`, whose closure would be compiled without the features of the processor.
        let [first, second, third] = runs(self.jump, &setup.south);
        self.south = [
            R::rows_of(proof, first),
            R::rows_of(proof, second),
            R::rows_of(proof, third),
        ];
        for (room, own) in self.room.iter_mut().zip(&OWN) {
            *room = self.stand.and_not(R::of_words(proof, own));
        }
        let (row, column) = (usize::from(board.food / 8) % 8, EACH << (board.food % 8));
        let both = R::of_cats(proof, setup.food).and(R::splat(proof, column));
        self.room[row] = self.room[row].or(both);
        let none = R::splat(proof, 0);
        let around = setup.around_food();
        let reach = R::rows_of(proof, around);
        for ((not_won, reach), &room) in self.not_won.iter_mut().zip(reach).zip(&self.room) {
            *not_won = R::neither(none, R::splat(proof, reach), room);
        }
        self.lost = [none; 8];
        self.along = [none; 8];
        let rows = (0..).zip(around.to_le_bytes());
        let rows = rows.fold(0, |rows, (row, mice)| rows | u32::from(mice != 0) << row);
        in_its_way!(self.answer(rows));
        self.rounds = 1;
    }

    /// Runs one round: the step of the mouse, and the step of the cat for the rows that changed.
    /// Returns whether any did.
    #[inline(always)]
    fn round<const APART: bool>(&mut self) -> bool {
        let reach = self.up_and_down();
        let won = if APART {
            in_its_way!(self.win_apart(&reach))
        } else {
            let mut changed = 0;
            for row in 0..8 {
                changed |= u32::from(self.win(&reach, row)) << row;
            }
            in_its_way!(self.answer(changed));
            changed != 0
        };
        self.rounds += u32::from(won);
        won
    }

    /// Runs the step of the mouse for one row, given the squares that it reaches along columns.
    /// Returns whether the mouse wins more positions.
    #[inline(always)]
    fn win(&mut self, reach: &[R; 8], row: usize) -> bool {
        let now = R::neither(self.along[row], reach[row], self.room[row]);
        let won = now.differs(self.not_won[row]);
        self.not_won[row] = now;
        won
    }

    /// Runs both steps of a round, row by row. Returns whether the mouse won positions.
    #[inline(always)]
    fn win_apart<const WAY: usize>(&mut self, reach: &[R; 8]) -> bool {
        let cat = self.cat;
        let mut won = false;
        macro_rules! rows {
            ($($row:literal)*) => {$(
                if self.win(reach, $row) {
                    won = true;
                    self.answer_row::<WAY>(&cat, $row);
                }
            )*};
        }
        rows!(0 1 2 3 4 5 6 7);
        won
    }

    /// Runs the step of the cat for some rows of mice.
    #[inline(always)]
    fn answer<const WAY: usize>(&mut self, mut rows: u32) {
        let cat = self.cat;
        while rows != 0 {
            self.answer_row::<WAY>(&cat, rows.trailing_zeros() as usize % 8);
            rows &= rows - 1;
        }
    }

    /// Runs the step of the cat for one row of mice, and computes the positions from which the
    /// mouse reaches a loss of the cat along the row.
    #[inline(always)]
    fn answer_row<const WAY: usize>(&mut self, cat: &R::Cat, row: usize) {
        // This includes some cats on walls or on the food.
        let lost = self.not_won[row].unreached::<WAY>(cat);
        self.lost[row] = lost;
        self.along[row] = lost.along(&self.lines, row, self.floor);
    }

    /// Returns the result so far.
    #[inline(always)]
    fn wins(&self, wins: &mut Wins) {
        wins.rounds = self.rounds;
        won(self.food, &self.not_won, &mut wins.mouse_to_move);
        for (words, lost) in wins.cat_to_move.0.iter_mut().zip(&self.lost) {
            *words = lost.and(self.stand).words();
        }
    }

    /// Returns the positions from which the mouse reaches a loss of the cat along its column.
    #[inline(always)]
    fn up_and_down(&self) -> [R; 8] {
        let mut reach = self.lost;
        match self.jump {
            _ if self.sweeps => self.sweep(&mut reach),
            1 => self.shifts::<1>(&mut reach),
            2 => self.shifts::<2>(&mut reach),
            3 => self.shifts::<3>(&mut reach),
            4 => self.shifts::<4>(&mut reach),
            5 => self.shifts::<5>(&mut reach),
            _ => self.shifts::<6>(&mut reach),
        }
        reach
    }

    /// Moves up and down as far as the walls allow.
    #[inline(always)]
    fn sweep(&self, reach: &mut [R; 8]) {
        let proof = self.proof;
        for row in 1..8 {
            reach[row] = reach[row].or_and(reach[row - 1], R::splat(proof, self.rows[row]));
        }
        for row in (0..7).rev() {
            reach[row] = reach[row].or_and(reach[row + 1], R::splat(proof, self.rows[row]));
        }
    }

    /// Moves up and down by the shifts of a jump.
    #[inline(always)]
    fn shifts<const JUMP: usize>(&self, reach: &mut [R; 8]) {
        for (step, &by) in const { shifts(JUMP) }.iter().enumerate() {
            match by {
                1 => self.up_down::<1>(step, reach),
                2 => self.up_down::<2>(step, reach),
                _ => self.up_down::<3>(step, reach),
            }
        }
    }

    /// Moves up and down by one shift.
    #[inline(always)]
    fn up_down<const BY: usize>(&self, step: usize, reach: &mut [R; 8]) {
        let (from, proof) = (*reach, self.proof);
        for row in 0..8 - BY {
            let free = R::splat(proof, self.south[step][row]);
            reach[row] = reach[row].or_and(from[row + BY], free);
            reach[row + BY] = reach[row + BY].or_and(from[row], free);
        }
    }
}
