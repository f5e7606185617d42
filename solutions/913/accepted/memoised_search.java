// Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
// are 2n(n-1) positions that are not over: a game that is still on after as many plies
// has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones.
class Solution {
    private static final int DRAW = 0, MOUSE = 1, CAT = 2, UNKNOWN = -1;

    private int horizon;
    private int[][] graph;
    private int[][][] memo;

    public int catMouseGame(int[][] graph) {
        int n = graph.length;
        this.graph = graph;
        horizon = 2 * n * (n - 1);
        memo = new int[n][n][horizon];
        for (int[][] table : memo) {
            for (int[] row : table) Arrays.fill(row, UNKNOWN);
        }
        return play(1, 2, 0);
    }

    private int play(int mouse, int cat, int ply) {
        if (mouse == 0) return MOUSE;
        if (mouse == cat) return CAT;
        if (ply == horizon) return DRAW;
        if (memo[mouse][cat][ply] == UNKNOWN) memo[mouse][cat][ply] = best(mouse, cat, ply);
        return memo[mouse][cat][ply];
    }

    private int best(int mouse, int cat, int ply) {
        boolean mouseMoves = ply % 2 == 0;
        int mover = mouseMoves ? MOUSE : CAT;
        int best = mouseMoves ? CAT : MOUSE;
        for (int to : graph[mouseMoves ? mouse : cat]) {
            if (!mouseMoves && to == 0) continue;
            int result = mouseMoves ? play(to, cat, ply + 1) : play(mouse, to, ply + 1);
            if (result == mover) return mover;
            if (result == DRAW) best = DRAW;
        }
        return best;
    }
}
