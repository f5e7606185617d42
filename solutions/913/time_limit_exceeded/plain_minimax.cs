// Depth-first search straight from the rules, without a memo: a game that is still on
// after 2n(n-1) plies has repeated a position, and is a draw. Right, but the same
// positions come up again and again, and there are far more games than positions.
public class Solution {
    const int Draw = 0, Mouse = 1, Cat = 2;

    public int CatMouseGame(int[][] graph) {
        return Play(graph, 2 * graph.Length * (graph.Length - 1), 1, 2);
    }

    static int Play(int[][] graph, int left, int mouse, int cat) {
        if (mouse == 0) return Mouse;
        if (mouse == cat) return Cat;
        if (left == 0) return Draw;
        int mover = left % 2 == 0 ? Mouse : Cat;
        int best = mover == Mouse ? Cat : Mouse;
        foreach (int to in graph[mover == Mouse ? mouse : cat]) {
            if (mover == Cat && to == 0) continue;
            int result = mover == Mouse ? Play(graph, left - 1, to, cat) : Play(graph, left - 1, mouse, to);
            if (result == mover) return mover;
            if (result == Draw) best = Draw;
        }
        return best;
    }
}
