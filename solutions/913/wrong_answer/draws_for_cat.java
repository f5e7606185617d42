// Spreads the mouse's forced wins and gives all the rest to the cat: right for the
// grid game, where time is on the cat's side, but here a cat that cannot catch the
// mouse only draws. Smallest: [[2],[3],[0,4],[1],[2]], where cat and mouse never
// meet: 0.
class Solution {
    public int catMouseGame(int[][] graph) {
        int n = graph.length;
        boolean[][] mouseToMove = new boolean[n][n], catToMove = new boolean[n][n];
        for (int cat = 1; cat < n; cat++) catToMove[0][cat] = true;
        for (boolean changed = true; changed;) {
            changed = false;
            for (int mouse = 1; mouse < n; mouse++) {
                for (int cat = 1; cat < n; cat++) {
                    if (mouse == cat) continue;
                    if (!mouseToMove[mouse][cat] && anyFrom(graph[mouse], cat, catToMove)) {
                        mouseToMove[mouse][cat] = changed = true;
                    }
                    if (!catToMove[mouse][cat] && allTo(graph[cat], mouse, mouseToMove)) {
                        catToMove[mouse][cat] = changed = true;
                    }
                }
            }
        }
        return mouseToMove[1][2] ? 1 : 2;
    }

    private boolean anyFrom(int[] targets, int cat, boolean[][] wins) {
        for (int to : targets) if (wins[to][cat]) return true;
        return false;
    }

    private boolean allTo(int[] targets, int mouse, boolean[][] wins) {
        for (int to : targets) if (to != 0 && !wins[mouse][to]) return false;
        return true;
    }
}
