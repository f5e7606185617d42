class Solution {
    public int catMouseGame(int[][] graph) {
        return 0;
    }
}
