//! Boards that cost usual algorithms much work. What counts depends on the
//! start, so that the animals are part of the state.

use super::anneal::Landscape;
use super::goal::Work;
use super::grid::{self, Boards};
use cat_and_mouse::Instance;
use cat_and_mouse::solve::grid::bitboard::Board;
use mousetrap_suite::generate::Stream;

/// Boards with their animals.
pub(super) struct SlowBoards {
    pub(super) boards: Boards,
    pub(super) work: Work,
}

/// A board with its animals.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    board: Board,
    mouse: u8,
    cat: u8,
}

impl Landscape for SlowBoards {
    type State = Placed;

    fn start(&mut self, stream: &mut Stream) -> Placed {
        Placed {
            board: self.boards.start(stream),
            mouse: self.boards.cell(stream),
            cat: self.boards.cell(stream),
        }
    }

    fn change(&mut self, placed: &Placed, stream: &mut Stream) -> Placed {
        let mut next = *placed;
        match stream.below(5) {
            0 => next.mouse = self.boards.cell(stream),
            1 => next.cat = self.boards.cell(stream),
            _ => next.board = self.boards.change(&placed.board, stream),
        }
        next
    }

    fn score(&mut self, placed: &Placed) -> Option<u32> {
        self.instance(placed).as_ref().map(self.work)
    }

    fn instance(&self, placed: &Placed) -> Option<Instance> {
        let Placed { board, mouse, cat } = *placed;
        let apart = mouse != cat && mouse != board.food && cat != board.food;
        apart.then(|| {
            let floor = board.floor.with(mouse).with(cat);
            let board = Board { floor, ..board };
            grid::grid(&board, (self.boards.rows, self.boards.cols), mouse, cat).into()
        })
    }
}
