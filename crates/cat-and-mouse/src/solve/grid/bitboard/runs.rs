//! Straight jumps over sets of cells, in few shifts.
//!
//! Which cells reach a set within `jump` cells in one direction, over free
//! cells only? Reaching within 1 cell is one shift; what is known for reach
//! `r` gives reach `r + s` by one shift of `s ≤ r + 1` more, allowed where the
//! `s` cells in between are free. So three shifts do for jumps up to 7.

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

/// By number of cells, from 1 to 7, the cells of the floor with that many free
/// ones ahead of them, given those with one. The next cell of a line is `next`
/// bits on. None for no cells.
#[inline(always)]
pub(super) fn ahead(one: u64, next: usize) -> [u64; 8] {
    let mut ahead = [0; 8];
    ahead[1] = one;
    for by in 2..8 {
        ahead[by] = ahead[by - 1] & ahead[by - 1] >> next;
    }
    ahead
}

/// The most cells that are free ahead of any: a player with a longer jump plays
/// the same game.
#[inline(always)]
pub(super) fn longest(ahead: &[u64; 8]) -> usize {
    // Counted without a branch that depends on the board.
    ahead.iter().map(|&cells| usize::from(cells != 0)).sum()
}

/// For each shift of a jump's schedule, the cells of the floor from which that
/// many cells ahead are free. A move back goes from behind those cells to them.
#[inline(always)]
pub(super) fn runs(jump: usize, ahead: &[u64; 8]) -> [u64; MOST_SHIFTS] {
    let [first, second, third] = PADDED[jump % 8];
    [ahead[first % 8], ahead[second % 8], ahead[third % 8]]
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
/// the cell that it takes over from; [`steps`] says how many are needed.
///
/// A step that would end behind a wall ends before it, and one step doubles the
/// reach: on by the jump's shifts, then once back by the whole jump. A cat that
/// jumps as far as the walls allow reaches its whole run; there a step on leads
/// from the run's end round to its start, and three steps do.
///
/// Given are the jump and the longest that the walls allow; staying, the cells
/// next on and next back (or the own one, before a wall); how to do one step
/// `then` another; and `round`: next on, or from the end of a run whatever is
/// passed.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
pub(super) fn lookups<Step: Copy>(
    (jump, longest): (usize, usize),
    [stay, on, back]: [Step; 3],
    then: impl Fn(Step, Step) -> Step,
    round: impl Fn(Step) -> Step,
) -> [Step; MOST_LOOKUPS] {
    let (on_2, back_2) = (then(on, on), then(back, back));
    match jump {
        1 => [on, back, stay, stay],
        2 => [on, on, back_2, stay],
        3 => [on, on_2, then(back_2, back), stay],
        _ if jump >= longest => {
            let back_4 = then(back_2, back_2);
            let round = round(then(back_4, back_4));
            let round_2 = then(round, round);
            [round, round_2, then(round_2, round_2), stay]
        }
        4 => [on, on_2, on, then(back_2, back_2)],
        5 => [on, on_2, on_2, then(then(back_2, back_2), back)],
        _ => {
            let back_3 = then(back_2, back);
            [on, on_2, then(on_2, on), then(back_3, back_3)]
        }
    }
}

/// How many of a jump's lookups are needed.
#[cfg(target_arch = "x86_64")]
pub(super) const fn steps(jump: usize) -> usize {
    match jump {
        1 => 2,
        2 | 3 | 7 => 3,
        _ => 4,
    }
}
