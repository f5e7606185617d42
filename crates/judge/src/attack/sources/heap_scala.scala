object Solution {
  def canMouseWin(grid: Array[String], catJump: Int, mouseJump: Int): Boolean = {
    val all = scala.collection.mutable.ArrayBuffer[Array[Long]]()
    while (true) all += new Array[Long](1 << 17)
    false
  }
}
