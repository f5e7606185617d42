//! Straight jumps over sets of cells, in few shifts.
//!
//! Which cells reach a set within `jump` cells in one direction, over free
//! cells only? Reaching within 1 cell is one shift; what is known for reach
//! `r` gives reach `r + s` by one shift of `s ≤ r + 1` more, allowed where the
//! `s` cells in between are free. So three shifts do for jumps up to 7.

/// Most shifts that a jump needs.
pub(super) const MOST_SHIFTS: usize = 3;

/// The shifts that add up to each jump from 1 to 7; on an 8×8 frame longer
/// jumps reach no further. Each is at most one more than those before it
/// together, so a step may take both directions of a line at once.
pub(super) const fn shifts(jump: usize) -> &'static [usize] {
    match jump {
        1 => &[1],
        2 => &[1, 1],
        3 => &[1, 2],
        4 => &[1, 2, 1],
        5 => &[1, 2, 2],
        6 => &[1, 2, 3],
        _ => &[1, 2, 4],
    }
}

/// By jump, all three shifts.
const PADDED: [[usize; MOST_SHIFTS]; 8] = {
    let mut padded = [[0; MOST_SHIFTS]; 8];
    let mut jump = 1;
    while jump < 8 {
        let mut step = 0;
        while step < shifts(jump).len() {
            padded[jump][step] = shifts(jump)[step];
            step += 1;
        }
        jump += 1;
    }
    padded
};

/// The longest jump that the walls allow anywhere, at least 1: a player with a
/// longer one plays the same game.
#[inline(always)]
pub(super) fn longest_jump(floor: u64) -> usize {
    let (mut beside, mut below) = (floor & floor >> 1 & NOT_LAST, floor & floor >> 8);
    let mut longest = 1;
    // Counted without a branch that depends on the board.
    for _ in 1..7 {
        beside &= beside >> 1 & NOT_LAST;
        below &= below >> 8;
        longest += usize::from(beside | below != 0);
    }
    longest
}

/// Every column but the last.
pub(super) const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// Every column but the first.
const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;

/// For each direction (east, west, south, north) and each shift of a jump's
/// schedule: the cells from which that many cells in that direction are free.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runs {
    pub(super) east: [u64; MOST_SHIFTS],
    pub(super) west: [u64; MOST_SHIFTS],
    pub(super) south: [u64; MOST_SHIFTS],
    pub(super) north: [u64; MOST_SHIFTS],
}

impl Runs {
    #[inline(always)]
    pub(super) fn new(floor: u64, jump: usize) -> Self {
        Self {
            east: chosen(floor, jump, |x| (x >> 1) & NOT_LAST),
            west: chosen(floor, jump, |x| (x << 1) & NOT_FIRST),
            south: chosen(floor, jump, |x| x >> 8),
            north: chosen(floor, jump, |x| x << 8),
        }
    }
}

/// The cells with enough free ones ahead for each shift of a jump.
#[inline(always)]
fn chosen(floor: u64, jump: usize, toward: impl Fn(u64) -> u64) -> [u64; MOST_SHIFTS] {
    let one = floor & toward(floor);
    let two = one & toward(one);
    let three = one & toward(two);
    let four = one & toward(three);
    // A step that the jump does not need has a shift of 0, and no cell from
    // which to go; chosen without a branch that depends on the board.
    let free = [0, one, two, three, four];
    let [first, second, third] = PADDED[jump % 8];
    [free[first % 5], free[second % 5], free[third % 5]]
}
