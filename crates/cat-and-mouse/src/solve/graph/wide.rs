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
    __m512i, _mm512_andnot_si512, _mm512_loadu_si512, _mm512_or_si512, _mm512_reduce_or_epi64,
    _mm512_set1_epi64, _mm512_setzero_si512, _mm512_storeu_si512, _mm512_test_epi64_mask,
    _mm512_xor_si512,
};

use super::words::{MOST_NODES, Sets, Words, bits};

/// One set for each node.
type Relation = [u64; MOST_NODES];

/// What tests of one set after the other have found, eight answers to a byte.
type Found = [[u8; 8]; MOST_NODES];

/// For each node the set of itself.
const OWN: Relation = {
    let mut own = [0; MOST_NODES];
    let mut node = 0;
    while node < MOST_NODES {
        own[node] = 1 << node;
        node += 1;
    }
    own
};

/// The positions that the mouse wins, and those that the cat wins; `None` if
/// the processor lacks the features. All is compiled for several numbers of
/// `EIGHTS`, the registers that the nodes take by eights.
pub(super) fn solve(words: &Words) -> Option<(Sets, Sets)> {
    if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") {
        // SAFETY: the features were just detected.
        Some(unsafe {
            match words.nodes.div_ceil(8) {
                1 => fixpoints::<1>(words),
                2 => fixpoints::<2>(words),
                3 => fixpoints::<3>(words),
                4 => fixpoints::<4>(words),
                5..=7 => fixpoints::<7>(words),
                _ => fixpoints::<8>(words),
            }
        })
    } else {
        None
    }
}

#[target_feature(enable = "avx512f,avx512dq")]
fn fixpoints<const EIGHTS: usize>(words: &Words) -> (Sets, Sets) {
    let cat_moves = words.around.map(|around| around & !1);
    (
        mouse_wins::<EIGHTS>(words, &cat_moves),
        cat_wins::<EIGHTS>(words, &cat_moves),
    )
}

#[target_feature(enable = "avx512f,avx512dq")]
fn mouse_wins<const EIGHTS: usize>(words: &Words, cat_moves: &Relation) -> Sets {
    let cats = words.cats;
    let around = load::<EIGHTS>(&words.around);
    // By cat: where the mouse wins with the cat to move. At first, in the hole.
    let (mut escapes, mut lost) = ([[u8::MAX; 8]; MOST_NODES], [_mm512_setzero_si512(); EIGHTS]);
    for cat in bits(cats) {
        escapes[cat] = (!1_u64).to_le_bytes();
    }
    by_cat(&escapes, &mut lost);
    // By mouse: the cats against which it does not win, to move.
    let (mut wins, mut open) = ([[0; 8]; MOST_NODES], [_mm512_setzero_si512(); EIGHTS]);
    wins[0] = [u8::MAX; 8];
    by_mouse(&wins, cats, &mut open);
    let mut mice = 1;
    while mice != 0 {
        for mouse in bits(meet(&around, mice) & !1) {
            test(&lost, words.around[mouse], &mut wins[mouse]);
        }
        let changed = by_mouse(&wins, cats, &mut open);
        for cat in bits(meet(&around, changed)) {
            test(&open, cat_moves[cat], &mut escapes[cat]);
        }
        mice = by_cat(&escapes, &mut lost);
    }
    let (open, lost) = (turned(&open, cats), store(&lost));
    let nodes = u64::MAX >> (MOST_NODES - words.nodes);
    let mut won = Sets::EMPTY;
    for cat in bits(cats) {
        won.mouse_to_move[cat] = !open[cat] & nodes;
        won.cat_to_move[cat] = lost[cat];
    }
    won
}

#[target_feature(enable = "avx512f,avx512dq")]
fn cat_wins<const EIGHTS: usize>(words: &Words, cat_moves: &Relation) -> Sets {
    let cats = words.cats;
    let around = load::<EIGHTS>(&words.around);
    // By cat: where the mouse is not lost with the cat to move.
    let (mut captures, mut open) = ([[0; 8]; MOST_NODES], [_mm512_setzero_si512(); EIGHTS]);
    by_cat(&captures, &mut open);
    // By mouse: the cats to which it loses, to move.
    let (mut escapes, mut lost) = ([[u8::MAX; 8]; MOST_NODES], [_mm512_setzero_si512(); EIGHTS]);
    by_mouse(&escapes, cats, &mut lost);
    // The captures that are there from the start count as a change too.
    let (mut mice, mut changed) = (cats, cats);
    while mice != 0 {
        for mouse in bits(meet(&around, mice) & !1) {
            test(&open, words.around[mouse], &mut escapes[mouse]);
        }
        changed |= by_mouse(&escapes, cats, &mut lost);
        for cat in bits(meet(&around, changed)) {
            test(&lost, cat_moves[cat], &mut captures[cat]);
        }
        mice = by_cat(&captures, &mut open);
        changed = 0;
    }
    let (lost, open) = (turned(&lost, cats), store(&open));
    let mut won = Sets::EMPTY;
    for cat in bits(cats) {
        won.mouse_to_move[cat] = lost[cat];
        won.cat_to_move[cat] = !open[cat];
    }
    won
}

