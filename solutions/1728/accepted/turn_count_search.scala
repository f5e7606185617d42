// Search over positions and turn count: won holds the positions, mouse to move,
// that the mouse wins within the current number of plies. It is worked out from
// the set for two plies less, until nothing changes or the moves are used up.
object Solution {
  private val MaxMoves = 1000
  private val Ways = Seq((-1, 0), (1, 0), (0, -1), (0, 1))

  def canMouseWin(grid: Array[String], catJump: Int, mouseJump: Int): Boolean = {
    val cols = grid(0).length
    val board = grid.mkString
    val food = board.indexOf("F")
    val start = (board.indexOf("M"), board.indexOf("C"))
    val floor = board.indices.filter(board(_) != '#').toArray

    def moves(jump: Int): Array[Array[Int]] = board.indices.map { from =>
      val rays = Ways.map { case (down, right) =>
        (1 to jump)
          .map(step => (from / cols + down * step, from % cols + right * step))
          .takeWhile { case (r, c) =>
            grid.indices.contains(r) && (0 until cols).contains(c) && grid(r)(c) != '#'
          }
          .map { case (r, c) => r * cols + c }
      }
      (from +: rays.flatten).toArray
    }.toArray

    val mouseMoves = moves(mouseJump)
    val catMoves = moves(catJump)
    val won = Array.fill(board.length, board.length)(false)

    def round(): Boolean = {
      def safe(mouse: Int, cat: Int) =
        mouse != cat && (mouse == food || catMoves(cat).forall(reply => won(mouse)(reply)))
      val fresh = for {
        cat <- floor
        if cat != food
        landings = floor.map(mouse => mouse -> safe(mouse, cat)).toMap
        mouse <- floor
        if mouse != cat && mouse != food && !won(mouse)(cat) && mouseMoves(mouse).exists(landings)
      } yield (mouse, cat)
      fresh.foreach { case (mouse, cat) => won(mouse)(cat) = true }
      fresh.nonEmpty
    }

    var plies = 1
    while (plies <= MaxMoves && !won(start._1)(start._2) && round()) plies += 2
    won(start._1)(start._2)
  }
}
