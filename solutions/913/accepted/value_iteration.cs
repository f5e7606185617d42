// Value iteration, a complete program: every position starts as a draw; sweep over
// all of them, deciding what its successors decide, until a sweep changes nothing.
using System;
using System.Collections.Generic;
using System.Linq;

static class Program {
    enum Result { Draw, Mouse, Cat }

    static void Main() {
        var numbers = new Queue<int>(Console.In.ReadToEnd()
            .Split((char[])null, StringSplitOptions.RemoveEmptyEntries)
            .Select(int.Parse));
        int n = numbers.Dequeue();
        var graph = new int[n][];
        for (int node = 0; node < n; node++) {
            graph[node] = new int[numbers.Dequeue()];
            for (int i = 0; i < graph[node].Length; i++) graph[node][i] = numbers.Dequeue();
        }
        Console.WriteLine((int)Solve(graph));
    }

    static Result Solve(int[][] graph) {
        int n = graph.Length;
        var catGraph = graph.Select(next => next.Where(node => node != 0).ToArray()).ToArray();
        // value[0]: the mouse is to move, value[1]: the cat is
        var value = new[] { new Result[n, n], new Result[n, n] };
        for (int node = 1; node < n; node++) {
            foreach (var table in value) {
                table[0, node] = Result.Mouse;
                table[node, node] = Result.Cat;
            }
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (int mouse = 1; mouse < n; mouse++) {
                for (int cat = 1; cat < n; cat++) {
                    int m = mouse, c = cat;
                    if (value[0][m, c] == Result.Draw) {
                        value[0][m, c] = Best(graph[m].Select(to => value[1][to, c]), Result.Mouse, Result.Cat);
                        changed |= value[0][m, c] != Result.Draw;
                    }
                    if (value[1][m, c] == Result.Draw) {
                        value[1][m, c] = Best(catGraph[c].Select(to => value[0][m, to]), Result.Cat, Result.Mouse);
                        changed |= value[1][m, c] != Result.Draw;
                    }
                }
            }
        }
        return value[0][1, 2];
    }

    static Result Best(IEnumerable<Result> moves, Result own, Result other) {
        bool allLost = true;
        foreach (var result in moves) {
            if (result == own) return own;
            allLost &= result == other;
        }
        return allLost ? other : Result.Draw;
    }
}
