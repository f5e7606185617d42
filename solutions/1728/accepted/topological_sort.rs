// Topological sort of the position graph, from the ends of the game backwards:
// every position counts the moves that are not yet refuted (its degree) and the
// plies to its forced end. Undecided positions are the cat's, on time.

use std::collections::VecDeque;

const MAX_MOVES: u32 = 1000;

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Mouse,
    Cat,
}

/// A decided position: who wins, and after how many plies.
#[derive(Clone, Copy)]
struct Verdict {
    winner: Side,
    plies: u32,
}

fn moves(grid: &[&[u8]], jump: usize) -> Vec<Vec<usize>> {
    let (rows, cols) = (grid.len(), grid[0].len());
    let mut all = vec![Vec::new(); rows * cols];
    for (from, list) in all.iter_mut().enumerate() {
        let (row, col) = (from / cols, from % cols);
        if grid[row][col] == b'#' {
            continue;
        }
        let open = |&(r, c): &(usize, usize)| grid[r][c] != b'#';
        list.push(from);
        let mut slide = |cells: &mut dyn Iterator<Item = (usize, usize)>| {
            list.extend(cells.take(jump).take_while(open).map(|(r, c)| r * cols + c));
        };
        slide(&mut (0..row).rev().map(|r| (r, col)));
        slide(&mut (row + 1..rows).map(|r| (r, col)));
        slide(&mut (0..col).rev().map(|c| (row, c)));
        slide(&mut (col + 1..cols).map(|c| (row, c)));
    }
    all
}

impl Solution {
    pub fn can_mouse_win(grid: Vec<String>, cat_jump: i32, mouse_jump: i32) -> bool {
        let grid: Vec<&[u8]> = grid.iter().map(|row| row.as_bytes()).collect();
        let cells = grid.len() * grid[0].len();
        let mouse_moves = moves(&grid, mouse_jump as usize);
        let cat_moves = moves(&grid, cat_jump as usize);
        let find = |what: u8| grid.concat().iter().position(|&cell| cell == what).unwrap();
        let (mouse_start, cat_start, food) = (find(b'M'), find(b'C'), find(b'F'));

        let index = |mouse: usize, cat: usize, turn: Side| {
            (mouse * cells + cat) * 2 + (turn == Side::Cat) as usize
        };
        let mut verdicts: Vec<Option<Verdict>> = vec![None; cells * cells * 2];
        let mut degree = vec![0; cells * cells * 2];
        let mut queue = VecDeque::new();
        for mouse in 0..cells {
            for cat in 0..cells {
                if mouse_moves[mouse].is_empty() || cat_moves[cat].is_empty() {
                    continue;
                }
                degree[index(mouse, cat, Side::Mouse)] = mouse_moves[mouse].len();
                degree[index(mouse, cat, Side::Cat)] = cat_moves[cat].len();
                let winner = if cat == mouse || cat == food {
                    Side::Cat
                } else if mouse == food {
                    Side::Mouse
                } else {
                    continue;
                };
                for turn in [Side::Mouse, Side::Cat] {
                    verdicts[index(mouse, cat, turn)] = Some(Verdict { winner, plies: 0 });
                    queue.push_back((mouse, cat, turn));
                }
            }
        }
        while let Some((mouse, cat, turn)) = queue.pop_front() {
            let Verdict { winner, plies } = verdicts[index(mouse, cat, turn)].unwrap();
            let (mover, origins) = match turn {
                Side::Mouse => (Side::Cat, &cat_moves[cat]),
                Side::Cat => (Side::Mouse, &mouse_moves[mouse]),
            };
            for &origin in origins {
                let (m, c) = match mover {
                    Side::Mouse => (origin, cat),
                    Side::Cat => (mouse, origin),
                };
                let before = index(m, c, mover);
                if verdicts[before].is_some() {
                    continue;
                }
                degree[before] -= 1;
                if winner == mover || degree[before] == 0 {
                    verdicts[before] = Some(Verdict { winner, plies: plies + 1 });
                    queue.push_back((m, c, mover));
                }
            }
        }
        matches!(
            verdicts[index(mouse_start, cat_start, Side::Mouse)],
            Some(Verdict { winner: Side::Mouse, plies }) if plies <= MAX_MOVES
        )
    }
}
