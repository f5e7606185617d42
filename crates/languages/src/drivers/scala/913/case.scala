// The argument of catMouseGame and its call.

package mousetrap

object Case {

  /** Answers the next case, or returns null at the end of the input. */
  def answer(input: Input): Any = {
    val sizes = input.numbers()
    if (sizes == null) null
    else {
      val graph = new Array[Array[Int]](sizes(0))
      var node = 0
      while (node < graph.length) {
        val row = input.numbers()
        graph(node) = java.util.Arrays.copyOfRange(row, 1, row.length)
        node += 1
      }
      val value: Int = Submission().catMouseGame(graph)
      value
    }
  }
}
