//! The solvers that take all instances of a kind at once, against those that
//! take one.

use rand::RngExt;

use super::super::graph::Table;
use super::super::graph::small::{Census, Longest, symmetries};
use super::super::grid::bitboard::floor::{Floor, FloorWins};
use super::super::grid::bitboard::{Board, Engine};
use super::random;
use crate::game::{Bitboard, Bounds, Graph, Grid, Node, Outcome, Player};

/// What the boards of a floor come to by the solver for single ones, with the
/// longest detour.
fn one_by_one(grid: &Grid, floor: Bitboard) -> (FloorWins, u32) {
    let (mut found, mut longest_detour) = (FloorWins::default(), 0);
    for food in grid.squares().filter(|&food| !grid.is_wall(food)) {
        let board = Board {
            floor,
            food: Board::cell(grid, food),
            cat_jump: grid.cat_jump,
            mouse_jump: grid.mouse_jump,
        };
        let alone = crate::game::distances(grid.walls.len(), food.0, |at| {
            let moves = grid.moves(crate::game::Square(at), grid.mouse_jump);
            moves.map(|to| to.0).collect::<Vec<_>>()
        });
        let layers = Engine::Portable.layers(&board);
        for (mouse, alone) in grid.squares().zip(alone) {
            for cat in grid.squares().filter(|&cat| cat != food && cat != mouse) {
                let (mouse, cat) = (Board::cell(grid, mouse), Board::cell(grid, cat));
                let is_floor = floor.contains(mouse) && floor.contains(cat) && mouse != board.food;
                let depth = layers.depth(mouse, cat).filter(|_| is_floor);
                if let (Some(depth), Some(alone)) = (depth, alone) {
                    let moves = depth.0.div_ceil(2);
                    found.won += 1;
                    found.rounds = moves.max(found.rounds);
                    longest_detour = longest_detour.max(moves - alone);
                }
            }
        }
    }
    (found, longest_detour)
}

fn compare(mask: u64, rows: u16, cols: u16, jumps: u16) {
    let row = |row: u16| mask >> (row * cols) & ((1 << cols) - 1);
    let frame = Bitboard((0..rows).fold(0, |all, at| all | row(at) << (8 * at)));
    let mut grid = random::grid(&mut random_stream(mask), rows.into(), cols.into());
    for (cell, wall) in grid.walls.iter_mut().enumerate() {
        *wall = mask >> cell & 1 == 0;
    }
    let mut floor = Floor::new(cols);
    floor.set(mask);
    for mouse_jump in 1..=jumps {
        grid.mouse_jump = mouse_jump;
        floor.turn(mouse_jump);
        let singles: Vec<(FloorWins, u32)> = (1..=jumps)
            .map(|cat_jump| {
                grid.cat_jump = cat_jump;
                one_by_one(&grid, frame)
            })
            .collect();
        for engine in Engine::available() {
            for beyond in 0..3 {
                let found = floor.solve(engine, jumps, &[beyond; 8]);
                for (cat, (single, detour)) in (1..).zip(&singles) {
                    let expect = FloorWins {
                        has_detour: *detour > beyond,
                        ..*single
                    };
                    assert_eq!(
                        found[cat], expect,
                        "{engine:?} cat {cat} mouse {mouse_jump} beyond {beyond} {frame:?}"
                    );
                }
            }
        }
    }
}

fn is_connected(mask: u64, rows: u16, cols: u16) -> bool {
    let cells = rows * cols;
    let beside = |at: u16| {
        let (row, col) = (at / cols, at % cols);
        let near = |&to: &u16| (to / cols).abs_diff(row) + (to % cols).abs_diff(col) == 1;
        let floor = |&to: &u16| mask >> to & 1 == 1;
        (0..cells).filter(near).filter(floor).collect::<Vec<_>>()
    };
    let ways = crate::game::distances(cells.into(), mask.trailing_zeros() as u16, beside);
    (0..cells).all(|at| mask >> at & 1 == 0 || ways[usize::from(at)].is_some())
}

#[test]
fn every_floor_of_up_to_nine_cells_equals_its_boards() {
    for (rows, cols) in [(1, 3), (1, 8), (2, 2), (2, 4), (3, 1), (3, 3)] {
        for mask in (1..1 << (rows * cols)).filter(|&mask| is_connected(mask, rows, cols)) {
            compare(mask, rows, cols, rows.max(cols) - 1);
        }
    }
}

fn random_stream(seed: u64) -> rand_chacha::ChaCha8Rng {
    rand::SeedableRng::seed_from_u64(seed)
}

