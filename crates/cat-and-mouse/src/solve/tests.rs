//! Compares every solver with a slow oracle, the samples of the problem statements
//! and the longest known games.

mod certificates;
mod engines;
mod exhaustive;
mod golden;
mod oracle;
pub(crate) mod random;
mod rejections;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use oracle::Oracle;

use super::graph::bitset_solver::{BitsetSolver, NewWins, indices_of_set_bits};
use super::grid::bitboard::{Board, Engine, Wins};
use super::solved_game::{Position, SolvedGame};
use super::{graph, grid};
use crate::game::{Graph, Grid, Node, Outcome, Player, Ply, Square};

const TURNS: [Player; 2] = Player::ALL;

pub(crate) fn stream(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Compares the queue with the oracle in every position of a board.
fn compare_grid(board: &Grid) {
    let solved = SolvedGame::new(&board.clone().into());
    let oracle = Oracle::of_grid(board);
    for (mouse, cat) in pairs(board) {
        for turn in TURNS {
            let depth = depth_at(&solved, turn, mouse, cat);
            let depth = depth.filter(|depth| depth.0 <= board.max_plies);
            let outcome = oracle.outcome(turn, mouse.0, cat.0);
            let expected = outcome.and_then(|outcome| win_depth(outcome, Player::Mouse));
            let text = || board.text();
            assert_eq!(depth, expected, "{turn:?} {mouse:?} {cat:?}\n{}", text());
        }
    }
    let depth = solved.start_outcome().depth();
    let depth = depth.filter(|depth| depth.0 <= board.max_plies);
    let lost = Outcome::Cat { depth: None };
    let expected = depth.map_or(lost, |depth| Outcome::Mouse { depth });
    assert_eq!(grid::solve(board), expected);
    for engine in Engine::list_supported() {
        compare_engine(engine, board, &solved);
    }
}

/// Returns the depth that the queue finds for a position of a board.
fn depth_at(solved: &SolvedGame, turn: Player, mouse: Square, cat: Square) -> Option<Ply> {
    let (mouse, cat) = (mouse.0, cat.0);
    solved.outcome(Position { turn, mouse, cat }).depth()
}

/// Returns the depth of the forced win of `winner`, if the outcome is one.
fn win_depth(outcome: Outcome, winner: Player) -> Option<Ply> {
    let is_won = outcome.winner() == Some(winner);
    outcome.depth().filter(|_| is_won)
}

/// Returns every pair of cells of a board.
fn pairs(board: &Grid) -> impl Iterator<Item = (Square, Square)> {
    let cells = board.cells() as u16;
    let pairs = (0..cells).flat_map(move |mouse| (0..cells).map(move |cat| (mouse, cat)));
    pairs.map(|(mouse, cat)| (Square(mouse), Square(cat)))
}

/// Compares every method of an engine with the queue in every position of a board.
fn compare_engine(engine: Engine, board: &Grid, solved: &SolvedGame) {
    let Some(ready) = Board::new(board) else {
        return;
    };
    let mut wins = Wins::default();
    engine.solve(&ready, &mut wins);
    let layers = engine.wins_by_round(&ready);
    let (mut longest, mut counts) = (None, [0; 2]);
    for (mouse, cat) in pairs(board) {
        let (m, c) = (Board::cell(board, mouse), Board::cell(board, cat));
        let at = || format!("{engine:?} {mouse:?} {cat:?}\n{}", board.text());
        let [depth, of_cat] = TURNS.map(|turn| depth_at(solved, turn, mouse, cat));
        let found = [
            wins.mouse_to_move.contains(m, c),
            wins.mouse_to_move.mouse_cells(c).contains(m),
            wins.cat_to_move.contains(m, c),
        ];
        let is_won = [depth.is_some(), depth.is_some(), of_cat.is_some()];
        assert_eq!(found, is_won, "{}", at());
        assert_eq!(layers.depth(m, c), depth, "{}", at());
        if (mouse, cat) == (board.mouse, board.cat) || depth == Some(Ply(0)) {
            assert_eq!(engine.find_win_depth(&ready, m, c), depth, "{}", at());
        }
        longest = longest.max(depth.filter(|&depth| depth != Ply(0)));
        counts[0] += usize::from(depth.is_some());
        counts[1] += usize::from(of_cat.is_some());
    }
    // No position beyond the board is won.
    let found = [wins.mouse_to_move, wins.cat_to_move].map(|won| -> usize {
        let mice = (0..64).map(|cat| won.mouse_cells(cat).cells().count());
        mice.sum()
    });
    assert_eq!(found, counts, "{}", board.text());
    let (found, starts) = layers.longest_win().unzip();
    assert_eq!(found, longest, "{}", board.text());
    for (m, c) in starts.into_iter().flatten() {
        assert_eq!(layers.depth(m, c), longest);
    }
}

/// Compares the queue and the bit set solver with the oracle in every position of a graph.
fn compare_graph(case: &Graph) {
    let solved = SolvedGame::new(&case.clone().into());
    let oracle = Oracle::of_graph(case);
    let words = BitsetSolver::new(case).expect("few nodes");
    let outcome = bitset_outcomes(&words, case.nodes());
    let (mouse_wins, cat_wins) = words.solve();
    let nodes = case.nodes() as Node;
    let mut longest = [None; 2];
    for (mouse, cat) in (0..nodes).flat_map(|mouse| (0..nodes).map(move |cat| (mouse, cat))) {
        for turn in TURNS {
            let at = || format!("{turn:?} mouse {mouse} cat {cat} {}", case.leetcode_text());
            let end = oracle.outcome(turn, mouse, cat);
            let is_legal = case.is_allowed_for_cat(cat);
            assert!(is_legal || end.is_none(), "{}", at());
            let expected = end.unwrap_or(Outcome::Draw);
            let of_queue = solved.outcome(Position { turn, mouse, cat });
            assert_eq!(of_queue, expected, "{}", at());
            assert_eq!(outcome(turn, mouse, cat), expected, "{}", at());
            let wins = [&mouse_wins, &cat_wins].map(|wins| wins.contains(turn, mouse, cat));
            let is_win = TURNS.map(|winner| expected.winner() == Some(winner));
            assert_eq!(wins, is_win, "{}", at());
        }
        for (winner, longest) in TURNS.into_iter().zip(&mut longest) {
            let depth = win_depth(outcome(Player::Mouse, mouse, cat), winner);
            *longest = depth.filter(|&depth| depth != Ply(0)).max(*longest);
        }
    }
    let text = case.leetcode_text();
    assert_eq!(graph::solve(case), solved.start_outcome(), "{text}");
    for (winner, longest) in TURNS.into_iter().zip(longest) {
        let (found, start) = words.longest_win(winner).unzip();
        assert_eq!(found, longest, "{winner:?} {text}");
        let depth = start.and_then(|(mouse, cat)| {
            let outcome = outcome(Player::Mouse, mouse, cat);
            win_depth(outcome, winner)
        });
        assert_eq!(depth, longest, "{winner:?} {text}");
    }
}

/// Returns the outcome that the bit set solver computes for each position.
fn bitset_outcomes(words: &BitsetSolver, nodes: usize) -> impl Fn(Player, Node, Node) -> Outcome {
    let index = move |turn: Player, mouse: Node, cat: Node| {
        (2 * usize::from(mouse) + turn as usize) * nodes + usize::from(cat)
    };
    let mut outcomes = vec![Outcome::Draw; 2 * nodes * nodes];
    let mut record = |(turn, cat, mice, _): NewWins, outcome| {
        for mouse in indices_of_set_bits(mice) {
            let known = &mut outcomes[index(turn, mouse as Node, cat as Node)];
            assert_eq!(*known, Outcome::Draw, "a position is won once");
            *known = outcome;
        }
        true
    };
    words.mouse_wins(&mut |growth| {
        let depth = Ply(growth.3);
        record(growth, Outcome::Mouse { depth })
    });
    words.cat_wins(&mut |growth| {
        let depth = Some(Ply(growth.3));
        record(growth, Outcome::Cat { depth })
    });
    move |turn, mouse, cat| outcomes[index(turn, mouse, cat)]
}

#[test]
fn random_boards_of_every_size_equal_the_oracle_in_every_position() {
    let mut rng = stream(1728);
    for rows in 1..=8_usize {
        for cols in 1..=8_usize {
            if rows * cols < 3 {
                continue;
            }
            // The oracle is fast on small boards, but takes milliseconds on large ones.
            for _ in 0..(60_000 / (rows * cols).pow(2)).clamp(14, 700) {
                compare_grid(&random::grid(&mut rng, rows, cols));
            }
        }
    }
}

#[test]
fn a_move_limit_cuts_a_board_exactly_where_the_oracle_stops() {
    let mut rng = stream(1000);
    for limit in 0..=24 {
        for _ in 0..20 {
            let mut board = random::grid(&mut rng, 4, 5);
            board.max_plies = limit;
            compare_grid(&board);
        }
    }
}

#[test]
fn random_graphs_of_every_size_equal_the_oracle_in_every_position() {
    let mut rng = stream(913);
    for nodes in 3..=50_usize {
        // The oracle is fast on small graphs, but takes milliseconds on large ones.
        for _ in 0..(300_000 / nodes.pow(3)).clamp(3, 2000) {
            compare_graph(&random::graph(&mut rng, nodes));
        }
    }
}

#[test]
fn boards_beyond_eight_by_eight_equal_the_oracle() {
    let mut rng = stream(1024);
    for (rows, cols) in [(1, 9), (9, 1), (9, 7), (3, 22), (1, 70)] {
        for _ in 0..12 {
            let mut board = random::grid(&mut rng, rows, cols);
            for jump in [&mut board.cat_jump, &mut board.mouse_jump] {
                if rng.random_bool(0.2) {
                    *jump = rng.random_range(8..64);
                }
            }
            compare_grid(&board);
        }
    }
}

#[test]
fn largest_board_is_solved_exactly() {
    let corridor = format!("C#M{}F", ".".repeat(1020));
    let mut board = crate::game::tests::grid(&corridor, 1, 1);
    board.max_plies = 5000;
    let depth = Some(Ply(2 * 1021 - 1));
    assert_eq!(grid::solve(&board).depth(), depth);
    let solved = SolvedGame::new(&board.into());
    assert_eq!(solved.start_outcome().depth(), depth);
}
