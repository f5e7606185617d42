// The arguments of canMouseWin and its call.

package mousetrap

import Solution

/** Answers the next case, or returns null at the end of the input. */
fun answer(input: Input): Any? {
    val (rows, _, catJump, mouseJump) = input.numbers() ?: return null
    val grid = Array(rows) { input.line()!! }
    return call(grid, catJump, mouseJump)
}

private fun call(grid: Array<String>, catJump: Int, mouseJump: Int): Boolean {
    return Solution().canMouseWin(grid, catJump, mouseJump)
}