#[test]
fn large_floors_equal_their_boards() {
    let mut rng = random_stream(1);
    for (rows, cols) in [(5, 5), (5, 6), (6, 5), (4, 8), (6, 6), (5, 7)] {
        let mut tried = 0;
        while tried < 6 {
            let cells = rows * cols;
            let share = rng.random_range(0.5..1.0);
            let mask = (0..cells).fold(0, |all, at| all | u64::from(rng.random_bool(share)) << at);
            if mask != 0 && is_connected(mask, rows, cols) {
                tried += 1;
                compare(mask, rows, cols, rows.max(cols) - 1);
            }
        }
    }
}

/// The same graph with another node as the hole.
fn with_hole(graph: &Graph, hole: usize) -> Table {
    let name = |node: Node| match usize::from(node) {
        0 => hole as Node,
        other if other == hole => 0,
        _ => node,
    };
    let mut adjacency = graph.adjacency.clone();
    adjacency.swap(0, hole);
    for list in &mut adjacency {
        for node in list.iter_mut() {
            *node = name(*node);
        }
    }
    Table::solve(&Graph { adjacency })
}

fn compare_graph(graph: &Graph) {
    let nodes = graph.nodes();
    let lists = graph.adjacency.iter();
    let around: Vec<u16> = lists
        .map(|list| list.iter().map(|to| 1 << to).sum())
        .collect();
    let mut expect = Census::default();
    let note = |longest: &mut Longest, plies: u32| {
        if plies > longest.plies {
            *longest = Longest { plies, starts: 0 };
        }
        longest.starts += u64::from(plies == longest.plies);
    };
    for hole in 0..nodes {
        let table = with_hole(graph, hole);
        for (mouse, cat) in (1..nodes as Node).flat_map(|a| (1..nodes as Node).map(move |b| (a, b)))
        {
            let Some(outcome) = table
                .outcome(Player::Mouse, mouse, cat)
                .filter(|_| mouse != cat)
            else {
                continue;
            };
            expect.starts += 1;
            match outcome {
                Outcome::Mouse { depth } => {
                    expect.won += 1;
                    note(&mut expect.mouse, depth.0);
                }
                Outcome::Cat { depth } => {
                    expect.lost += 1;
                    note(&mut expect.cat, depth.expect("a forced win").0);
                }
                Outcome::Draw => {}
            }
        }
    }
    assert_eq!(Census::of(&around), expect, "{}", graph.leetcode());
}

#[test]
fn every_graph_of_up_to_five_nodes_equals_its_starts() {
    for nodes in 3..=5 {
        random::every_graph(nodes, &mut compare_graph);
    }
}

#[test]
fn graphs_of_up_to_sixteen_nodes_equal_their_starts() {
    let mut rng = random_stream(2);
    for _ in 0..150 {
        let nodes = rng.random_range(6..=16);
        compare_graph(&random::graph(&mut rng, nodes));
    }
    for lists in [
        "[[2,5,7],[3,4,5,6],[0,3,4,5],[1,2,6,7],[1,2,5,6],[0,1,2,4,7],[1,3,4,7],[0,3,5,6]]",
        "[[3,5],[2,4,6],[1,3,6,7],[0,2,4,5,8],[1,3,8,9],[0,3,7,8],[1,2,7],[2,5,6,9],[3,4,5,9],[4,7,8]]",
    ] {
        compare_graph(&Graph::parse(lists, Bounds::Contest).unwrap());
    }
}

#[test]
fn symmetries_are_the_permutations_that_change_nothing() {
    fn count(around: &[u16], places: &mut Vec<usize>) -> u64 {
        if places.len() == around.len() {
            let joined = |a: usize, b: usize| around[a] >> b & 1;
            let same =
                |a: usize| (0..around.len()).all(|b| joined(a, b) == joined(places[a], places[b]));
            return u64::from((0..around.len()).all(same));
        }
        let mut all = 0;
        for place in 0..around.len() {
            if !places.contains(&place) {
                places.push(place);
                all += count(around, places);
                places.pop();
            }
        }
        all
    }
    let mut rng = random_stream(3);
    for _ in 0..60 {
        let nodes = rng.random_range(3..=7);
        let graph = random::graph(&mut rng, nodes);
        let lists = graph.adjacency.iter();
        let around: Vec<u16> = lists
            .map(|list| list.iter().map(|to| 1 << to).sum())
            .collect();
        assert_eq!(
            symmetries(&around),
            count(&around, &mut Vec::new()),
            "{around:?}"
        );
    }
    // All nodes alike: complete, without edges, and three pairs.
    let complete: Vec<u16> = (0..16).map(|node| !(1 << node)).collect();
    assert_eq!(symmetries(&complete), (1..=16).product());
    assert_eq!(symmetries(&[0; 5]), 120);
    assert_eq!(symmetries(&[2, 1, 8, 4, 32, 16]), 48);
}
