//! Every solver against its slow oracle, the samples of the problem statements
//! and the longest known games.

mod certificates;
mod engines;
mod exhaustive;
mod golden;
mod graph_oracle;
mod grid_oracle;
mod properties;
mod random;
mod refusals;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::graph::word_solver::{NewWins, WordSolver, set_bits};
use super::grid::bitboard::{Board, Engine, Wins};
use super::{graph, grid};
use crate::game::{Bounds, Graph, Grid, Node, Outcome, Player, Ply, Square};

const TURNS: [Player; 2] = [Player::Mouse, Player::Cat];

fn stream(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// The queue against the oracle, in every position of a board.
fn compare_grid(board: &Grid) {
    let table = grid::Table::solve(board);
    let oracle = grid_oracle::Horizons::of(board);
    for mouse in (0..board.cells() as u16).map(Square) {
        for cat in (0..board.cells() as u16).map(Square) {
            for turn in TURNS {
                let expect = oracle.depth(turn, mouse, cat);
                let depth = table
                    .depth(turn, mouse, cat)
                    .filter(|depth| depth.0 <= board.max_plies);
                assert_eq!(
                    depth,
                    expect,
                    "{turn:?} {mouse:?} {cat:?}\n{}",
                    board.text()
                );
            }
        }
    }
    assert_eq!(grid::solve(board), start(board, &table));
    for engine in Engine::available() {
        compare_engine(engine, board, &table);
    }
}

/// The value of a board's start by the queue, within the move limit.
fn start(board: &Grid, table: &grid::Table) -> Outcome {
    let depth = table.depth(Player::Mouse, board.mouse, board.cat);
    match depth.filter(|depth| depth.0 <= board.max_plies) {
        Some(depth) => Outcome::Mouse { depth },
        None => Outcome::Cat { depth: None },
    }
}

/// Every form of an engine against the queue, in every position of a board.
fn compare_engine(engine: Engine, board: &Grid, table: &grid::Table) {
    let Some(ready) = Board::new(board) else {
        return;
    };
    let mut wins = Wins::default();
    engine.solve(&ready, &mut wins);
    let layers = engine.wins_by_round(&ready);
    let mut longest = None;
    for (mouse, cat) in board
        .squares()
        .flat_map(|a| board.squares().map(move |b| (a, b)))
    {
        let (m, c) = (Board::cell(board, mouse), Board::cell(board, cat));
        let at = || format!("{engine:?} {mouse:?} {cat:?}\n{}", board.text());
        let depth = table.depth(Player::Mouse, mouse, cat);
        assert_eq!(
            wins.mouse_to_move.contains(m, c),
            depth.is_some(),
            "{}",
            at()
        );
        assert_eq!(
            wins.mouse_to_move.mouse_cells(c).contains(m),
            depth.is_some()
        );
        assert_eq!(
            wins.cat_to_move.contains(m, c),
            table.depth(Player::Cat, mouse, cat).is_some(),
            "{}",
            at()
        );
        assert_eq!(layers.depth(m, c), depth, "{}", at());
        if (mouse, cat) == (board.mouse, board.cat) {
            assert_eq!(engine.depth(&ready, m, c), depth, "{}", at());
        }
        longest = longest.max(depth.filter(|&depth| depth != Ply(0)));
    }
    for (turn, won) in [
        (Player::Mouse, &wins.mouse_to_move),
        (Player::Cat, &wins.cat_to_move),
    ] {
        let expect = board
            .squares()
            .flat_map(|a| board.squares().map(move |b| (a, b)))
            .filter(|&(a, b)| table.depth(turn, a, b).is_some())
            .count();
        let cells = |cat| won.mouse_cells(cat).cells().count();
        assert_eq!(
            (0..64).map(cells).sum::<usize>(),
            expect,
            "no position beyond the board\n{}",
            board.text()
        );
    }
    assert_eq!(
        layers.longest_win().map(|(depth, _)| depth),
        longest,
        "{}",
        board.text()
    );
    for (m, c) in layers
        .longest_win()
        .into_iter()
        .flat_map(|(_, starts)| starts)
    {
        assert_eq!(layers.depth(m, c), longest);
    }
}

/// The queue against the oracle, in every position of a graph.
fn compare_graph(case: &Graph) {
    let table = graph::Table::solve(case);
    let oracle = graph_oracle::Horizons::of(case);
    for mouse in 0..case.nodes() as Node {
        for cat in 0..case.nodes() as Node {
            for turn in TURNS {
                let expect = case
                    .can_hold_cat(cat)
                    .then(|| oracle.end(turn, mouse, cat).unwrap_or(Outcome::Draw));
                assert!(expect.is_some() || oracle.end(turn, mouse, cat).is_none());
                assert_eq!(
                    table.outcome(turn, mouse, cat),
                    expect,
                    "{turn:?} mouse {mouse} cat {cat} {}",
                    case.leetcode()
                );
            }
        }
    }
    assert_eq!(graph::solve(case), table.start_outcome());
    compare_words(case, &table);
}

/// The word solver against the queue, in every position.
fn compare_words(case: &Graph, table: &graph::Table) {
    let Some(words) = WordSolver::new(case) else {
        return;
    };
    let outcome = word_outcomes(&words, case.nodes());
    let (mouse_wins, cat_wins) = words.solve();
    for mouse in 0..case.nodes() as Node {
        for cat in 0..case.nodes() as Node {
            for turn in TURNS {
                let expect = table.outcome(turn, mouse, cat);
                let at = || format!("{turn:?} mouse {mouse} cat {cat} {}", case.leetcode());
                let found = outcome(turn, mouse, cat);
                assert_eq!(found, expect.unwrap_or(Outcome::Draw), "{}", at());
                for (wins, winner) in [(&mouse_wins, Player::Mouse), (&cat_wins, Player::Cat)] {
                    let is_win = found.winner() == Some(winner);
                    assert_eq!(wins.contains(turn, mouse, cat), is_win, "{}", at());
                }
            }
        }
    }
    assert_eq!(
        words.start_outcome(),
        table.start_outcome(),
        "{}",
        case.leetcode()
    );
    compare_longest(case, &words, table);
}

/// Returns the outcome of each position by the word solver.
fn word_outcomes(words: &WordSolver, nodes: usize) -> impl Fn(Player, Node, Node) -> Outcome {
    let index = move |turn: Player, mouse: Node, cat: Node| {
        (2 * usize::from(mouse) + turn as usize) * nodes + usize::from(cat)
    };
    let mut outcomes = vec![Outcome::Draw; 2 * nodes * nodes];
    let mut record = |(turn, cat, mice, _): NewWins, outcome| {
        for mouse in set_bits(mice) {
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

/// The longest wins with the mouse to move, against the queue.
fn compare_longest(case: &Graph, words: &WordSolver, table: &graph::Table) {
    let at = |(mouse, cat)| table.outcome(Player::Mouse, mouse, cat);
    let nodes = case.nodes() as Node;
    let starts = (0..nodes * nodes).map(|start| (start / nodes, start % nodes));
    let outcomes: Vec<Outcome> = starts.filter_map(at).collect();
    for winner in TURNS {
        let won = |outcome: Outcome| {
            let is_won = outcome.winner() == Some(winner);
            outcome.depth().filter(|_| is_won)
        };
        let depths = outcomes.iter().filter_map(|&outcome| won(outcome));
        let longest = words.longest_win(winner);
        assert_eq!(
            longest.map(|(depth, _)| depth),
            depths.filter(|&depth| depth != Ply(0)).max(),
            "{winner:?} {}",
            case.leetcode()
        );
        assert!(longest.is_none_or(|(depth, start)| at(start).and_then(won) == Some(depth)));
    }
}

#[test]
fn random_boards_of_every_size_equal_the_oracle_in_every_position() {
    let mut rng = stream(1728);
    let mut compared = 0;
    for rows in 1..=8_usize {
        for cols in 1..=8_usize {
            if rows * cols < 3 {
                continue;
            }
            // Small boards are cheap, large ones cost the oracle milliseconds.
            let count = (60_000 / (rows * cols).pow(2)).clamp(14, 700);
            compared += count;
            for _ in 0..count {
                compare_grid(&random::grid(&mut rng, rows, cols));
            }
        }
    }
    assert!(compared > 15_000, "{compared}");
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
    let mut compared = 0;
    for nodes in 3..=50_usize {
        // Small graphs are cheap, large ones cost the oracle milliseconds.
        let count = (300_000 / nodes.pow(3)).clamp(3, 2000);
        compared += count;
        for _ in 0..count {
            compare_graph(&random::graph(&mut rng, nodes));
        }
    }
    assert!(compared > 10_000, "{compared}");
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

/// A maze without rooms: a row of floor and a row of walls in turns, with the
/// passage on the right, then on the left.
fn winding(size: u16) -> Vec<String> {
    (0..size)
        .map(|row| match row % 4 {
            0 | 2 => ".".repeat(size.into()),
            1 => format!("{}.", "#".repeat(usize::from(size) - 1)),
            _ => format!(".{}", "#".repeat(usize::from(size) - 1)),
        })
        .collect()
}

#[test]
fn the_largest_boards_are_solved_exactly() {
    let corridor = vec![format!("C#M{}F", ".".repeat(1020))];
    // The cat sits in the last corner, walled off.
    let mut maze = winding(32);
    maze[0].replace_range(..1, "M");
    maze[30].replace_range(..2, "#F");
    maze[31].replace_range(..1, "C");
    // Sixteen rows of 31 steps, two from each to the next, and one less.
    for (rows, moves) in [(corridor, 1021), (maze, 16 * 31 + 15 * 2 - 1)] {
        let mut board = Grid::from_rows(&rows, 1, 1, Bounds::Extended).unwrap();
        board.max_plies = 5000;
        let depth = Some(Ply(2 * moves - 1));
        assert_eq!(grid::solve(&board).depth(), depth);
        let table = grid::Table::solve(&board);
        assert_eq!(table.depth(Player::Mouse, board.mouse, board.cat), depth);
    }
}
