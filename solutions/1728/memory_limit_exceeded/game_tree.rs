// Grows the game tree breadth-first before it looks at any result, and never notices
// that a position is an old one: the tree outgrows every memory.

struct Node {
    mouse: usize,
    cat: usize,
    parent: usize,
    plies: u32,
}

impl Solution {
    pub fn can_mouse_win(grid: Vec<String>, cat_jump: i32, mouse_jump: i32) -> bool {
        let cols = grid[0].len();
        let board = grid.concat().into_bytes();
        let find = |what| board.iter().position(|&cell| cell == what).unwrap();
        let food = find(b'F');
        let moves = |from: usize, jump: i32| {
            let mut cells = vec![from];
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                for step in 1..=jump {
                    let row = (from / cols) as i32 + down * step;
                    let col = (from % cols) as i32 + right * step;
                    if row < 0 || col < 0 || row >= grid.len() as i32 || col >= cols as i32 {
                        break;
                    }
                    let to = row as usize * cols + col as usize;
                    if board[to] == b'#' {
                        break;
                    }
                    cells.push(to);
                }
            }
            cells
        };
        let mouse_moves: Vec<_> = (0..board.len()).map(|cell| moves(cell, mouse_jump)).collect();
        let cat_moves: Vec<_> = (0..board.len()).map(|cell| moves(cell, cat_jump)).collect();

        let mut tree = vec![Node { mouse: find(b'M'), cat: find(b'C'), parent: 0, plies: 0 }];
        let mut next = 0;
        while next < tree.len() {
            let Node { mouse, cat, plies, .. } = tree[next];
            let ended = mouse == cat || cat == food || mouse == food || plies == 1000;
            if !ended && plies % 2 == 0 {
                let child = |&to: &usize| Node { mouse: to, cat, parent: next, plies: plies + 1 };
                tree.extend(mouse_moves[mouse].iter().map(child));
            } else if !ended {
                let child = |&to: &usize| Node { mouse, cat: to, parent: next, plies: plies + 1 };
                tree.extend(cat_moves[cat].iter().map(child));
            }
            next += 1;
        }
        // Leaves first: a parent is a win if its mover has a winning child.
        let mut wins: Vec<bool> = tree.iter().map(|node| node.plies % 2 == 1).collect();
        for (index, node) in tree.iter().enumerate().rev() {
            if node.mouse == node.cat || node.cat == food || node.mouse == food || node.plies == 1000 {
                wins[index] = node.mouse == food && node.cat != food;
            }
            let mouse_moved = tree[node.parent].plies % 2 == 0;
            if index > 0 && wins[index] == mouse_moved {
                wins[node.parent] = mouse_moved;
            }
        }
        wins[0]
    }
}
