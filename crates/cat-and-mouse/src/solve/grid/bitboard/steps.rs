//! The rounds of the retrograde analysis, on sets of positions in wide registers.
//!
//! A set of positions consists of eight [`MouseRow`]s, one for each row where the mouse can be. A
//! row has one byte for each cell where the cat can be, numbered as in [`crate::game::Bitboard`],
//! and each byte has one bit for each column where the mouse can be. The mouse's moves along a
//! column are computed by combining rows, and its moves along a row by table lookup. The cat's
//! moves are computed by shifting or looking up bytes.
//!
//! The cat's step is the dual of the mouse's step: it works on the positions that the mouse has
//! *not* won, and the cat survives if *some* move leads to one of them.

use super::board::{Board, PreparedBoard};
use super::jumps::{MAX_SHIFTS, origins_by_shift, shifts};
use super::positions::{Positions, Wins};
use super::row::{BYTE_BROADCAST_FACTOR, MouseRow};
use crate::game::Bitboard;

/// Observes the solver: receives its progress and the result for each board.
pub(super) trait SolveObserver {
    /// Returns whether to continue. Called after each round that added at least one win. `not_won`
    /// contains the positions with the mouse to move that the mouse is not yet known to win.
    fn should_continue<R: MouseRow>(&mut self, not_won: &[R; 8]) -> bool;
    /// Receives the result for the board with this index.
    fn receive_result(&mut self, index: usize, wins: &Wins);
}

/// Solves each board for every starting position. With `UNROLLED`, the loop over the mouse's rows
/// is unrolled, which is faster for boards with many rounds.
#[inline(always)]
pub(super) fn solve_boards<R: MouseRow, const UNROLLED: bool>(
    proof: R::CpuFeatures,
    boards: &[Board],
    wins: &mut Wins,
    observer: &mut impl SolveObserver,
) {
    let mut solve = SolverState::<R>::new(proof);
    for (index, board) in boards.iter().enumerate() {
        solve.start_solving(board);
        while observer.should_continue(&solve.not_won) && solve.run_round::<UNROLLED>() {}
        solve.copy_wins_to(wins);
        observer.receive_result(index, wins);
    }
}

/// Computes the won positions with the mouse to move as the complement of `not_won`.
#[inline(always)]
pub(super) fn compute_won_positions<R: MouseRow>(food: u8, not_won: &[R; 8], won: &mut Positions) {
    for (words, &not_won) in won.0.iter_mut().zip(not_won) {
        *words = not_won.nor(not_won).words();
    }
    // The solver counts this position as won; see `SolverState::unfinished`.
    won.remove(food, food);
}

/// The positions with the mouse and the cat on the same cell, indexed by the mouse's row, then by
/// the cat's row.
const POSITIONS_WITH_PLAYERS_ON_SAME_CELL: [[u64; 8]; 8] = {
    let mut same_cell = [[0; 8]; 8];
    let mut row = 0;
    while row < 8 {
        same_cell[row][row] = 0x8040_2010_0804_0201;
        row += 1;
    }
    same_cell
};

/// The state of the solver while it solves a board.
struct SolverState<R: MouseRow> {
    proof: R::CpuFeatures,
    floor: u64,
    food: u8,
    /// A mask of the cells where the cat can be: floor, but not the food.
    cat_cells: R,
    /// The positions in which the mouse is to move and the game is not over. Also contains the
    /// position with both players on the food, which counts as a win for the mouse. So the cat
    /// gains nothing by catching a mouse that has already reached the food, and the cat's step
    /// needs no special case.
    unfinished: [R; 8],
    mouse_moves: R::MouseMoves,
    /// The mouse's longest jump.
    jump: usize,
    /// Whether the mouse's maximum jump is at least as long as every move along a column, so that
    /// it never limits these moves.
    sweeps: bool,
    /// For each row, the bit mask of its floor cells, repeated in each of the eight bytes of a
    /// word.
    rows: [u64; 8],
    /// For each shift, the cells from which the mouse can move south by this shift.
    south: [[u64; 8]; MAX_SHIFTS],
    cat: R::CatMoves,
    /// The number of rounds that added at least one win.
    rounds: u32,
    not_won: [R; 8],
    lost: [R; 8],
    /// The positions from which a move of the mouse along its row leads into `lost`.
    along: [R; 8],
}

