// Topological sort of the position graph: from the ends of the game backwards,
// counting for each position the moves not yet refuted. What is never decided
// is a draw.

use std::collections::{HashMap, VecDeque};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Animal {
    Mouse = 1,
    Cat = 2,
}
use Animal::{Cat, Mouse};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Position {
    mouse: usize,
    cat: usize,
    turn: Animal,
}

impl Solution {
    pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {
        let n = graph.len();
        let nodes = |list: &[i32], least: i32| -> Vec<usize> {
            list.iter().filter(|&&v| v >= least).map(|&v| v as usize).collect()
        };
        let mouse_graph: Vec<Vec<usize>> = graph.iter().map(|list| nodes(list, 0)).collect();
        let cat_graph: Vec<Vec<usize>> = graph.iter().map(|list| nodes(list, 1)).collect();

        let mut winner: HashMap<Position, Animal> = HashMap::new();
        let mut unrefuted: HashMap<Position, usize> = HashMap::new();
        let mut queue = VecDeque::new();
        for mouse in 0..n {
            for cat in 1..n {
                for turn in [Mouse, Cat] {
                    let position = Position { mouse, cat, turn };
                    let moves = match turn {
                        Mouse => mouse_graph[mouse].len(),
                        Cat => cat_graph[cat].len(),
                    };
                    unrefuted.insert(position, moves);
                    if mouse == 0 || mouse == cat {
                        winner.insert(position, if mouse == 0 { Mouse } else { Cat });
                        queue.push_back(position);
                    }
                }
            }
        }
        while let Some(after) = queue.pop_front() {
            let result = winner[&after];
            let before: Vec<Position> = match after.turn {
                Cat => mouse_graph[after.mouse]
                    .iter()
                    .map(|&mouse| Position { mouse, turn: Mouse, ..after })
                    .collect(),
                Mouse => cat_graph[after.cat]
                    .iter()
                    .map(|&cat| Position { cat, turn: Cat, ..after })
                    .collect(),
            };
            for position in before {
                if winner.contains_key(&position) {
                    continue;
                }
                let left = unrefuted.get_mut(&position).unwrap();
                *left -= 1;
                if result == position.turn || *left == 0 {
                    winner.insert(position, result);
                    queue.push_back(position);
                }
            }
        }
        let start = Position { mouse: 1, cat: 2, turn: Mouse };
        winner.get(&start).map_or(0, |&animal| animal as i32)
    }
}
