// A nullable result where a Boolean is asked for.
class Solution {
    fun canMouseWin(grid: Array<String>, catJump: Int, mouseJump: Int): Boolean {
        val reach = mapOf('M' to mouseJump, 'C' to catJump)
        val faster: Boolean? = reach['M']?.let { mouse -> reach['C']?.let { cat -> mouse > cat } }
        return faster
    }
}
