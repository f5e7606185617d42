//! Compares the solvers for boards, on three fixed sets and many random boards.

use std::time::Duration;

use cat_and_mouse::game::{Bounds, Grid};
use cat_and_mouse::solve::grid::bitboard::{Board, Engine, Wins};
use cat_and_mouse::solve::solved_game::SolvedGame;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::flat_queue::FlatQueue;
use crate::measure::{Form, compare as compare_forms};

/// The name of each set, and its boards, one per line: the cat's jump, the mouse's jump, and the
/// rows.
pub(crate) const SETS: [(&str, &str); 3] = [
    ("random", include_str!("../boards/random.txt")),
    ("longest", include_str!("../boards/longest.txt")),
    ("chases", include_str!("../boards/chases.txt")),
];

pub(crate) fn grids(text: &str) -> Vec<Grid> {
    text.lines()
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let rows: Vec<&str> = words[2].split('/').collect();
            let text = format!("{rows:?}\n{}\n{}", words[0], words[1]);
            Grid::parse(&text, Bounds::Contest).expect("a legal board")
        })
        .collect()
}

/// Returns more boards, drawn from a fixed seed like the random set. There are so many that the
/// branch predictor cannot memorise them, as it does with a small set that is solved repeatedly.
fn many() -> Vec<Grid> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut board = || {
        let walls = rng.random_range(0.0..0.5);
        let mut cells: Vec<u8> = (0..64)
            .map(|_| if rng.random_bool(walls) { b'#' } else { b'.' })
            .collect();
        let mut places: Vec<usize> = (0..64).collect();
        places.shuffle(&mut rng);
        for (place, piece) in places.into_iter().zip(*b"CMF") {
            cells[place] = piece;
        }
        let text = String::from_utf8(cells).expect("ASCII");
        let rows: Vec<&str> = (0..8).map(|row| &text[8 * row..8 * row + 8]).collect();
        let (cat, mouse) = (rng.random_range(1..=8_u16), rng.random_range(1..=8_u16));
        let text = format!("{rows:?}\n{cat}\n{mouse}");
        Grid::parse(&text, Bounds::Contest).expect("a legal board")
    };
    (0..4096).map(|_| board()).collect()
}

fn engine_name(engine: Engine) -> &'static str {
    match engine {
        Engine::Portable => "portable",
        Engine::Avx2 => "avx2",
        Engine::Avx512 => "avx512",
    }
}

/// Solves a set this many times with one solver. Returns whether the solver and the set exist.
pub(crate) fn count(form: &str, set: &str, times: u32) -> bool {
    let Some((_, text)) = SETS.iter().find(|(name, _)| *name == set) else {
        return false;
    };
    let boards: Vec<Board> = grids(text).iter().filter_map(Board::new).collect();
    let engine = Engine::list_supported()
        .into_iter()
        .find(|&engine| engine_name(engine) == form);
    let mut sum = 0;
    for _ in 0..times {
        match engine {
            Some(engine) => engine.solve_all_boards(&boards, |_, wins| sum += wins.rounds),
            None if form == "queue" => {
                let mut queue = FlatQueue::new();
                for board in &boards {
                    queue.solve(board);
                    sum += u32::from(queue.depths[0]);
                }
            }
            None => return false,
        }
    }
    std::hint::black_box(sum);
    true
}

pub(crate) fn compare() {
    let sets = SETS.map(|(name, text)| (name, grids(text), Duration::from_secs(2)));
    let many = ("random", many(), Duration::from_secs(8));
    for (name, grids, budget) in sets.into_iter().chain([many]) {
        let boards: Vec<Board> = grids.iter().filter_map(Board::new).collect();
        check(&grids, &boards);
        let mut queue = FlatQueue::new();
        let mut forms = vec![
            Form {
                name: "flat queue",
                run: Box::new(|| {
                    let mut sum = 0;
                    for board in &boards {
                        queue.solve(board);
                        sum += u64::from(queue.depths[0]);
                    }
                    sum
                }),
            },
            Form {
                name: "queue of the library",
                run: Box::new(|| {
                    let won = |grid: &Grid| {
                        let game = SolvedGame::new(&grid.clone().into());
                        game.start_outcome().depth().is_some()
                    };
                    grids.iter().filter(|grid| won(grid)).count() as u64
                }),
            },
        ];
        for engine in Engine::list_supported() {
            let boards = &boards;
            forms.push(Form {
                name: engine_name(engine),
                run: Box::new(move || {
                    let mut sum = 0;
                    engine.solve_all_boards(boards, |_, wins| {
                        sum += u64::from(wins.rounds) + u64::from(wins.cat_to_move.contains(63, 0));
                    });
                    sum
                }),
            });
        }
        let title = format!("1728, {name}, {} boards, all positions", boards.len());
        compare_forms(&title, boards.len(), budget, &mut forms);
    }
}

/// Checks that all solvers find the same wins.
fn check(grids: &[Grid], boards: &[Board]) {
    let mut queue = FlatQueue::new();
    let mut wins = Wins::default();
    for (grid, board) in grids.iter().zip(boards) {
        queue.solve(board);
        for engine in Engine::list_supported() {
            engine.solve(board, &mut wins);
            for state in 0..64 * 64_usize {
                let (mouse, cat) = (state >> 6, state & 63);
                for (won, depth) in [
                    (&wins.mouse_to_move, queue.depths[state]),
                    (&wins.cat_to_move, queue.depths[64 * 64 + state]),
                ] {
                    let won = won.contains(mouse as u8, cat as u8);
                    assert_eq!(won, depth > 0, "{}", grid.text());
                }
            }
        }
    }
}