/// Calls the specialized version of a method, chosen by the code path that handles the cat's moves.
/// Each specialized version keeps its data in registers while processing all rows.
macro_rules! with_cat_code_path {
    ($solve:ident.$method:ident($argument:expr)) => {
        match R::select_cat_code_path(&$solve.cat) {
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

impl<R: MouseRow> SolverState<R> {
    /// Returns a state that is ready for [`Self::start_solving`].
    #[inline(always)]
    fn new(proof: R::CpuFeatures) -> Self {
        let prepared = PreparedBoard::new(&Board {
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
            cat_cells: none,
            unfinished: [none; 8],
            mouse_moves: R::mouse_moves(&prepared),
            jump: 1,
            sweeps: false,
            rows: [0; 8],
            south: [[0; 8]; MAX_SHIFTS],
            cat: R::cat_moves(proof, &prepared),
            rounds: 0,
            not_won: [none; 8],
            lost: [none; 8],
            along: [none; 8],
        }
    }

    /// Starts solving a board and runs the first round, which finds the positions from which the
    /// mouse can jump straight to the food. Overwrites the previous state, which is too large to
    /// copy.
    #[inline(always)]
    fn start_solving(&mut self, board: &Board) {
        let proof = self.proof;
        let prepared = PreparedBoard::new(board);
        self.floor = prepared.floor;
        self.food = board.food;
        self.cat_cells = R::cat_cell_mask(proof, prepared.floor & !prepared.food);
        self.cat = R::cat_moves(proof, &prepared);
        self.mouse_moves = R::mouse_moves(&prepared);
        self.jump = prepared.mouse_jump;
        self.sweeps = prepared.mouse_jump >= prepared.longest_south;
        self.rows = R::broadcast_row_bytes(proof, prepared.floor);
        // The closure of `map` would be compiled without the processor's features.
        let [first, second, third] = origins_by_shift(self.jump, &prepared.south);
        self.south = [
            R::broadcast_row_bytes(proof, first),
            R::broadcast_row_bytes(proof, second),
            R::broadcast_row_bytes(proof, third),
        ];
        for (unfinished, same_cell) in self
            .unfinished
            .iter_mut()
            .zip(&POSITIONS_WITH_PLAYERS_ON_SAME_CELL)
        {
            *unfinished = self.cat_cells.and_not(R::from_words(proof, same_cell));
        }
        let (row, column) = (
            usize::from(board.food / 8) % 8,
            BYTE_BROADCAST_FACTOR << (board.food % 8),
        );
        let both = R::cat_cell_mask(proof, prepared.food).and(R::splat(proof, column));
        self.unfinished[row] = self.unfinished[row].or(both);
        let none = R::splat(proof, 0);
        let around = prepared.cells_one_move_from_food();
        let reach = R::broadcast_row_bytes(proof, around);
        for ((not_won, reach), &unfinished) in
            self.not_won.iter_mut().zip(reach).zip(&self.unfinished)
        {
            *not_won = R::nor_of_masked(none, R::splat(proof, reach), unfinished);
        }
        self.lost = [none; 8];
        self.along = [none; 8];
        let rows = (0..).zip(around.to_le_bytes());
        let rows = rows.fold(0, |rows, (row, mice)| rows | u32::from(mice != 0) << row);
        with_cat_code_path!(self.step_cat(rows));
        self.rounds = 1;
    }

    /// Runs one round: the mouse's step, and the cat's step for the rows that changed. Returns
    /// whether any row changed.
    #[inline(always)]
    fn run_round<const UNROLLED: bool>(&mut self) -> bool {
        let reach = self.add_move_origins_along_columns();
        let won = if UNROLLED {
            with_cat_code_path!(self.run_steps_row_by_row(&reach))
        } else {
            let mut changed = 0;
            for row in 0..8 {
                changed |= u32::from(self.step_mouse(&reach, row)) << row;
            }
            with_cat_code_path!(self.step_cat(changed));
            changed != 0
        };
        self.rounds += u32::from(won);
        won
    }

    /// Computes the mouse's step for the positions in which the mouse is in the given row. `reach`
    /// contains the positions from which a move along a column wins. Returns whether any new
    /// winning positions were found.
    #[inline(always)]
    fn step_mouse(&mut self, reach: &[R; 8], row: usize) -> bool {
        let now = R::nor_of_masked(self.along[row], reach[row], self.unfinished[row]);
        let won = now.differs_from(self.not_won[row]);
        self.not_won[row] = now;
        won
    }

    /// Runs both steps of a round, row by row. Returns whether any new winning positions were
    /// found.
    #[inline(always)]
    fn run_steps_row_by_row<const PATH: usize>(&mut self, reach: &[R; 8]) -> bool {
        let cat = self.cat;
        let mut won = false;
        macro_rules! rows {
            ($($row:literal)*) => {$(
                if self.step_mouse(reach, $row) {
                    won = true;
                    self.step_cat_in_row::<PATH>(&cat, $row);
                }
            )*};
        }
        rows!(0 1 2 3 4 5 6 7);
        won
    }

    /// Computes the cat's step for the positions in which the mouse is in one of the given rows.
    #[inline(always)]
    fn step_cat<const PATH: usize>(&mut self, mut rows: u32) {
        let cat = self.cat;
        while rows != 0 {
            self.step_cat_in_row::<PATH>(&cat, rows.trailing_zeros() as usize % 8);
            rows &= rows - 1;
        }
    }

    /// Computes the cat's step for the positions in which the mouse is in the given row. Also
    /// computes the positions from which the mouse can move along its row to a position that is
    /// lost for the cat.
    #[inline(always)]
    fn step_cat_in_row<const PATH: usize>(&mut self, cat: &R::CatMoves, row: usize) {
        // This includes some positions with the cat on a wall or on the food.
        let lost = self.not_won[row].complement_of_cat_move_origins::<PATH>(cat);
        self.lost[row] = lost;
        self.along[row] = lost.add_move_origins_along_row(&self.mouse_moves, row, self.floor);
    }

    /// Copies the wins found so far to `wins`.
    #[inline(always)]
    fn copy_wins_to(&self, wins: &mut Wins) {
        wins.rounds = self.rounds;
        compute_won_positions(self.food, &self.not_won, &mut wins.mouse_to_move);
        for (words, lost) in wins.cat_to_move.0.iter_mut().zip(&self.lost) {
            *words = lost.and(self.cat_cells).words();
        }
    }

    /// Returns the positions from which the mouse can move along its column to a position that is
    /// lost for the cat.
    #[inline(always)]
    fn add_move_origins_along_columns(&self) -> [R; 8] {
        let mut reach = self.lost;
        match self.jump {
            _ if self.sweeps => self.sweep_columns(&mut reach),
            1 => self.shift_along_columns::<1>(&mut reach),
            2 => self.shift_along_columns::<2>(&mut reach),
            3 => self.shift_along_columns::<3>(&mut reach),
            4 => self.shift_along_columns::<4>(&mut reach),
            5 => self.shift_along_columns::<5>(&mut reach),
            _ => self.shift_along_columns::<6>(&mut reach),
        }
        reach
    }

    /// Adds the moves along columns as far as the walls allow.
    #[inline(always)]
    fn sweep_columns(&self, reach: &mut [R; 8]) {
        let proof = self.proof;
        for row in 1..8 {
            reach[row] = reach[row].or_masked(reach[row - 1], R::splat(proof, self.rows[row]));
        }
        for row in (0..7).rev() {
            reach[row] = reach[row].or_masked(reach[row + 1], R::splat(proof, self.rows[row]));
        }
    }

    /// Adds the moves along columns by combining the shifts that together cover every jump.
    #[inline(always)]
    fn shift_along_columns<const JUMP: usize>(&self, reach: &mut [R; 8]) {
        for (step, &by) in const { shifts(JUMP) }.iter().enumerate() {
            match by {
                1 => self.shift_rows::<1>(step, reach),
                2 => self.shift_rows::<2>(step, reach),
                _ => self.shift_rows::<3>(step, reach),
            }
        }
    }

    /// Adds the moves by `BY` cells along columns.
    #[inline(always)]
    fn shift_rows<const BY: usize>(&self, step: usize, reach: &mut [R; 8]) {
        let (from, proof) = (*reach, self.proof);
        for row in 0..8 - BY {
            let free = R::splat(proof, self.south[step][row]);
            reach[row] = reach[row].or_masked(from[row + BY], free);
            reach[row + BY] = reach[row + BY].or_masked(from[row], free);
        }
    }
}
