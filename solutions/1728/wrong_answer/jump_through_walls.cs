// Topological sort of the mouse's wins, with jumps that only look at the cell where
// they land: walls on the way are flown over. Smallest: ["M#FC"], cat 1, mouse 2,
// where the wall keeps the mouse from the food: false.
public class Solution {
    public bool CanMouseWin(string[] grid, int catJump, int mouseJump) {
        string board = string.Join("", grid);
        int cols = grid[0].Length, cells = board.Length;
        int food = board.IndexOf('F');

        var mouseMoves = Enumerable.Range(0, cells).Select(cell => Landings(board, cols, cell, mouseJump)).ToList();
        var catMoves = Enumerable.Range(0, cells).Select(cell => Landings(board, cols, cell, catJump)).ToList();

        // plies to the mouse's win; 0: none known
        var toMove = new int[cells, cells];
        var saving = new int[cells, cells];
        var queue = new Queue<int[]>(); // mouse, cat, plies, after a move of the mouse
        for (int mouse = 0; mouse < cells; mouse++) {
            for (int cat = 0; cat < cells; cat++) {
                saving[mouse, cat] = catMoves[cat].Count;
                if (mouse == food && cat != food && board[cat] != '#') queue.Enqueue(new[] { mouse, cat, 0 });
            }
        }
        while (queue.Count > 0) {
            int[] won = queue.Dequeue();
            int mouse = won[0], cat = won[1], plies = won[2];
            foreach (int from in mouseMoves[mouse]) {
                if (from == cat || from == food || toMove[from, cat] != 0) continue;
                toMove[from, cat] = plies + 1;
                foreach (int origin in catMoves[cat]) {
                    if (origin == from || origin == food || --saving[from, origin] > 0) continue;
                    queue.Enqueue(new[] { from, origin, plies + 2 });
                }
            }
        }
        int depth = toMove[board.IndexOf('M'), board.IndexOf('C')];
        return depth > 0 && depth <= 1000;
    }

    static List<int> Landings(string board, int cols, int from, int jump) {
        var list = new List<int>();
        if (board[from] == '#') return list;
        int row = from / cols, col = from % cols;
        for (int to = 0; to < board.Length; to++) {
            int down = Math.Abs(to / cols - row), right = Math.Abs(to % cols - col);
            bool straight = down == 0 || right == 0;
            if (straight && down + right <= jump && board[to] != '#') list.Add(to);
        }
        return list;
    }
}
