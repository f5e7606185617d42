// The arguments of canMouseWin and its call.

package mousetrap

object Case {

  /** Answers the next case, or returns null at the end of the input. */
  def answer(input: Input): Any = {
    val sizes = input.numbers()
    if (sizes == null) null
    else {
      val grid = new Array[String](sizes(0))
      var row = 0
      while (row < grid.length) {
        grid(row) = input.line()
        row += 1
      }
      val value: Boolean = Submission().canMouseWin(grid, sizes(2), sizes(3))
      value
    }
  }
}
