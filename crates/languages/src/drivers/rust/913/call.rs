// Compiled next to the submission's code, where even private items are visible. The
// submission can declare another type named i32.
pub fn mousetrap_call(case: crate::case::Case) -> ::std::primitive::i32 {
    Solution::cat_mouse_game(case.graph)
}
