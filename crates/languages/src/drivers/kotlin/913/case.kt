// The argument of catMouseGame and its call.

package mousetrap

import Solution

/** Answers the next case, or returns null at the end of the input. */
fun answer(input: Input): Any? {
    val (nodes) = input.numbers() ?: return null
    val graph = Array(nodes) { input.numbers()!!.drop(1).toIntArray() }
    return call(graph)
}

private fun call(graph: Array<IntArray>): Int {
    return Solution().catMouseGame(graph)
}
