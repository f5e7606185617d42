object Solution {
    def canMouseWin(grid: Array[String], catJump: Int, mouseJump: Int): Boolean = {
        false
    }
}
