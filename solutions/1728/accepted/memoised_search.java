// Depth-first search over (mouse, cat, plies made) with a memo, straight from
// the rules: 1000 plies without an end and the cat has won. A memo entry is one
// byte, 4 MB in all. The search is up to 1000 calls deep.
public class Solution {
    static final int MAX_MOVES = 1000;
    static final int[] WAYS = {0, 1, 0, -1, 0};
    static final byte MOUSE = 1, CAT = 2;

    private int[][] mouseMoves;
    private int[][] catMoves;
    private int food;
    private byte[][][] memo;

    public boolean canMouseWin(String[] grid, int catJump, int mouseJump) {
        int cols = grid[0].length(), cells = grid.length * cols;
        int mouse = 0, cat = 0;
        mouseMoves = new int[cells][];
        catMoves = new int[cells][];
        for (int cell = 0; cell < cells; cell++) {
            switch (grid[cell / cols].charAt(cell % cols)) {
                case '#': continue;
                case 'M': mouse = cell; break;
                case 'C': cat = cell; break;
                case 'F': food = cell; break;
                default: break;
            }
            mouseMoves[cell] = landings(grid, cell / cols, cell % cols, mouseJump);
            catMoves[cell] = landings(grid, cell / cols, cell % cols, catJump);
        }
        memo = new byte[MAX_MOVES][cells][cells];
        return mouseWins(mouse, cat, 0);
    }

    private int[] landings(String[] grid, int row, int col, int jump) {
        int rows = grid.length, cols = grid[0].length();
        int[] cells = new int[1 + 4 * jump];
        int count = 0;
        for (int way = 0; way < 4; way++) {
            for (int step = 1; step <= jump; step++) {
                int r = row + WAYS[way] * step, c = col + WAYS[way + 1] * step;
                if (r < 0 || r == rows || c < 0 || c == cols || grid[r].charAt(c) == '#') break;
                cells[count++] = r * cols + c;
            }
        }
        cells[count++] = row * cols + col;
        return Arrays.copyOf(cells, count);
    }

    private boolean mouseWins(int mouse, int cat, int made) {
        if (mouse == cat || cat == food) return false;
        if (mouse == food) return true;
        if (made == MAX_MOVES) return false;
        if (memo[made][mouse][cat] == 0) {
            boolean mouseToMove = made % 2 == 0;
            memo[made][mouse][cat] = mouseToMove ? CAT : MOUSE;
            for (int next : mouseToMove ? mouseMoves[mouse] : catMoves[cat]) {
                boolean won = mouseToMove ? mouseWins(next, cat, made + 1) : mouseWins(mouse, next, made + 1);
                if (won == mouseToMove) {
                    memo[made][mouse][cat] = mouseToMove ? MOUSE : CAT;
                    break;
                }
            }
        }
        return memo[made][mouse][cat] == MOUSE;
    }
}
