// The argument of catMouseGame and its call.

package mousetrap

object Case {

  /** Answers the next case, or returns none at the end of the input. */
  def answer(input: Input): Option[Int] = input.numbers().map { sizes =>
    val graph = Array.fill(sizes(0))(input.numbers().get.drop(1))
    Submission().catMouseGame(graph)
  }
}
