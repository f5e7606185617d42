// Depth-first search straight from the rules, without a memo: a game that is still on
// after 2n(n-1) plies has repeated a position, and is a draw. Right, but the same
// positions come up again and again, and there are far more games than positions.
class Solution {
    private static final int DRAW = 0, MOUSE = 1, CAT = 2;

    public int catMouseGame(int[][] graph) {
        int n = graph.length;
        return play(graph, 2 * n * (n - 1), 1, 2);
    }

    private int play(int[][] graph, int left, int mouse, int cat) {
        if (mouse == 0) return MOUSE;
        if (mouse == cat) return CAT;
        if (left == 0) return DRAW;
        boolean mouseMoves = left % 2 == 0;
        int best = mouseMoves ? CAT : MOUSE;
        for (int to : graph[mouseMoves ? mouse : cat]) {
            if (!mouseMoves && to == 0) continue;
            int result = mouseMoves ? play(graph, left - 1, to, cat) : play(graph, left - 1, mouse, to);
            if (result == (mouseMoves ? MOUSE : CAT)) return result;
            if (result == DRAW) best = DRAW;
        }
        return best;
    }
}