/// By cat, the mice that were not found and are elsewhere; gives those for
/// which anything changed.
#[inline]
#[target_feature(enable = "avx512f")]
fn by_cat<const EIGHTS: usize>(found: &Found, sets: &mut [__m512i; EIGHTS]) -> u64 {
    let mut changed = _mm512_setzero_si512();
    for ((set, found), own) in sets
        .iter_mut()
        .zip(read::<EIGHTS>(found))
        .zip(load::<EIGHTS>(&OWN))
    {
        let now = _mm512_andnot_si512(_mm512_or_si512(found, own), _mm512_set1_epi64(-1));
        changed = _mm512_or_si512(changed, _mm512_xor_si512(now, *set));
        *set = now;
    }
    _mm512_reduce_or_epi64(changed) as u64
}

/// By mouse, the cats that were not found or are there too; gives those for
/// which anything changed.
#[inline]
#[target_feature(enable = "avx512f")]
fn by_mouse<const EIGHTS: usize>(found: &Found, cats: u64, sets: &mut [__m512i; EIGHTS]) -> u64 {
    let cats = _mm512_set1_epi64(cats as i64);
    let mut changed = _mm512_setzero_si512();
    for ((set, found), own) in sets
        .iter_mut()
        .zip(read::<EIGHTS>(found))
        .zip(load::<EIGHTS>(&OWN))
    {
        let now = _mm512_andnot_si512(_mm512_andnot_si512(own, found), cats);
        changed = _mm512_or_si512(changed, _mm512_xor_si512(now, *set));
        *set = now;
    }
    _mm512_reduce_or_epi64(changed) as u64
}

/// Finds the nodes whose sets have something in common with this one. The
/// answers go to memory as they come: to gather them takes longer than they do.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn test<const EIGHTS: usize>(relation: &[__m512i; EIGHTS], set: u64, found: &mut [u8; 8]) {
    let set = _mm512_set1_epi64(set as i64);
    for (eight, found) in relation.iter().zip(found) {
        *found = _mm512_test_epi64_mask(*eight, set);
    }
}

/// The nodes whose sets have something in common with this one.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn meet<const EIGHTS: usize>(relation: &[__m512i; EIGHTS], set: u64) -> u64 {
    let mut found = [0; 8];
    test(relation, set, &mut found);
    u64::from_le_bytes(found)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load<const EIGHTS: usize>(relation: &Relation) -> [__m512i; EIGHTS] {
    let mut loaded = [_mm512_setzero_si512(); EIGHTS];
    for (loaded, eight) in loaded.iter_mut().zip(relation.as_chunks::<8>().0) {
        // SAFETY: the array has the 64 bytes that are read.
        *loaded = unsafe { _mm512_loadu_si512(eight.as_ptr().cast()) };
    }
    loaded
}

#[inline]
#[target_feature(enable = "avx512f")]
fn read<const EIGHTS: usize>(found: &Found) -> [__m512i; EIGHTS] {
    load(&found.map(u64::from_le_bytes))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store<const EIGHTS: usize>(sets: &[__m512i; EIGHTS]) -> Relation {
    let mut relation = [0; MOST_NODES];
    for (set, eight) in sets.iter().zip(relation.as_chunks_mut::<8>().0) {
        // SAFETY: the array has the 64 bytes that are written.
        unsafe { _mm512_storeu_si512(eight.as_mut_ptr().cast(), *set) };
    }
    relation
}

/// By cat, what is given by mouse.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn turned<const EIGHTS: usize>(sets: &[__m512i; EIGHTS], cats: u64) -> Relation {
    let mut turned = [[0; 8]; MOST_NODES];
    for cat in bits(cats) {
        test(sets, 1 << cat, &mut turned[cat]);
    }
    turned.map(u64::from_le_bytes)
}
