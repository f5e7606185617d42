//! What every form is measured beside: the queue solver that a good engineer
//! writes for boards up to 8×8, with nothing left out. Flat arrays of the
//! smallest types, buffers that are reused, move lists made once per board,
//! and indices that need no bounds check.

use cat_and_mouse::solve::grid::bitboard::Board;

/// A position: turn, mouse and cat in 13 bits.
const POSITIONS: usize = 1 << 13;
const CAT_TURN: usize = 1 << 12;

/// Solves all positions of a board.
pub(crate) struct FlatQueue {
    /// Plies to the mouse's win, and one; 0 where there is none.
    pub(crate) depths: Box<[u16; POSITIONS]>,
    /// Cat moves that are not yet known to lose, by mouse and cat.
    open: Box<[u8; CAT_TURN]>,
    queue: Box<[u16; POSITIONS]>,
    mouse: Moves,
    cat: Moves,
}

/// At most 29 places can be reached from a cell: itself, and two lines.
struct Moves {
    count: [u8; 64],
    to: [[u8; 32]; 64],
}

impl FlatQueue {
    pub(crate) fn new() -> Self {
        let moves = || Moves {
            count: [0; 64],
            to: [[0; 32]; 64],
        };
        Self {
            depths: Box::new([0; POSITIONS]),
            open: Box::new([0; CAT_TURN]),
            queue: Box::new([0; POSITIONS]),
            mouse: moves(),
            cat: moves(),
        }
    }

    pub(crate) fn solve(&mut self, board: &Board) {
        self.mouse.set(board.floor.0, board.mouse_jump);
        self.cat.set(board.floor.0, board.cat_jump);
        self.depths.fill(0);
        for open in self.open.as_chunks_mut::<64>().0 {
            *open = self.cat.count;
        }
        let food = usize::from(board.food);
        let (mut next, mut end) = (0, 0);
        for cat in (0..64).filter(|&cat| cat != food && board.floor.contains(cat as u8)) {
            for state in [food << 6 | cat, CAT_TURN | food << 6 | cat] {
                self.depths[state] = 1;
                self.queue[end] = state as u16;
                end += 1;
            }
        }
        while next < end {
            let state = usize::from(self.queue[next & (POSITIONS - 1)]) & (POSITIONS - 1);
            next += 1;
            let later = self.depths[state] + 1;
            let (mouse, cat) = (state >> 6 & 63, state & 63);
            // Jumps go both ways, so the moves from here are also where the
            // mover may have come from.
            if state >= CAT_TURN {
                for &from in self.mouse.from(mouse) {
                    let from = usize::from(from);
                    let before = from << 6 & (CAT_TURN - 1) | cat;
                    if self.depths[before] == 0 && from != cat {
                        self.depths[before] = later;
                        self.queue[end & (POSITIONS - 1)] = before as u16;
                        end += 1;
                    }
                }
            } else {
                for &from in self.cat.from(cat) {
                    let from = usize::from(from);
                    let before = mouse << 6 | from & 63;
                    if from != food && from != mouse && self.depths[CAT_TURN | before] == 0 {
                        self.open[before] -= 1;
                        if self.open[before] == 0 {
                            self.depths[CAT_TURN | before] = later;
                            self.queue[end & (POSITIONS - 1)] = (CAT_TURN | before) as u16;
                            end += 1;
                        }
                    }
                }
            }
        }
    }
}

impl Moves {
    fn set(&mut self, floor: u64, jump: u16) {
        for from in 0..64_usize {
            let mut count = 0;
            let to = &mut self.to[from];
            if floor >> from & 1 == 1 {
                to[0] = from as u8;
                count = 1;
                let (row, col) = (from / 8, from % 8);
                for (room, step) in [(row, -8), (7 - row, 8), (col, -1), (7 - col, 1)] {
                    let mut cell = from as i32;
                    for _ in 0..room.min(usize::from(jump)) {
                        cell += step;
                        if floor >> cell & 1 == 0 {
                            break;
                        }
                        to[count & 31] = cell as u8;
                        count += 1;
                    }
                }
            }
            self.count[from] = count as u8;
        }
    }

    fn from(&self, cell: usize) -> &[u8] {
        &self.to[cell][..usize::from(self.count[cell]).min(32)]
    }
}
