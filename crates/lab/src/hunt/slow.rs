//! Instances that cost usual algorithms much work. What counts depends on the
//! start, so that the animals are part of the state.

use super::anneal::Landscape;
use super::graph::{self, Around, Graphs};
use super::grid::{self, Boards};
use cat_and_mouse::game::{Graph, Grid};
use cat_and_mouse::problem::Instance;
use cat_and_mouse::solve::grid::bitboard::Board;
use mousetrap_suite::generate::Stream;

/// Counts the work on an instance.
pub(super) type Work = fn(&Instance) -> u32;

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

impl SlowBoards {
    pub(super) fn instance(&self, placed: &Placed) -> Option<Grid> {
        let Placed { board, mouse, cat } = *placed;
        let apart = mouse != cat && mouse != board.food && cat != board.food;
        apart.then(|| {
            let floor = board.floor.with(mouse).with(cat);
            let board = Board { floor, ..board };
            grid::grid(&board, (self.boards.rows, self.boards.cols), mouse, cat)
        })
    }
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
        self.instance(placed).map(|grid| (self.work)(&grid.into()))
    }
}

/// Graphs whose animals start on nodes 1 and 2.
pub(super) struct SlowGraphs {
    pub(super) graphs: Graphs,
    pub(super) work: Work,
}

impl SlowGraphs {
    pub(super) fn instance(&self, around: &Around) -> Option<Graph> {
        let around = &around[..self.graphs.nodes];
        let is_legal = !around.contains(&0) && around[2] != 1;
        is_legal.then(|| graph::graph(around, 1, 2))
    }
}

impl Landscape for SlowGraphs {
    type State = Around;

    fn start(&mut self, stream: &mut Stream) -> Around {
        self.graphs.start(stream)
    }

    fn change(&mut self, around: &Around, stream: &mut Stream) -> Around {
        self.graphs.change(around, stream)
    }

    fn score(&mut self, around: &Around) -> Option<u32> {
        self.instance(around)
            .map(|graph| (self.work)(&graph.into()))
    }
}
