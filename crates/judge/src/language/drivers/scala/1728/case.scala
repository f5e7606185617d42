// The arguments of canMouseWin and its call.

package mousetrap

object Case {

  /** Answers the next case, or returns none at the end of the input. */
  def answer(input: Input): Option[Boolean] = input.numbers().map { sizes =>
    val grid = Array.fill(sizes(0))(input.line().get)
    Submission().canMouseWin(grid, sizes(2), sizes(3))
  }
}
