// Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
// are 2n(n-1) positions that are not over: a game that is still on after as many plies
// has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones.
object Solution {
  private val Draw = 0
  private val Mouse = 1
  private val Cat = 2
  private val Unknown = -1

  def catMouseGame(graph: Array[Array[Int]]): Int = {
    val n = graph.length
    val horizon = 2 * n * (n - 1)
    val catGraph = graph.map(_.filter(_ != 0))
    val memo = Array.fill(horizon, n, n)(Unknown)

    def play(ply: Int, mouse: Int, cat: Int): Int =
      if (mouse == 0) Mouse
      else if (mouse == cat) Cat
      else if (ply == horizon) Draw
      else {
        if (memo(ply)(mouse)(cat) == Unknown) {
          memo(ply)(mouse)(cat) =
            if (ply % 2 == 0) best(Mouse, Cat, graph(mouse).iterator.map(play(ply + 1, _, cat)))
            else best(Cat, Mouse, catGraph(cat).iterator.map(play(ply + 1, mouse, _)))
        }
        memo(ply)(mouse)(cat)
      }

    play(0, 1, 2)
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
