//! Computes jumps on sets of cells with a small number of bit shifts.
//!
//! The functions in this module find the cells from which a jump of at most `jump` free cells in
//! one direction reaches a set of cells. Long jumps are built from a few shifts. If the earlier
//! shifts cover all jumps of up to `r` cells, one more shift by `s ≤ r + 1` free cells extends them
//! to all jumps of up to `r + s` cells. Three shifts therefore suffice for jumps of up to 7 cells.

/// Maximum number of shifts that a jump needs.
pub(super) const MAX_SHIFTS: usize = 3;

/// Maximum number of table lookups that a jump needs.
#[cfg(target_arch = "x86_64")]
pub(super) const MAX_LOOKUPS_PER_JUMP: usize = 4;

/// Returns the shifts that together cover every jump of up to `jump` cells, which must be from 1 to
/// 7. Each shift is at most one more than the sum of the earlier ones, so that no cell in between
/// is skipped.
///
/// The shifts are written as a `match`, because the portable solver executes 12 % more instructions
/// if it looks them up in a table.
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

/// The shifts for each maximum jump, padded with zeros to three shifts.
const PADDED_SHIFTS_BY_JUMP: [[usize; MAX_SHIFTS]; 8] = {
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

/// The cells of all columns except the last.
pub(super) const NOT_LAST_COLUMN: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Returns a table whose entry `n`, for `n` from 1 to 7, contains the floor cells with at least `n`
/// free cells ahead. The caller computes entry 1, the floor cells with a free cell ahead. Entry 0
/// is empty. Neighbouring cells of a line are `next` bits apart.
#[inline(always)]
pub(super) fn cells_by_free_distance_ahead(entry_1: u64, next: usize) -> [u64; 8] {
    let mut ahead = [0; 8];
    ahead[1] = entry_1;
    for by in 2..8 {
        ahead[by] = ahead[by - 1] & ahead[by - 1] >> next;
    }
    ahead
}

/// Returns the length of the longest possible jump: the maximum number of free cells ahead of any
/// cell.
#[inline(always)]
pub(super) fn longest_free_distance(ahead: &[u64; 8]) -> usize {
    // Counting avoids a branch that depends on the board.
    ahead.iter().map(|&cells| usize::from(cells != 0)).sum()
}

/// A jump is composed of shifts. For each shift, returns the floor cells from which a player can
/// move forward by the length of the shift. A move backward by that length can end on exactly these
/// cells.
#[inline(always)]
pub(super) fn origins_by_shift(jump: usize, ahead: &[u64; 8]) -> [u64; MAX_SHIFTS] {
    let [first, second, third] = PADDED_SHIFTS_BY_JUMP[jump % 8];
    [ahead[first % 8], ahead[second % 8], ahead[third % 8]]
}

/// Returns the union of a set and all cells from which a jump along a line leads into the set.
/// Neighbouring cells of a line are `NEXT` bits apart.
#[inline(always)]
pub(super) fn add_jump_origins_along_lines<const NEXT: usize>(
    cells: u64,
    jump: usize,
    ahead: &[u64; 8],
) -> u64 {
    let mut reach = cells;
    for (free, by) in origins_by_shift(jump, ahead)
        .into_iter()
        .zip(PADDED_SHIFTS_BY_JUMP[jump % 8])
    {
        reach |= reach >> (by * NEXT) & free | (reach & free) << (by * NEXT);
    }
    reach
}

/// Returns the byte lookups that compute the cat's moves along rows or along columns. A lookup is a
/// vector that contains, for each cell, the number of the cell whose value is read.
/// [`lookups_per_jump`] returns the number of lookups that are needed.
///
/// Lookups do not cross walls: they stop at the last cell in front of a wall. The first lookups add
/// the forward moves, one shift each, and the last lookup adds all backward moves. If only the
/// walls limit the jump, the cat reaches all cells between two walls. These cells are then treated
/// as a ring of at most eight cells, and the lookups rotate the ring by 1, 2 and 4.
///
/// The arguments are:
///
/// - `jump` and `longest`: the cat's jump, and the longest jump that the walls allow
/// - `stay`: the lookup that maps each cell to itself
/// - `next` and `back`: the lookups that map each cell to the next or the previous cell, or, in
///   front of a wall, to itself
/// - `compose`: combines two lookups into a single one
/// - `wrap_around`: returns the lookup that maps each cell to the next one, or, in front of a wall,
///   to the cell to which the given lookup maps it
#[inline(always)]
#[cfg(target_arch = "x86_64")]
pub(super) fn cat_move_lookups<Step: Copy>(
    (jump, longest): (usize, usize),
    [stay, next, back]: [Step; 3],
    compose: impl Fn(Step, Step) -> Step,
    wrap_around: impl Fn(Step) -> Step,
) -> [Step; MAX_LOOKUPS_PER_JUMP] {
    let (next_2, back_2) = (compose(next, next), compose(back, back));
    match jump {
        1 => [next, back, stay, stay],
        2 => [next, next, back_2, stay],
        3 => [next, next_2, compose(back_2, back), stay],
        _ if jump >= longest => {
            let back_4 = compose(back_2, back_2);
            let ring = wrap_around(compose(back_4, back_4));
            let ring_2 = compose(ring, ring);
            [ring, ring_2, compose(ring_2, ring_2), stay]
        }
        4 => [next, next_2, next, compose(back_2, back_2)],
        5 => [next, next_2, next_2, compose(compose(back_2, back_2), back)],
        _ => {
            let back_3 = compose(back_2, back);
            [next, next_2, compose(next_2, next), compose(back_3, back_3)]
        }
    }
}

/// Returns the number of lookups that a jump needs.
#[cfg(target_arch = "x86_64")]
pub(super) const fn lookups_per_jump(jump: usize) -> usize {
    match jump {
        1 => 2,
        2 | 3 | 7 => 3,
        _ => 4,
    }
}
