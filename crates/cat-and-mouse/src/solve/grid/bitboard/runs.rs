//! Straight jumps on sets of cells, in few shifts.
//!
//! The cells from which a jump of up to `jump` cells in one direction, over free cells only,
//! leads into a set are computed step by step. One shift gives the jumps of 1 cell. The result
//! for jumps up to `r` gives that for `r + s` by one more shift of `s ≤ r + 1`, where the `s`
//! cells in between are free. So three shifts are enough for jumps up to 7.

/// Maximum number of shifts for a jump.
pub(super) const MAX_SHIFTS: usize = 3;

/// Maximum number of lookups for a jump.
#[cfg(target_arch = "x86_64")]
pub(super) const MAX_LOOKUPS: usize = 4;

/// Returns the shifts that add up to a jump from 1 to 7; longer jumps reach no further on an 8×8
/// frame. Each shift is at most one more than the sum of those before it, so a step can take both
/// directions of a line at once.
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

/// The three shifts of each jump, padded with 0.
const PADDED: [[usize; MAX_SHIFTS]; 8] = {
    let mut padded = [[0; MAX_SHIFTS]; 8];
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

/// Every column except the last.
pub(super) const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Returns, for each number of cells from 1 to 7, the floor cells with at least that many free
/// cells ahead, given those with one. The next cell of a line is `next` bits ahead. The entry for
/// 0 is empty.
#[inline(always)]
pub(super) fn ahead(one: u64, next: usize) -> [u64; 8] {
    let mut ahead = [0; 8];
    ahead[1] = one;
    for by in 2..8 {
        ahead[by] = ahead[by - 1] & ahead[by - 1] >> next;
    }
    ahead
}

/// Returns the maximum number of free cells ahead of any cell. Longer jumps do not change the
/// game.
#[inline(always)]
pub(super) fn longest(ahead: &[u64; 8]) -> usize {
    // Counted without a branch that depends on the board.
    ahead.iter().map(|&cells| usize::from(cells != 0)).sum()
}

/// Returns, for each shift of a jump, the floor cells with that many free cells ahead. A move back
/// goes from behind these cells to them.
#[inline(always)]
pub(super) fn runs(jump: usize, ahead: &[u64; 8]) -> [u64; MAX_SHIFTS] {
    let [first, second, third] = PADDED[jump % 8];
    [ahead[first % 8], ahead[second % 8], ahead[third % 8]]
}

/// Returns a set of cells and the cells from which a jump along a line leads into it. The next
/// cell of a line is `NEXT` bits ahead.
#[inline(always)]
pub(super) fn reach<const NEXT: usize>(cells: u64, jump: usize, ahead: &[u64; 8]) -> u64 {
    let mut reach = cells;
    for (free, by) in runs(jump, ahead).into_iter().zip(PADDED[jump % 8]) {
        reach |= reach >> (by * NEXT) & free | (reach & free) << (by * NEXT);
    }
    reach
}

/// Returns the steps by which the moves of a cat along its lines are looked up. Each step has, for
/// each cell, the cell whose value is taken. [`steps`] returns how many are needed.
///
/// A step that would end behind a wall ends before it. Steps go forward by the shifts of the jump,
/// and then back once by the entire jump. A cat whose jump is limited only by the walls reaches
/// all of its run. There a step leads from the end of the run around to its start, and three
/// steps are enough.
///
/// The arguments are the jump and the longest that the walls allow; the steps for staying, one
/// cell forward and one cell back (the own cell before a wall); `then`, which combines two steps;
/// and `round`, which goes one cell forward, or from the end of a run to the given cell.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
pub(super) fn lookups<Step: Copy>(
    (jump, longest): (usize, usize),
    [stay, on, back]: [Step; 3],
    then: impl Fn(Step, Step) -> Step,
    round: impl Fn(Step) -> Step,
) -> [Step; MAX_LOOKUPS] {
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

/// Returns how many lookups of a jump are needed.
#[cfg(target_arch = "x86_64")]
pub(super) const fn steps(jump: usize) -> usize {
    match jump {
        1 => 2,
        2 | 3 | 7 => 3,
        _ => 4,
    }
}
