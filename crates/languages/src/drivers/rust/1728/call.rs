// Compiled next to the submission's code, where even private items are visible. The
// submission can declare another type named bool.
pub fn mousetrap_call(case: crate::case::Case) -> ::std::primitive::bool {
    Solution::can_mouse_win(case.grid, case.cat_jump, case.mouse_jump)
}
