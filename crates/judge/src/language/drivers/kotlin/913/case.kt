// The argument of catMouseGame and its call.

package mousetrap

import Solution

/** Answers the next case, or returns null at the end of the input. */
fun answer(input: Input): Int? {
    val (nodes) = input.numbers() ?: return null
    val graph = Array(nodes) { input.numbers()!!.drop(1).toIntArray() }
    return Solution().catMouseGame(graph)
}
