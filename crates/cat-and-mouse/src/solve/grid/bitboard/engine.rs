//! Solves boards with the widest registers that the processor has.

use std::slice;

use super::board::Board;
use super::layers::Layers;
use super::positions::Wins;
use super::row::{Row, Words};
use super::steps::{Watch, run};
#[cfg(target_arch = "x86_64")]
use super::wide;
use crate::game::Ply;

/// The implementations of the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// 64-bit words, for any processor.
    Portable,
    /// The same code compiled for AVX2.
    Avx2,
    /// A register for the eight cats of a row.
    Avx512,
}

impl Engine {
    /// Returns the engines that this processor supports, slowest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let engines = std::iter::once(Self::Portable);
        #[cfg(target_arch = "x86_64")]
        let engines = engines
            .chain(wide::Avx2::detect().map(|_| Self::Avx2))
            .chain(wide::Avx512::detect().map(|_| Self::Avx512));
        engines.collect()
    }

    /// Returns the fastest engine that this processor supports, detected once.
    #[must_use]
    pub fn best() -> Self {
        static BEST: std::sync::OnceLock<Engine> = std::sync::OnceLock::new();
        *BEST.get_or_init(|| Self::available().last().copied().unwrap_or(Self::Portable))
    }

    /// Solves all starts of a board.
    pub fn solve(self, board: &Board, wins: &mut Wins) {
        self.run(slice::from_ref(board), wins, &mut Each(|_, _: &Wins| ()));
    }

    /// Solves all starts of many boards. Calls `each` with the index of each board and its
    /// result.
    pub fn solve_all(self, boards: &[Board], each: impl FnMut(usize, &Wins)) {
        self.run(boards, &mut Wins::default(), &mut Each(each));
    }

    /// Returns the depth of the mouse's win from one start with the mouse to move, without a move
    /// limit, or `None` if it cannot win. Stops as soon as the depth is known.
    #[must_use]
    pub fn depth(self, board: &Board, mouse: u8, cat: u8) -> Option<Ply> {
        if mouse == board.food && cat != board.food {
            return Some(Ply(0));
        }
        let mut wins = Wins::default();
        let mut watch = Until { mouse, cat };
        self.run(slice::from_ref(board), &mut wins, &mut watch);
        let won = wins.mouse_to_move.contains(mouse, cat);
        won.then(|| Ply(2 * wins.rounds - 1))
    }

    /// Returns the sets of wins with the mouse to move after each round.
    #[must_use]
    pub fn layers(self, board: &Board) -> Layers {
        let mut layers = Layers::new(board);
        self.run(slice::from_ref(board), &mut Wins::default(), &mut layers);
        layers
    }

    /// Runs the rounds on this engine, or on the portable one if the processor does not
    /// support it.
    #[inline]
    fn run(self, boards: &[Board], wins: &mut Wins, watch: &mut impl Watch) {
        #[cfg(target_arch = "x86_64")]
        {
            let solved = match self {
                Self::Portable => None,
                Self::Avx2 => wide::solve_avx2(boards, wins, watch),
                Self::Avx512 => wide::solve_avx512(boards, wins, watch),
            };
            if solved.is_some() {
                return;
            }
        }
        run::<Words, false>((), boards, wins, watch);
    }
}

/// Solves to the end and passes each result on.
struct Each<F>(F);

impl<F: FnMut(usize, &Wins)> Watch for Each<F> {
    #[inline(always)]
    fn go_on<R: Row>(&mut self, _: &[R; 8]) -> bool {
        true
    }

    #[inline(always)]
    fn take(&mut self, index: usize, wins: &Wins) {
        self.0(index, wins);
    }
}

/// Continues until one position, with the mouse to move, is won.
struct Until {
    mouse: u8,
    cat: u8,
}

impl Watch for Until {
    #[inline(always)]
    fn go_on<R: Row>(&mut self, not_won: &[R; 8]) -> bool {
        let (mouse, cat) = (usize::from(self.mouse), usize::from(self.cat));
        let cats = not_won[mouse / 8].words()[cat / 8];
        cats >> (cat % 8 * 8 + mouse % 8) & 1 == 1
    }

    fn take(&mut self, _: usize, _: &Wins) {}
}
