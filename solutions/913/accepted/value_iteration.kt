// Value iteration, a complete program: every position starts as a draw; sweep over
// all of them, deciding what its successors decide, until a sweep changes nothing.
import java.util.Scanner

enum class Result { DRAW, MOUSE, CAT }

fun best(moves: List<Result>, own: Result, other: Result): Result = when {
    own in moves -> own
    moves.all { it == other } -> other
    else -> Result.DRAW
}

fun main() {
    val input = Scanner(System.`in`)
    val graph = List(input.nextInt()) { List(input.nextInt()) { input.nextInt() } }
    val nodes = graph.indices
    val mouseToMove = nodes.map { mouse -> nodes.map { cat -> ended(mouse, cat) }.toMutableList() }
    val catToMove = nodes.map { mouse -> nodes.map { cat -> ended(mouse, cat) }.toMutableList() }
    do {
        var changed = false
        for (mouse in nodes.drop(1)) {
            for (cat in nodes.drop(1)) {
                if (mouseToMove[mouse][cat] == Result.DRAW) {
                    val moves = graph[mouse].map { catToMove[it][cat] }
                    mouseToMove[mouse][cat] = best(moves, Result.MOUSE, Result.CAT)
                    changed = changed || mouseToMove[mouse][cat] != Result.DRAW
                }
                if (catToMove[mouse][cat] == Result.DRAW) {
                    val moves = graph[cat].filter { it != 0 }.map { mouseToMove[mouse][it] }
                    catToMove[mouse][cat] = best(moves, Result.CAT, Result.MOUSE)
                    changed = changed || catToMove[mouse][cat] != Result.DRAW
                }
            }
        }
    } while (changed)
    println(mouseToMove[1][2].ordinal)
}

fun ended(mouse: Int, cat: Int): Result = when (mouse) {
    0 -> Result.MOUSE
    cat -> Result.CAT
    else -> Result.DRAW
}
