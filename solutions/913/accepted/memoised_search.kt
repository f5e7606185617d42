// Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
// are 2n(n-1) positions that are not over: a game that is still on after as many plies
// has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones.
class Solution {
    private companion object {
        const val DRAW = 0
        const val MOUSE = 1
        const val CAT = 2
        const val UNKNOWN = -1
    }

    fun catMouseGame(graph: Array<IntArray>): Int {
        val n = graph.size
        val horizon = 2 * n * (n - 1)
        val catGraph = graph.map { near -> near.filter { it != 0 }.toIntArray() }
        val memo = Array(horizon) { Array(n) { IntArray(n) { UNKNOWN } } }

        fun play(ply: Int, mouse: Int, cat: Int): Int {
            if (mouse == 0) return MOUSE
            if (mouse == cat) return CAT
            if (ply == horizon) return DRAW
            if (memo[ply][mouse][cat] != UNKNOWN) return memo[ply][mouse][cat]
            val mover = if (ply % 2 == 0) MOUSE else CAT
            val other = MOUSE + CAT - mover
            var best = other
            for (to in if (mover == MOUSE) graph[mouse] else catGraph[cat]) {
                val result = if (mover == MOUSE) play(ply + 1, to, cat) else play(ply + 1, mouse, to)
                if (result != other) best = result
                if (best == mover) break
            }
            memo[ply][mouse][cat] = best
            return best
        }

        return play(0, 1, 2)
    }
}
