// Stands beside the submission's code, where even private items can be seen. The
// submission can declare another type named i32.
pub fn mousetrap_call(case: crate::case::Case) -> ::std::primitive::i32 {
    Solution::cat_mouse_game(case.graph)
}
