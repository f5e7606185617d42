object Solution {
    def catMouseGame(graph: Array[Array[Int]]): Int = {
        0
    }
}
