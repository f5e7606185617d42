// Depth-first search straight from the rules, without a memo: a game that is still on
// after 2n(n-1) plies has repeated a position, and is a draw. Right, but the same
// positions come up again and again, and there are far more games than positions.
class Solution {
    private companion object {
        const val DRAW = 0
        const val MOUSE = 1
        const val CAT = 2
    }

    fun catMouseGame(graph: Array<IntArray>): Int {
        fun play(left: Int, mouse: Int, cat: Int): Int {
            if (mouse == 0) return MOUSE
            if (mouse == cat) return CAT
            if (left == 0) return DRAW
            val mover = if (left % 2 == 0) MOUSE else CAT
            val other = MOUSE + CAT - mover
            var best = other
            for (to in graph[if (mover == MOUSE) mouse else cat]) {
                if (mover == CAT && to == 0) continue
                val result = if (mover == MOUSE) play(left - 1, to, cat) else play(left - 1, mouse, to)
                if (result == mover) return mover
                if (result == DRAW) best = DRAW
            }
            return best
        }
        return play(2 * graph.size * (graph.size - 1), 1, 2)
    }
}
