class Solution {
    fun canMouseWin(grid: Array<String>, catJump: Int, mouseJump: Int): Boolean {
        val rows = grid.size
        val cols = grid[0].length
        val cells = grid.joinToString("")
        val (cat, mouse, food) = listOf('C', 'M', 'F').map { cells.indexOf(it) }

        fun moves(jump: Int): List<List<Int>> = cells.indices.map { p ->
            if (cells[p] == '#') return@map emptyList<Int>()
            val to = mutableListOf(p)
            for ((dx, dy) in listOf(0 to 1, 1 to 0, 0 to -1, -1 to 0)) {
                for (k in 1..jump) {
                    val x = p / cols + dx * k
                    val y = p % cols + dy * k
                    if (x !in 0 until rows || y !in 0 until cols || grid[x][y] == '#') break
                    to += x * cols + y
                }
            }
            to
        }

        val step = arrayOf(moves(mouseJump), moves(catJump))
        val size = cells.length
        val won = Array(2) { Array(size) { IntArray(size) } }
        val left = Array(2) { t -> Array(size) { m -> IntArray(size) { c -> step[t][if (t == 0) m else c].size } } }
        var queue = ArrayDeque<Triple<Int, Int, Int>>()
        for (t in 0..1) for (m in 0 until size) for (c in 0 until size) {
            won[t][m][c] = when {
                m == c || c == food -> 2
                m == food -> 1
                else -> 0
            }
            if (won[t][m][c] != 0) queue.add(Triple(t, m, c))
        }
        repeat(1000) {
            val next = ArrayDeque<Triple<Int, Int, Int>>()
            for ((t, m, c) in queue) {
                val winner = won[t][m][c]
                val u = 1 - t
                for (p in step[u][if (u == 0) m else c]) {
                    val (a, b) = if (u == 0) p to c else m to p
                    if (won[u][a][b] != 0) continue
                    if (winner == u + 1 || --left[u][a][b] == 0) {
                        won[u][a][b] = winner
                        next.add(Triple(u, a, b))
                    }
                }
            }
            queue = next
        }
        return won[0][mouse][cat] == 1
    }
}
