//! Straight jumps over sets of cells, in few shifts.
//!
//! Which cells reach a set within `jump` cells in one direction, over free
//! cells only? Reaching within 1 cell is one shift; what is known for reach
//! `r` gives reach `r + s` by one shift of `s ≤ r + 1` more, allowed where the
//! `s` cells in between are free. So three shifts do for jumps up to 7.

#[cfg(target_arch = "x86_64")]
use super::Setup;

/// Most shifts that a jump needs.
pub(super) const MOST_SHIFTS: usize = 3;

/// Most lookups that a jump needs.
#[cfg(target_arch = "x86_64")]
pub(super) const MOST_LOOKUPS: usize = 4;

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

/// Every column but the last.
pub(super) const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// By number of cells, from 0 to 7, the cells of the floor with that many free
/// ones ahead of them, with `next` giving those of a set whose next cell is in
/// it too.
#[inline(always)]
pub(super) fn ahead(floor: u64, next: impl Fn(u64) -> u64) -> [u64; 8] {
    let mut ahead = [floor; 8];
    for by in 1..8 {
        ahead[by] = next(ahead[by - 1]);
    }
    ahead
}

/// The longest jump that the walls allow anywhere, at least 1: a player with a
/// longer one plays the same game.
#[inline(always)]
pub(super) fn longest_jump(east: &[u64; 8], south: &[u64; 8]) -> usize {
    let mut longest = 1;
    // Counted without a branch that depends on the board.
    for by in 2..8 {
        longest += usize::from(east[by] | south[by] != 0);
    }
    longest
}

/// For each shift of a jump's schedule, the cells of the floor from which that
/// many cells ahead are free. A move back goes from behind those cells to them.
#[inline(always)]
pub(super) fn runs(jump: usize, ahead: &[u64; 8]) -> [u64; MOST_SHIFTS] {
    // A step that the jump does not need has a shift of 0, and no cell from
    // which to go; chosen without a branch that depends on the board.
    let mut free = [0; MOST_SHIFTS];
    for (free, by) in free.iter_mut().zip(PADDED[jump % 8]) {
        *free = if by == 0 { 0 } else { ahead[by % 8] };
    }
    free
}

/// A set of cells and those from which a jump along a line leads into it. The
/// next cell of a line is `NEXT` bits on.
#[inline(always)]
pub(super) fn reach<const NEXT: usize>(cells: u64, jump: usize, ahead: &[u64; 8]) -> u64 {
    let mut reach = cells;
    for (free, by) in runs(jump, ahead).into_iter().zip(PADDED[jump % 8]) {
        reach |= reach >> (by * NEXT) & free | (reach & free) << (by * NEXT);
    }
    reach
}

/// The steps by which a cat's moves along its lines are looked up, each given by
/// the cell that it takes over from, and their number.
///
/// A step that would end behind a wall ends before it, and one step doubles the
/// reach: on by the jump's shifts, then once back by the whole jump. A cat that
/// jumps as far as the walls allow reaches its whole run; there a step on leads
/// from the run's end round to its start, and three steps do.
///
/// Given are staying, the cells next on and next back (or the own one, before a
/// wall), how to do one step `then` another, and `round`: next on, or from the
/// end of a run whatever is passed.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
pub(super) fn lookups<Step: Copy>(
    setup: &Setup,
    [stay, on, back]: [Step; 3],
    then: impl Fn(Step, Step) -> Step,
    round: impl Fn(Step) -> Step,
) -> ([Step; MOST_LOOKUPS], usize) {
    let (on_2, back_2) = (then(on, on), then(back, back));
    match setup.cat_jump {
        _ if setup.cat_sweeps => {
            let back_4 = then(back_2, back_2);
            let round = round(then(back_4, back_4));
            let round_2 = then(round, round);
            ([round, round_2, then(round_2, round_2), stay], 3)
        }
        1 => ([on, back, stay, stay], 2),
        2 => ([on, on, back_2, stay], 3),
        3 => ([on, on_2, then(back_2, back), stay], 3),
        4 => ([on, on_2, on, then(back_2, back_2)], 4),
        5 => ([on, on_2, on_2, then(then(back_2, back_2), back)], 4),
        _ => {
            let back_3 = then(back_2, back);
            ([on, on_2, then(on_2, on), then(back_3, back_3)], 4)
        }
    }
}
