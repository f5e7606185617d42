class Solution {
    fun canMouseWin(grid: Array<String>, catJump: Int, mouseJump: Int): Boolean {
        return false
    }
}
