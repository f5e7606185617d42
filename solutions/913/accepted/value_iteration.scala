// Value iteration, a whole program: every position starts as a draw; sweep over
// all of them, deciding what its successors decide, until a sweep changes nothing.
import scala.io.StdIn

object Main {
  val Draw = 0
  val Mouse = 1
  val Cat = 2

  def best(moves: Array[Int], own: Int): Int = {
    val other = Mouse + Cat - own
    if (moves.contains(own)) own
    else if (moves.forall(_ == other)) other
    else Draw
  }

  def main(args: Array[String]): Unit = {
    val n = StdIn.readLine().trim.toInt
    val graph = Array.fill(n)(StdIn.readLine().trim.split("\\s+").map(_.toInt).tail)
    val catGraph = graph.map(_.filter(_ != 0))

    def fresh() = Array.tabulate(n, n) { (mouse, cat) =>
      if (mouse == 0) Mouse else if (mouse == cat) Cat else Draw
    }
    val mouseToMove = fresh()
    val catToMove = fresh()

    var changed = true
    while (changed) {
      changed = false
      for (mouse <- 1 until n; cat <- 1 until n) {
        if (mouseToMove(mouse)(cat) == Draw) {
          mouseToMove(mouse)(cat) = best(graph(mouse).map(to => catToMove(to)(cat)), Mouse)
          changed |= mouseToMove(mouse)(cat) != Draw
        }
        if (catToMove(mouse)(cat) == Draw) {
          catToMove(mouse)(cat) = best(catGraph(cat).map(to => mouseToMove(mouse)(to)), Cat)
          changed |= catToMove(mouse)(cat) != Draw
        }
      }
    }
    println(mouseToMove(1)(2))
  }
}
