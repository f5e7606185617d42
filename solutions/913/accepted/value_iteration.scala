// Value iteration, a complete program: every position starts as a draw; sweep over
// all of them, deciding what its successors decide, until a sweep changes nothing.
//
// With loops and the input and output of Java: most cases are over in less time
// than loading the closures and collections of Scala takes.
import java.io.{InputStreamReader, StreamTokenizer}

object Main {
  private final val Draw = 0
  private final val Mouse = 1
  private final val Cat = 2

  private val input = new StreamTokenizer(new InputStreamReader(System.in))

  private def number(): Int = {
    input.nextToken()
    input.nval.toInt
  }

  def main(args: Array[String]): Unit = {
    val n = number()
    val graph = new Array[Array[Int]](n)
    val mouseToMove = new Array[Array[Int]](n)
    val catToMove = new Array[Array[Int]](n)
    var node = 0
    while (node < n) {
      graph(node) = new Array[Int](number())
      mouseToMove(node) = new Array[Int](n)
      catToMove(node) = new Array[Int](n)
      var at = 0
      while (at < graph(node).length) {
        graph(node)(at) = number()
        at += 1
      }
      at = 0
      while (at < n) {
        val ended = if (node == 0) Mouse else if (node == at) Cat else Draw
        mouseToMove(node)(at) = ended
        catToMove(node)(at) = ended
        at += 1
      }
      node += 1
    }

    /** What the mouse makes of its moves. */
    def mouseBest(mouse: Int, cat: Int): Int = {
      val moves = graph(mouse)
      var lost = true
      var at = 0
      while (at < moves.length) {
        val next = catToMove(moves(at))(cat)
        if (next == Mouse) return Mouse
        if (next == Draw) lost = false
        at += 1
      }
      if (lost) Cat else Draw
    }

    /** What the cat makes of its moves, none of which is to the hole. */
    def catBest(mouse: Int, cat: Int): Int = {
      val moves = graph(cat)
      var lost = true
      var at = 0
      while (at < moves.length) {
        if (moves(at) != 0) {
          val next = mouseToMove(mouse)(moves(at))
          if (next == Cat) return Cat
          if (next == Draw) lost = false
        }
        at += 1
      }
      if (lost) Mouse else Draw
    }

    var changed = true
    while (changed) {
      changed = false
      var mouse = 1
      while (mouse < n) {
        var cat = 1
        while (cat < n) {
          if (mouseToMove(mouse)(cat) == Draw) {
            mouseToMove(mouse)(cat) = mouseBest(mouse, cat)
            changed |= mouseToMove(mouse)(cat) != Draw
          }
          if (catToMove(mouse)(cat) == Draw) {
            catToMove(mouse)(cat) = catBest(mouse, cat)
            changed |= catToMove(mouse)(cat) != Draw
          }
          cat += 1
        }
        mouse += 1
      }
    }
    System.out.println(mouseToMove(1)(2))
  }
}
