class Solution {
    fun catMouseGame(graph: Array<IntArray>): Int {
        return 0
    }
}
