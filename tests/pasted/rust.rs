use std::collections::VecDeque;

impl Solution {
    pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {
        let n = graph.len();
        let mut color = vec![vec![[0; 2]; n]; n];
        let mut degree = vec![vec![[0usize; 2]; n]; n];
        let mut queue = VecDeque::new();
        for m in 0..n {
            for c in 0..n {
                degree[m][c][0] = graph[m].len();
                degree[m][c][1] = graph[c].iter().filter(|&&x| x != 0).count();
            }
        }
        for i in 1..n {
            for t in 0..2 {
                color[0][i][t] = 1;
                queue.push_back((0, i, t));
                color[i][i][t] = 2;
                queue.push_back((i, i, t));
            }
        }
        while let Some((m, c, t)) = queue.pop_front() {
            let won = color[m][c][t];
            let mover = 1 - t;
            for &p in &graph[if mover == 0 { m } else { c }] {
                let p = p as usize;
                if mover == 1 && p == 0 {
                    continue;
                }
                let (a, b) = if mover == 0 { (p, c) } else { (m, p) };
                if color[a][b][mover] != 0 {
                    continue;
                }
                degree[a][b][mover] -= 1;
                if won == mover as i32 + 1 || degree[a][b][mover] == 0 {
                    color[a][b][mover] = won;
                    queue.push_back((a, b, mover));
                }
            }
        }
        color[1][2][0]
    }
}
