//! The baseline of the solver benchmarks: a fully optimised queue solver for boards up to 8×8. It
//! uses flat arrays of the smallest types, reused buffers, move lists that are computed once per
//! board, and indices that need no bounds check.

use cat_and_mouse::solve::grid::bitboard::Board;

/// Number of positions: turn, mouse and cat take 13 bits.
const POSITIONS: usize = 1 << 13;
const CAT_TURN: usize = 1 << 12;

/// Solves all positions of a board.
pub(crate) struct FlatQueue {
    /// The number of plies until the mouse wins, plus one; 0 if the mouse does not win.
    pub(crate) depths: Box<[u16; POSITIONS]>,
    /// The number of cat moves that are not yet known to lose, by positions of mouse and cat.
    open: Box<[u8; CAT_TURN]>,
    queue: Box<[u16; POSITIONS]>,
    mouse: Moves,
    cat: Moves,
}

/// The moves from each cell. At most 29 cells can be reached: the cell itself, and the cells in its
/// row and column.
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
            // Jumps are reversible, so the moves from this cell are also the cells that the animal
            // may have come from.
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
