// Depth-first search straight from the rules, without a memo: a game that is still on
// after 2n(n-1) plies has repeated a position, and is a draw. Right, but the same
// positions come up again and again, and there are far more games than positions.
object Solution {
  private val Draw = 0
  private val Mouse = 1
  private val Cat = 2

  def catMouseGame(graph: Array[Array[Int]]): Int = {
    def play(left: Int, mouse: Int, cat: Int): Int =
      if (mouse == 0) Mouse
      else if (mouse == cat) Cat
      else if (left == 0) Draw
      else if (left % 2 == 0) best(Mouse, Cat, graph(mouse).iterator.map(play(left - 1, _, cat)))
      else best(Cat, Mouse, graph(cat).iterator.filter(_ != 0).map(play(left - 1, mouse, _)))

    play(2 * graph.length * (graph.length - 1), 1, 2)
  }

  /** What `mover` makes of its moves, looked at one after another. */
  private def best(mover: Int, other: Int, results: Iterator[Int]): Int = {
    var best = other
    while (best != mover && results.hasNext) {
      val result = results.next()
      if (result != other) best = result
    }
    best
  }
}
