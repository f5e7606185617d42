//! The steps for processors with wide registers, chosen at run time.
//!
//! The only unsafe code of the solvers: calls of functions compiled for
//! features that were detected, and loads and stores of whole registers.
#![expect(
    unsafe_code,
    reason = "vector intrinsics and calls across target features"
)]

use super::{Engine, Setup, Wins};

#[cfg(not(target_arch = "x86_64"))]
mod arch {
    use super::{Engine, Setup, Wins};

    pub(in super::super) fn available() -> Vec<Engine> {
        Vec::new()
    }

    pub(in super::super) fn run(
        _: Engine,
        setup: &Setup,
        wins: &mut Wins,
        go_on: impl FnMut(&[u64; 64]) -> bool,
    ) {
        super::super::portable(setup, wins, go_on);
    }
}

#[cfg(target_arch = "x86_64")]
mod arch {
    use std::arch::x86_64::{
        __m512i, _mm512_alignr_epi64, _mm512_and_si512, _mm512_loadu_si512, _mm512_mask_and_epi64,
        _mm512_maskz_mov_epi64, _mm512_or_si512, _mm512_set1_epi64, _mm512_setzero_si512,
        _mm512_sllv_epi64, _mm512_srlv_epi64, _mm512_storeu_si512, _mm512_ternarylogic_epi64,
        _mm512_test_epi64_mask,
    };

    use super::super::portable::Steps;
    use super::super::runs::shifts;
    use super::super::{iterate, portable};
    use super::{Engine, Setup, Wins};

