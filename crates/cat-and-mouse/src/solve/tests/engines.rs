//! Tests that different methods of an engine give consistent results.

use super::super::grid::bitboard::{Board, Engine, Wins};
use super::super::solved_game::SolvedGame;
use super::{compare_engine, random, stream};
use crate::game::Grid;

#[test]
fn boards_solved_together_equal_boards_solved_one_by_one() {
    assert_eq!(Engine::list_supported()[0], Engine::Portable);
    let mut rng = stream(7);
    let sizes = (0..300).map(|index| (1 + index % 8, 3 + index % 6));
    let boards: Vec<Board> = sizes
        .filter_map(|(rows, cols)| Board::new(&random::grid(&mut rng, rows, cols)))
        .collect();
    for engine in Engine::list_supported() {
        for boards in [&boards[..0], &boards[..1], &boards[..2], &boards] {
            let mut seen = vec![0; boards.len()];
            engine.solve_all_boards(boards, |index, wins| {
                let mut alone = Wins::default();
                engine.solve(&boards[index], &mut alone);
                assert_eq!(*wins, alone, "{engine:?} {:?}", boards[index]);
                seen[index] += 1;
            });
            assert_eq!(seen, vec![1; boards.len()], "{engine:?}");
        }
    }
}

#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn supported_engines_match_the_processor_flags_of_the_kernel() {
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap();
    let flags = cpuinfo
        .lines()
        .find(|line| line.starts_with("flags"))
        .unwrap();
    let has = |flag| flags.split_whitespace().any(|word| word == flag);
    let mut expected = vec![Engine::Portable];
    expected.extend(has("avx2").then_some(Engine::Avx2));
    let has_avx512 = ["avx512f", "avx512bw", "avx512vbmi"].into_iter().all(has);
    expected.extend(has_avx512.then_some(Engine::Avx512));
    assert_eq!(Engine::list_supported(), expected);
    assert_eq!(Some(&Engine::fastest_supported()), expected.last());
}

#[test]
fn full_boards_with_any_two_jumps_equal_the_queue() {
    let mut rng = stream(10);
    for (cat_jump, mouse_jump) in (1..=8).flat_map(|cat| (1..=8).map(move |mouse| (cat, mouse))) {
        for _ in 0..2 {
            let board = Grid {
                cat_jump,
                mouse_jump,
                ..random::grid(&mut rng, 8, 8)
            };
            let solved = SolvedGame::new(&board.clone().into());
            for engine in Engine::list_supported() {
                compare_engine(engine, &board, &solved);
            }
        }
    }
}
