// The arguments of can_mouse_win.

use crate::protocol::Input;

pub struct Case {
    pub grid: Vec<String>,
    pub cat_jump: i32,
    pub mouse_jump: i32,
}

pub fn read(input: &mut Input) -> Option<Case> {
    let head: Vec<i32> = input.words()?.iter().flat_map(|word| word.parse()).collect();
    let [rows, _, cat_jump, mouse_jump] = head[..] else {
        return None;
    };
    let grid = (0..rows).map(|_| input.words()?.pop()).collect::<Option<_>>()?;
    Some(Case {
        grid,
        cat_jump,
        mouse_jump,
    })
}
