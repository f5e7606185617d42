// Both sides' wins grow in rounds, a move of each, but the rounds end as soon as the
// mouse wins nothing new; the cat may need many more.
public class Solution {
    public int CatMouseGame(int[][] graph) {
        int n = graph.Length;
        var catGraph = graph.Select(next => next.Where(node => node != 0).ToArray()).ToArray();
        // 0: open, 1: the mouse wins, 2: the cat wins; the first index is who moves
        var value = new int[2, n, n];
        for (int node = 1; node < n; node++) {
            for (int mover = 0; mover < 2; mover++) {
                value[mover, 0, node] = 1;
                value[mover, node, node] = 2;
            }
        }
        for (bool grows = true; grows;) {
            grows = false;
            var before = (int[,,])value.Clone();
            for (int mouse = 1; mouse < n; mouse++) {
                for (int cat = 1; cat < n; cat++) {
                    if (value[1, mouse, cat] != 0) continue;
                    value[1, mouse, cat] = Best(catGraph[cat].Select(to => before[0, mouse, to]), 2);
                }
            }
            before = (int[,,])value.Clone();
            for (int mouse = 1; mouse < n; mouse++) {
                for (int cat = 1; cat < n; cat++) {
                    if (value[0, mouse, cat] != 0) continue;
                    value[0, mouse, cat] = Best(graph[mouse].Select(to => before[1, to, cat]), 1);
                    grows |= value[0, mouse, cat] == 1;
                }
            }
        }
        return value[0, 1, 2];
    }

    static int Best(IEnumerable<int> moves, int own) {
        bool allLost = true;
        foreach (int result in moves) {
            if (result == own) return own;
            allLost &= result != 0;
        }
        return allLost ? 3 - own : 0;
    }
}
