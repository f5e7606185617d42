// Sweeps over all positions until nothing changes: after k rounds the table holds
// the positions, mouse to move, that it wins within 2k - 1 plies.
public class Solution {
    const int MaxMoves = 1000;

    public bool CanMouseWin(string[] grid, int catJump, int mouseJump) {
        string board = string.Concat(grid);
        int cols = grid[0].Length, cells = board.Length, food = board.IndexOf('F');
        int mouseStart = board.IndexOf('M'), catStart = board.IndexOf('C');
        var floor = Enumerable.Range(0, cells).Where(cell => board[cell] != '#').ToList();
        var mouseMoves = floor.ToDictionary(cell => cell, cell => Reach(board, cols, cell, mouseJump).ToList());
        var catMoves = floor.ToDictionary(cell => cell, cell => Reach(board, cols, cell, catJump).ToList());

        var wins = new bool[cells, cells];
        var safe = new bool[cells, cells];
        for (int plies = 1; plies <= MaxMoves; plies += 2) {
            foreach (int cat in floor.Where(cell => cell != food)) {
                foreach (int mouse in floor.Where(cell => cell != cat)) {
                    if (safe[mouse, cat]) continue;
                    safe[mouse, cat] = mouse == food || catMoves[cat].TrueForAll(reply => wins[mouse, reply]);
                }
            }
            bool changed = false;
            foreach (int cat in floor) {
                foreach (int mouse in floor.Where(cell => cell != cat && cell != food)) {
                    if (wins[mouse, cat] || !mouseMoves[mouse].Exists(to => safe[to, cat])) continue;
                    wins[mouse, cat] = changed = true;
                }
            }
            if (wins[mouseStart, catStart]) return true;
            if (!changed) return false;
        }
        return false;
    }

    static IEnumerable<int> Reach(string board, int cols, int from, int jump) {
        yield return from;
        int rows = board.Length / cols;
        var ways = new[] { new[] { -1, 0 }, new[] { 1, 0 }, new[] { 0, -1 }, new[] { 0, 1 } };
        foreach (int[] way in ways) {
            int row = from / cols, col = from % cols;
            for (int step = 0; step < jump; step++) {
                row += way[0];
                col += way[1];
                if (row < 0 || col < 0 || row == rows || col == cols || board[row * cols + col] == '#') break;
                yield return row * cols + col;
            }
        }
    }
}
