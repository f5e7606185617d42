// Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
// are 2n(n-1) positions that are not over: a game that is still on after as many plies
// has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones.
public class Solution {
    const int Draw = 0, Mouse = 1, Cat = 2;

    int horizon;
    int[][] graph;
    int?[,,] memo;

    public int CatMouseGame(int[][] graph) {
        int n = graph.Length;
        this.graph = graph;
        horizon = 2 * n * (n - 1);
        memo = new int?[horizon, n, n];
        return Play(0, 1, 2);
    }

    int Play(int ply, int mouse, int cat) {
        if (mouse == 0) return Mouse;
        if (mouse == cat) return Cat;
        if (ply == horizon) return Draw;
        if (memo[ply, mouse, cat] == null) memo[ply, mouse, cat] = Best(ply, mouse, cat);
        return memo[ply, mouse, cat].Value;
    }

    int Best(int ply, int mouse, int cat) {
        int mover = ply % 2 == 0 ? Mouse : Cat;
        int best = mover == Mouse ? Cat : Mouse;
        foreach (int to in graph[mover == Mouse ? mouse : cat]) {
            if (mover == Cat && to == 0) continue;
            int result = mover == Mouse ? Play(ply + 1, to, cat) : Play(ply + 1, mouse, to);
            if (result == mover) return mover;
            if (result == Draw) best = Draw;
        }
        return best;
    }
}
