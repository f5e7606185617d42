//! Solves boards with the widest registers that the processor supports.

use std::slice;

use super::board::Board;
use super::positions::Wins;
use super::row::{MouseRow, PortableRow};
#[cfg(target_arch = "x86_64")]
use super::simd;
use super::steps::{SolveObserver, solve_boards};
use super::wins_by_round::WinsByRound;
use crate::game::Ply;

/// The implementations of the solver, for different processor features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Uses 64-bit words, for any processor.
    Portable,
    /// Uses two 256-bit registers for the positions with the mouse in one row.
    Avx2,
    /// Uses one 512-bit register for the positions with the mouse in one row.
    Avx512,
}

impl Engine {
    /// Returns the engines that this processor supports, slowest first.
    pub fn list_supported() -> Vec<Self> {
        let engines = std::iter::once(Self::Portable);
        #[cfg(target_arch = "x86_64")]
        let engines = engines
            .chain(simd::Avx2::detect().map(|_| Self::Avx2))
            .chain(simd::Avx512::detect().map(|_| Self::Avx512));
        engines.collect()
    }

    /// Returns the fastest engine that this processor supports. The processor's features are
    /// detected only once.
    pub fn fastest_supported() -> Self {
        static FASTEST_ENGINE: std::sync::OnceLock<Engine> = std::sync::OnceLock::new();
        *FASTEST_ENGINE.get_or_init(|| {
            Self::list_supported()
                .last()
                .copied()
                .unwrap_or(Self::Portable)
        })
    }

    /// Solves a board for every starting position.
    pub fn solve(self, board: &Board, wins: &mut Wins) {
        self.solve_boards(
            slice::from_ref(board),
            wins,
            &mut ResultForwarder(|_, _: &Wins| ()),
        );
    }

    /// Solves each board for every starting position, and calls `each` with the board's index and
    /// result.
    pub fn solve_all_boards(self, boards: &[Board], each: impl FnMut(usize, &Wins)) {
        self.solve_boards(boards, &mut Wins::default(), &mut ResultForwarder(each));
    }

    /// Returns the depth of the mouse's win if the game starts at this position, with the mouse to
    /// move and without a move limit, or `None` if the mouse cannot win. Stops as soon as the depth
    /// is known.
    pub fn find_win_depth(self, board: &Board, mouse: u8, cat: u8) -> Option<Ply> {
        if mouse == board.food && cat != board.food {
            return Some(Ply(0));
        }
        let mut wins = Wins::default();
        let mut observer = StopOnWinObserver { mouse, cat };
        self.solve_boards(slice::from_ref(board), &mut wins, &mut observer);
        let won = wins.mouse_to_move.contains(mouse, cat);
        won.then(|| Ply(2 * wins.rounds - 1))
    }

    /// Returns, for each round, the positions with the mouse to move that are known to be wins for
    /// the mouse after that round.
    pub fn wins_by_round(self, board: &Board) -> WinsByRound {
        let mut wins = WinsByRound::new(board);
        self.solve_boards(slice::from_ref(board), &mut Wins::default(), &mut wins);
        wins
    }

    /// Solves the boards with this engine, or with [`Self::Portable`] if the processor does not
    /// support it.
    #[inline]
    fn solve_boards(self, boards: &[Board], wins: &mut Wins, observer: &mut impl SolveObserver) {
        #[cfg(target_arch = "x86_64")]
        {
            let solved = match self {
                Self::Portable => None,
                Self::Avx2 => simd::solve_avx2(boards, wins, observer),
                Self::Avx512 => simd::solve_avx512(boards, wins, observer),
            };
            if solved.is_some() {
                return;
            }
        }
        solve_boards::<PortableRow, false>((), boards, wins, observer);
    }
}

/// Never stops the solver early, and passes the result for each board to a callback.
struct ResultForwarder<F>(F);

impl<F: FnMut(usize, &Wins)> SolveObserver for ResultForwarder<F> {
    #[inline(always)]
    fn should_continue<R: MouseRow>(&mut self, _: &[R; 8]) -> bool {
        true
    }

    #[inline(always)]
    fn receive_result(&mut self, index: usize, wins: &Wins) {
        self.0(index, wins);
    }
}

/// Stops the solver as soon as the given position, with the mouse to move, is known to be a win for
/// the mouse.
struct StopOnWinObserver {
    mouse: u8,
    cat: u8,
}

impl SolveObserver for StopOnWinObserver {
    #[inline(always)]
    fn should_continue<R: MouseRow>(&mut self, not_won: &[R; 8]) -> bool {
        let (mouse, cat) = (usize::from(self.mouse), usize::from(self.cat));
        let cats = not_won[mouse / 8].words()[cat / 8];
        cats >> (cat % 8 * 8 + mouse % 8) & 1 == 1
    }

    fn receive_result(&mut self, _: usize, _: &Wins) {}
}
