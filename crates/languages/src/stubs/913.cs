public class Solution {
    public int CatMouseGame(int[][] graph) {
        return 0;
    }
}