    pub(in super::super) fn available() -> Vec<Engine> {
        let mut engines = Vec::new();
        if is_x86_feature_detected!("avx2") {
            engines.push(Engine::Avx2);
        }
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") {
            engines.push(Engine::Avx512);
        }
        engines
    }

    /// Falls back to portable code for an engine the processor lacks.
    pub(in super::super) fn run(
        engine: Engine,
        setup: &Setup,
        wins: &mut Wins,
        go_on: impl FnMut(&[u64; 64]) -> bool,
    ) {
        match engine {
            Engine::Avx512
                if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") =>
            {
                // SAFETY: the features were just detected.
                unsafe { avx512(setup, wins, go_on) }
            }
            Engine::Avx2 if is_x86_feature_detected!("avx2") => {
                // SAFETY: the feature was just detected.
                unsafe { avx2(setup, wins, go_on) }
            }
            _ => portable(setup, wins, go_on),
        }
    }

    #[target_feature(enable = "avx2")]
    fn avx2(setup: &Setup, wins: &mut Wins, go_on: impl FnMut(&[u64; 64]) -> bool) {
        // The closures are compiled for AVX2 because they stand in here; the
        // body of `portable` would bring its own, which are not.
        let steps = Steps::new(setup);
        iterate(
            setup,
            wins,
            |next, won| steps.mouse(next, won),
            |won, lost| steps.cat(won, lost),
            go_on,
        );
    }

    #[target_feature(enable = "avx512f,avx512dq")]
    fn avx512(setup: &Setup, wins: &mut Wins, go_on: impl FnMut(&[u64; 64]) -> bool) {
        iterate(
            setup,
            wins,
            |next, won| match shifts(setup.mouse_jump).len() {
                1 => mouse::<1>(setup, next, won),
                2 => mouse::<2>(setup, next, won),
                _ => mouse::<3>(setup, next, won),
            },
            |won, lost| match setup.cat_jump {
                1 => cat::<1>(setup, won, lost),
                2 => cat::<2>(setup, won, lost),
                3 => cat::<3>(setup, won, lost),
                4 => cat::<4>(setup, won, lost),
                5 => cat::<5>(setup, won, lost),
                6 => cat::<6>(setup, won, lost),
                _ => cat::<7>(setup, won, lost),
            },
            go_on,
        );
    }

    /// `a | (b & c)` as a truth table over (a, b, c).
    const OR_AND: i32 = 0b1111_1000;
    /// `(a | b) & c`.
    const OR_THEN_AND: i32 = 0b1010_1000;
    /// `a | b | c`.
    const OR3: i32 = 0b1111_1110;
    /// `a | (b ^ c)`.
    const OR_XOR: i32 = 0b1111_0110;

    /// The cells of a row of cats as single bits.
    const CELL: [u64; 64] = {
        let mut cells = [0; 64];
        let mut cell = 0;
        while cell < 64 {
            cells[cell] = 1 << cell;
            cell += 1;
        }
        cells
    };

    #[target_feature(enable = "avx512f,avx512dq")]
    fn mouse<const N: usize>(setup: &Setup, next: &[u64; 64], won: &mut [u64; 64]) -> bool {
        let by = shifts(setup.mouse_jump);
        let spread = |word: u64| _mm512_set1_epi64(word as i64);
        let zero = _mm512_setzero_si512();
        let (mut beside, mut below) = ([zero; N], [zero; N]);
        let (mut east, mut west, mut south, mut north) =
            ([zero; N], [zero; N], [zero; N], [zero; N]);
        for step in 0..N {
            beside[step] = spread(by[step] as u64);
            below[step] = spread(8 * by[step] as u64);
            east[step] = spread(setup.mouse.east[step]);
            west[step] = spread(setup.mouse.west[step]);
            south[step] = spread(setup.mouse.south[step]);
            north[step] = spread(setup.mouse.north[step]);
        }
        let floor = spread(setup.floor);
        let mut grown = zero;
        for row in 0..8 {
            let start = load(next, row);
            let (mut e, mut w, mut s, mut n) = (start, start, start, start);
            for step in 0..N {
                e = _mm512_ternarylogic_epi64::<OR_AND>(
                    e,
                    _mm512_srlv_epi64(e, beside[step]),
                    east[step],
                );
                w = _mm512_ternarylogic_epi64::<OR_AND>(
                    w,
                    _mm512_sllv_epi64(w, beside[step]),
                    west[step],
                );
                s = _mm512_ternarylogic_epi64::<OR_AND>(
                    s,
                    _mm512_srlv_epi64(s, below[step]),
                    south[step],
                );
                n = _mm512_ternarylogic_epi64::<OR_AND>(
                    n,
                    _mm512_sllv_epi64(n, below[step]),
                    north[step],
                );
            }
            let reach = _mm512_ternarylogic_epi64::<OR3>(e, w, s);
            let reach = _mm512_ternarylogic_epi64::<OR_THEN_AND>(reach, n, floor);
            // Without the cell of the cat itself: `a & !b` for (a, b).
            let reach = _mm512_ternarylogic_epi64::<0b0011_0000>(reach, load(&CELL, row), zero);
            let now = _mm512_maskz_mov_epi64((setup.stand >> (8 * row)) as u8, reach);
            grown = _mm512_ternarylogic_epi64::<OR_XOR>(grown, now, load(won, row));
            store(won, row, now);
        }
        _mm512_test_epi64_mask(grown, grown) != 0
    }

    #[target_feature(enable = "avx512f,avx512dq")]
    fn cat<const JUMP: usize>(setup: &Setup, won: &[u64; 64], lost: &mut [u64; 64]) {
        let mut rows = [_mm512_setzero_si512(); 8];
        for (row, set) in rows.iter_mut().enumerate() {
            *set = load(won, row);
        }
        let (mut south, mut north) = (rows, rows);
        for (step, &by) in const { shifts(JUMP) }.iter().enumerate() {
            for row in 0..8 - by {
                let allowed = (setup.cat.south[step] >> (8 * row)) as u8;
                south[row] =
                    _mm512_mask_and_epi64(south[row], allowed, south[row], south[row + by]);
            }
            for row in (by..8).rev() {
                let allowed = (setup.cat.north[step] >> (8 * row)) as u8;
                north[row] =
                    _mm512_mask_and_epi64(north[row], allowed, north[row], north[row - by]);
            }
        }
        let food = _mm512_set1_epi64(setup.food as i64);
        for row in 0..8 {
            let (mut east, mut west) = (rows[row], rows[row]);
            for (step, &by) in const { shifts(JUMP) }.iter().enumerate() {
                let allowed = (setup.cat.east[step] >> (8 * row)) as u8;
                east = _mm512_mask_and_epi64(east, allowed, east, turned(east, by));
                let allowed = (setup.cat.west[step] >> (8 * row)) as u8;
                west = _mm512_mask_and_epi64(west, allowed, west, turned(west, 8 - by));
            }
            let all = _mm512_and_si512(
                _mm512_and_si512(east, west),
                _mm512_and_si512(south[row], north[row]),
            );
            let all = _mm512_maskz_mov_epi64(
                (setup.stand >> (8 * row)) as u8,
                _mm512_or_si512(all, food),
            );
            store(lost, row, all);
        }
    }

    /// The words of a register moved down by `by` places, round the end.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn turned(row: __m512i, by: usize) -> __m512i {
        match by {
            1 => _mm512_alignr_epi64::<1>(row, row),
            2 => _mm512_alignr_epi64::<2>(row, row),
            3 => _mm512_alignr_epi64::<3>(row, row),
            4 => _mm512_alignr_epi64::<4>(row, row),
            5 => _mm512_alignr_epi64::<5>(row, row),
            6 => _mm512_alignr_epi64::<6>(row, row),
            _ => _mm512_alignr_epi64::<7>(row, row),
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(sets: &[u64; 64], row: usize) -> __m512i {
        let row: &[u64] = &sets[8 * row..8 * row + 8];
        // SAFETY: the slice has the 64 bytes that are read.
        unsafe { _mm512_loadu_si512(row.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store(sets: &mut [u64; 64], row: usize, set: __m512i) {
        let row: &mut [u64] = &mut sets[8 * row..8 * row + 8];
        // SAFETY: the slice has the 64 bytes that are written.
        unsafe { _mm512_storeu_si512(row.as_mut_ptr().cast(), set) }
    }
}

pub(super) use arch::{available, run};
