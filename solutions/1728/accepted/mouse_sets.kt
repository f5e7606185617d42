/*
 * Sets of mouse cells, one 64-bit word per cat cell: wins[cat] holds the cells from
 * which the mouse, to move, wins within the current number of plies. A round is one
 * intersection per move of the cat and one spread per move of the mouse.
 */
class Solution {
    private val maxMoves = 1000

    fun canMouseWin(grid: Array<String>, catJump: Int, mouseJump: Int): Boolean {
        val cols = grid[0].length
        val board = grid.joinToString("")
        val floor = board.indices.filter { board[it] != '#' }
        val food = board.indexOf('F')
        val mouse = board.indexOf('M')
        val cat = board.indexOf('C')
        val mouseMoves = Array(board.length) { landings(grid, it / cols, it % cols, mouseJump) }
        val catMoves = Array(board.length) { landings(grid, it / cols, it % cols, catJump) }

        val wins = LongArray(board.length)
        for (plies in 1..maxMoves step 2) {
            val before = wins.copyOf()
            for (c in floor) {
                if (c == food) continue
                // the mouse has moved and is safe: on the food, or every reply leads to a win
                val replies = catMoves[c].fold(-1L) { cells, to -> cells and before[to] }
                val safe = (replies or (1L shl food)) and (1L shl c).inv()
                for (m in floor) {
                    val moves = mouseMoves[m].fold(0L) { cells, to -> cells or (1L shl to) }
                    if (m != c && m != food && (moves and safe) != 0L) wins[c] = wins[c] or (1L shl m)
                }
            }
            if ((wins[cat] ushr mouse) and 1L == 1L) return true
            if (wins.contentEquals(before)) return false
        }
        return false
    }

    private fun landings(grid: Array<String>, row: Int, col: Int, jump: Int): List<Int> {
        val cols = grid[0].length
        fun open(r: Int, c: Int) = r in grid.indices && c in 0 until cols && grid[r][c] != '#'
        if (!open(row, col)) return emptyList()
        val ways = listOf(-1 to 0, 1 to 0, 0 to -1, 0 to 1)
        return ways.fold(listOf(row * cols + col)) { cells, (down, right) ->
            cells + (1..jump)
                .map { row + down * it to col + right * it }
                .takeWhile { (r, c) -> open(r, c) }
                .map { (r, c) -> r * cols + c }
        }
    }
}
