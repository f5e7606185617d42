//! Straight jumps over sets of cells, in few shifts.
//!
//! Which cells reach a set within `jump` cells in one direction, over free
//! cells only? Reaching within 1 cell is one shift; what is known for reach
//! `r` gives reach `r + s` by one shift of `s ≤ r + 1` more, allowed where the
//! `s` cells in between are free. So three shifts do for jumps up to 7.

/// Most shifts that a jump needs.
pub(super) const MOST_SHIFTS: usize = 3;

/// The shifts that add up to each jump from 1 to 7; on an 8×8 frame longer
/// jumps reach no further.
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

/// The longest jump that the walls allow anywhere, at least 1: a player with a
/// longer one plays the same game.
#[inline(always)]
pub(super) fn longest_jump(floor: u64) -> usize {
    let east = |x: u64| (x >> 1) & NOT_LAST & floor;
    let south = |x: u64| (x >> 8) & floor;
    let (mut beside, mut below) = (east(floor), south(floor));
    let mut longest = 1;
    while longest < 7 {
        (beside, below) = (east(beside), south(below));
        if beside | below == 0 {
            break;
        }
        longest += 1;
    }
    longest
}

/// Every column but the last.
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
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
        let chosen = |toward: &dyn Fn(u64) -> u64| {
            let one = toward(floor);
            let two = one & toward(one);
            let three = one & toward(two);
            let four = one & toward(three);
            let free = [0, one, two, three, four];
            let mut runs = [0; MOST_SHIFTS];
            for (run, &shift) in runs.iter_mut().zip(shifts(jump)) {
                *run = free[shift];
            }
            runs
        };
        Self {
            east: chosen(&|x| (x >> 1) & NOT_LAST),
            west: chosen(&|x| (x << 1) & NOT_FIRST),
            south: chosen(&|x| x >> 8),
            north: chosen(&|x| x << 8),
        }
    }
}
