// Stands beside the submission's code, where even private items can be seen.
pub fn mousetrap_call(case: crate::case::Case) -> i32 {
    Solution::cat_mouse_game(case.graph)
}
