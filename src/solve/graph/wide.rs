//! Who wins, for all positions, with AVX-512: sixty-four tests "do these two
//! sets meet?" take eight instructions.
//!
//! Both players' steps are then one and the same operation, a product of
//! relations. The mouse wins where a neighbour of its node is in the set of
//! nodes on which the cat loses: look that up for all cats at once, and the
//! answer is, for each *mouse* node, a set of cats. The cat fails where one of
//! its neighbours is in the set of cats against which the mouse does not win:
//! for all mice at once, and the answer is again by cat. So the sets change
//! sides with each step and need not be turned round.
#![expect(
    unsafe_code,
    reason = "vector intrinsics, and a call of a function compiled for features that were detected"
)]

use std::arch::x86_64::{
    __m512i, _mm512_loadu_si512, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_test_epi64_mask,
};

use super::words::{MOST_NODES, Sets, Words, bits};

/// One set for each node.
type Relation = [u64; MOST_NODES];

/// The positions that the mouse wins, and those that the cat wins; `None` if
/// the processor lacks the features.
pub(super) fn solve(words: &Words) -> Option<(Sets, Sets)> {
    if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") {
        // SAFETY: the features were just detected.
        Some(unsafe { fixpoints(words) })
    } else {
        None
    }
}

#[target_feature(enable = "avx512f,avx512dq")]
fn fixpoints(words: &Words) -> (Sets, Sets) {
    let cat_moves = words.around.map(|around| around & !1);
    (mouse_wins(words, &cat_moves), cat_wins(words, &cat_moves))
}

#[target_feature(enable = "avx512f,avx512dq")]
fn mouse_wins(words: &Words, cat_moves: &Relation) -> Sets {
    let cats = words.cats;
    // By cat: where the mouse wins with the cat to move.
    let mut lost = [0; MOST_NODES];
    for cat in bits(cats) {
        lost[cat] = 1;
    }
    // By mouse: the cats against which it does not win, to move.
    let mut open = [u64::MAX; MOST_NODES];
    open[0] = !cats;
    let around = load(&words.around);
    let mut mice = 1;
    loop {
        let by_cat = load(&lost);
        let mut changed = 0;
        for mouse in bits(meet(&around, mice) & !1) {
            let now = !(meet(&by_cat, words.around[mouse]) & cats & !(1 << mouse));
            changed |= now ^ open[mouse];
            open[mouse] = now;
        }
        if changed == 0 {
            break;
        }
        let by_mouse = load(&open);
        mice = 0;
        for cat in bits(meet(&around, changed)) {
            let now = !(meet(&by_mouse, cat_moves[cat]) | 1 << cat);
            mice |= now ^ lost[cat];
            lost[cat] = now;
        }
        if mice == 0 {
            break;
        }
    }
    // Where no cat stands the words hold anything.
    let mut won = turned(open);
    for cat in 0..MOST_NODES {
        let stands = (cats >> cat & 1).wrapping_neg();
        won[cat] = !won[cat] & stands;
        lost[cat] &= stands;
    }
    Sets {
        mouse_to_move: won,
        cat_to_move: lost,
    }
}

#[target_feature(enable = "avx512f,avx512dq")]
fn cat_wins(words: &Words, cat_moves: &Relation) -> Sets {
    let cats = words.cats;
    // By mouse: the cats to which it loses, to move.
    let mut lost = [0; MOST_NODES];
    for cat in bits(cats) {
        lost[cat] = 1 << cat;
    }
    // By cat: where the mouse is not lost with the cat to move.
    let mut open = lost.map(|caught| !caught);
    let around = load(&words.around);
    let (mut mice, mut changed) = (cats, cats);
    loop {
        // The captures that are there from the start count as a change too.
        let by_cat = load(&open);
        for mouse in bits(meet(&around, mice) & !1) {
            let now = !meet(&by_cat, words.around[mouse]) & cats | lost[mouse];
            changed |= now ^ lost[mouse];
            lost[mouse] = now;
        }
        if changed == 0 {
            break;
        }
        let by_mouse = load(&lost);
        mice = 0;
        for cat in bits(meet(&around, changed)) {
            let now = !(meet(&by_mouse, cat_moves[cat]) | 1 << cat);
            mice |= now ^ open[cat];
            open[cat] = now;
        }
        if mice == 0 {
            break;
        }
        changed = 0;
    }
    let mut won = turned(lost);
    for cat in 0..MOST_NODES {
        let stands = (cats >> cat & 1).wrapping_neg();
        won[cat] &= stands;
        open[cat] = !open[cat] & stands;
    }
    Sets {
        mouse_to_move: won,
        cat_to_move: open,
    }
}

/// The nodes whose sets have something in common with this one.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn meet(relation: &[__m512i; 8], set: u64) -> u64 {
    let set = _mm512_set1_epi64(set as i64);
    let mut meet = [0; 8];
    for (eight, meet) in relation.iter().zip(&mut meet) {
        *meet = _mm512_test_epi64_mask(*eight, set);
    }
    u64::from_le_bytes(meet)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(relation: &Relation) -> [__m512i; 8] {
    let mut loaded = [_mm512_setzero_si512(); 8];
    for (loaded, eight) in loaded.iter_mut().zip(relation.as_chunks::<8>().0) {
        // SAFETY: the array has the 64 bytes that are read.
        *loaded = unsafe { _mm512_loadu_si512(eight.as_ptr().cast()) };
    }
    loaded
}

/// The relation the other way round.
#[inline]
#[target_feature(enable = "avx512f")]
fn turned(mut relation: Relation) -> Relation {
    let mut mask = u64::MAX;
    for apart in [32, 16, 8, 4, 2, 1] {
        mask ^= mask << apart;
        for low in (0..MOST_NODES).filter(|low| low & apart == 0) {
            let high = low + apart;
            let swap = (relation[low] >> apart ^ relation[high]) & mask;
            relation[high] ^= swap;
            relation[low] ^= swap << apart;
        }
    }
    relation
}
