// The grid is used after it was moved into a helper, which the borrow checker refuses.
impl Solution {
    pub fn can_mouse_win(grid: Vec<String>, cat_jump: i32, mouse_jump: i32) -> bool {
        let board = flatten(grid);
        let cols = grid[0].len();
        board.len() > cols && cat_jump < mouse_jump
    }
}

fn flatten(grid: Vec<String>) -> Vec<u8> {
    grid.concat().into_bytes()
}
