// Depth-first search straight from the rules, without a memo: a game that is still on
// after 2n(n-1) plies has repeated a position, and is a draw. Right, but the same
// positions come up again and again, and there are far more games than positions.
const DRAW: i32 = 0;
const MOUSE: i32 = 1;
const CAT: i32 = 2;

fn play(graph: &[Vec<i32>], left: usize, mouse: i32, cat: i32) -> i32 {
    if mouse == 0 {
        return MOUSE;
    }
    if mouse == cat {
        return CAT;
    }
    if left == 0 {
        return DRAW;
    }
    let (mover, other, from) = if left % 2 == 0 { (MOUSE, CAT, mouse) } else { (CAT, MOUSE, cat) };
    let mut best = other;
    for &to in &graph[from as usize] {
        let result = match mover {
            MOUSE => play(graph, left - 1, to, cat),
            _ if to == 0 => continue,
            _ => play(graph, left - 1, mouse, to),
        };
        if result == mover {
            return mover;
        }
        if result == DRAW {
            best = DRAW;
        }
    }
    best
}

impl Solution {
    pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {
        let n = graph.len();
        play(&graph, 2 * n * (n - 1), 1, 2)
    }
}
