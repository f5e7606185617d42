// Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
// are 2n(n-1) positions that are not over: a game that is still on after as many plies
// has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones.
const DRAW: i32 = 0;
const MOUSE: i32 = 1;
const CAT: i32 = 2;

struct Search {
    graph: Vec<Vec<i32>>,
    horizon: usize,
    memo: Vec<Vec<Vec<Option<i32>>>>,
}

impl Search {
    fn play(&mut self, ply: usize, mouse: i32, cat: i32) -> i32 {
        if mouse == 0 {
            return MOUSE;
        }
        if mouse == cat {
            return CAT;
        }
        if ply == self.horizon {
            return DRAW;
        }
        if let Some(known) = self.memo[ply][mouse as usize][cat as usize] {
            return known;
        }
        let mover = if ply % 2 == 0 { MOUSE } else { CAT };
        let other = MOUSE + CAT - mover;
        let from = if mover == MOUSE { mouse } else { cat } as usize;
        let mut best = other;
        for i in 0..self.graph[from].len() {
            let to = self.graph[from][i];
            if mover == CAT && to == 0 {
                continue;
            }
            let result = match mover {
                MOUSE => self.play(ply + 1, to, cat),
                _ => self.play(ply + 1, mouse, to),
            };
            if result != other {
                best = result;
            }
            if best == mover {
                break;
            }
        }
        self.memo[ply][mouse as usize][cat as usize] = Some(best);
        best
    }
}

impl Solution {
    pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {
        let n = graph.len();
        let horizon = 2 * n * (n - 1);
        let memo = vec![vec![vec![None; n]; n]; horizon];
        Search { graph, horizon, memo }.play(0, 1, 2)
    }
}
