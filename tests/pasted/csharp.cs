public class Solution {
    public int CatMouseGame(int[][] graph) {
        int n = graph.Length;
        var won = new int[n, n, 2];
        var left = new int[n, n, 2];
        var queue = new Queue<Tuple<int, int, int>>();
        for (int m = 0; m < n; m++)
            for (int c = 0; c < n; c++) {
                left[m, c, 0] = graph[m].Length;
                left[m, c, 1] = graph[c].Count(v => v != 0);
            }
        foreach (int i in Enumerable.Range(1, n - 1))
            for (int t = 0; t < 2; t++) {
                won[0, i, t] = 1;
                won[i, i, t] = 2;
                queue.Enqueue(Tuple.Create(0, i, t));
                queue.Enqueue(Tuple.Create(i, i, t));
            }
        while (queue.Count > 0) {
            var state = queue.Dequeue();
            int m = state.Item1, c = state.Item2, t = state.Item3;
            int winner = won[m, c, t], u = 1 - t;
            foreach (int p in graph[u == 0 ? m : c]) {
                if (u == 1 && p == 0) continue;
                int a = u == 0 ? p : m, b = u == 0 ? c : p;
                if (won[a, b, u] != 0) continue;
                if (winner == u + 1 || --left[a, b, u] == 0) {
                    won[a, b, u] = winner;
                    queue.Enqueue(Tuple.Create(a, b, u));
                }
            }
        }
        return won[1, 2, 0];
    }
}
