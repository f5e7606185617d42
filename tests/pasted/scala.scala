import scala.collection.mutable

object Solution {
    def catMouseGame(graph: Array[Array[Int]]): Int = {
        val n = graph.length
        val won = Array.ofDim[Int](n, n, 2)
        val left = Array.tabulate(n, n, 2)((m, c, t) => if (t == 0) graph(m).length else graph(c).count(_ != 0))
        val queue = mutable.Queue[(Int, Int, Int)]()
        for (i <- 1 until n; t <- 0 to 1) {
            won(0)(i)(t) = 1
            won(i)(i)(t) = 2
            queue.enqueue((0, i, t))
            queue.enqueue((i, i, t))
        }
        while (queue.nonEmpty) {
            val (m, c, t) = queue.dequeue()
            val winner = won(m)(c)(t)
            val u = 1 - t
            for (p <- graph(if (u == 0) m else c) if u == 0 || p != 0) {
                val (a, b) = if (u == 0) (p, c) else (m, p)
                if (won(a)(b)(u) == 0) {
                    left(a)(b)(u) -= 1
                    if (winner == u + 1 || left(a)(b)(u) == 0) {
                        won(a)(b)(u) = winner
                        queue.enqueue((a, b, u))
                    }
                }
            }
        }
        won(1)(2)(0)
    }
}
