//! The two steps on plain arrays, for any processor. Written so that the
//! compiler turns the loops over cats into vector code of whatever width the
//! caller is compiled for.

use super::Setup;
use super::runs::{MOST_SHIFTS, Runs, shifts};

/// Cells before and behind the frame that shifted reads may touch; what is
/// read there is masked out.
const PAD: usize = 32;

/// For each direction and shift: all ones for the cats that may *not* take it.
type Blocked = [[[u64; 64]; MOST_SHIFTS]; 4];

/// What the steps need besides the sets themselves.
pub(super) struct Steps<'a> {
    setup: &'a Setup,
    /// Where the mouse may stand for each cat.
    room: [u64; 64],
    blocked: Blocked,
}

impl<'a> Steps<'a> {
    #[inline(always)]
    pub(super) fn new(setup: &'a Setup) -> Self {
        let mut room = [0; 64];
        for (cat, room) in room.iter_mut().enumerate() {
            *room = ones_if(setup.stand >> cat & 1) & setup.floor & !(1 << cat);
        }
        let mut blocked = [[[0; 64]; MOST_SHIFTS]; 4];
        let Runs {
            east,
            west,
            south,
            north,
        } = setup.cat;
        for (blocked, runs) in blocked.iter_mut().zip([east, west, south, north]) {
            for step in 0..shifts(setup.cat_jump).len() {
                for (cat, blocked) in blocked[step].iter_mut().enumerate() {
                    *blocked = !ones_if(runs[step] >> cat & 1);
                }
            }
        }
        Self {
            setup,
            room,
            blocked,
        }
    }

    /// `won[cat]`: from where the mouse, to move, wins, if it does so from
    /// `next[cat]` after its move. Returns whether any set grew.
    #[inline(always)]
    pub(super) fn mouse(&self, next: &[u64; 64], won: &mut [u64; 64]) -> bool {
        match shifts(self.setup.mouse_jump).len() {
            1 => self.mouse_by::<1>(next, won),
            2 => self.mouse_by::<2>(next, won),
            _ => self.mouse_by::<3>(next, won),
        }
    }

    #[inline(always)]
    fn mouse_by<const N: usize>(&self, next: &[u64; 64], won: &mut [u64; 64]) -> bool {
        let Runs {
            east,
            west,
            south,
            north,
        } = &self.setup.mouse;
        let mut by = [0; N];
        by.copy_from_slice(shifts(self.setup.mouse_jump));
        let mut grown = 0;
        for cat in 0..64 {
            let (mut e, mut w, mut s, mut n) = (next[cat], next[cat], next[cat], next[cat]);
            for step in 0..N {
                e |= (e >> by[step]) & east[step];
                w |= (w << by[step]) & west[step];
                s |= (s >> (8 * by[step])) & south[step];
                n |= (n << (8 * by[step])) & north[step];
            }
            let now = (e | w | s | n) & self.room[cat];
            grown |= now ^ won[cat];
            won[cat] = now;
        }
        grown != 0
    }

    /// `lost[cat]`: where the mouse wins with the cat to move, if it does so
    /// with the cat on `c'` exactly from `won[c']` after its move.
    #[inline(always)]
    pub(super) fn cat(&self, won: &[u64; 64], lost: &mut [u64; 64]) {
        let by = shifts(self.setup.cat_jump);
        let (&last, first) = by.split_last().expect("a jump takes a shift");
        let mut padded = [0; 64 + 2 * PAD];
        padded[PAD..PAD + 64].copy_from_slice(won);
        let mut all = *won;
        for (direction, sign) in [(0, 1), (1, -1), (2, 8), (3, -8)] {
            let blocked = &self.blocked[direction];
            let place = |by: usize| (PAD as isize + sign * by as isize) as usize;
            let mut from = padded;
            for (&by, blocked) in first.iter().zip(blocked) {
                from = within(&from, place(by), blocked);
            }
            let ahead = &from[place(last)..place(last) + 64];
            let here = &from[PAD..PAD + 64];
            let blocked = &blocked[first.len()];
            for cat in 0..64 {
                all[cat] &= here[cat] & (ahead[cat] | blocked[cat]);
            }
        }
        for cat in 0..64 {
            lost[cat] = (all[cat] | self.setup.food) & ones_if(self.setup.stand >> cat & 1);
        }
    }
}

/// For each cat the wins that stay wins if it may also be where `from` from
/// `place` on says.
#[inline(always)]
fn within(from: &[u64; 64 + 2 * PAD], place: usize, blocked: &[u64; 64]) -> [u64; 64 + 2 * PAD] {
    let mut to = [0; 64 + 2 * PAD];
    let ahead = &from[place..place + 64];
    for cat in 0..64 {
        to[PAD + cat] = from[PAD + cat] & (ahead[cat] | blocked[cat]);
    }
    to
}

/// All ones for 1, none for 0.
#[inline(always)]
const fn ones_if(bit: u64) -> u64 {
    bit.wrapping_neg()
}
