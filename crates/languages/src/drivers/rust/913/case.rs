// The argument of cat_mouse_game.

use crate::protocol::Input;

pub struct Case {
    pub graph: Vec<Vec<i32>>,
}

pub fn read(input: &mut Input) -> Option<Case> {
    let nodes: usize = input.words()?.first()?.parse().ok()?;
    let mut graph = Vec::with_capacity(nodes);
    for _ in 0..nodes {
        let line = input.words()?;
        graph.push(line.iter().skip(1).flat_map(|word| word.parse()).collect());
    }
    Some(Case { graph })
}
