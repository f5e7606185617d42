// Sweeps over all positions, but a jump is stopped by walls alone, not by the rim of
// the board: an ArrayIndexOutOfBoundsException on any board that is open there.
// Smallest: ["MCF"], cat 1, mouse 1.
class Solution {
    public boolean canMouseWin(String[] grid, int catJump, int mouseJump) {
        int rows = grid.length, cols = grid[0].length();
        char[][] board = Arrays.stream(grid).map(String::toCharArray).toArray(char[][]::new);
        String flat = String.join("", grid);
        int food = flat.indexOf('F');
        boolean[][] wins = new boolean[rows * cols][rows * cols];
        for (int round = 0; round < 500; round++) {
            for (int mouse = 0; mouse < rows * cols; mouse++) {
                for (int cat = 0; cat < rows * cols; cat++) {
                    if (mouse == cat || cat == food || flat.charAt(mouse) == '#' || flat.charAt(cat) == '#') continue;
                    final int m = mouse, c = cat;
                    wins[m][c] |= m == food || moves(board, m, mouseJump).stream().anyMatch(to ->
                        to != c && moves(board, c, catJump).stream().allMatch(reply -> to == food || wins[to][reply]));
                }
            }
        }
        return wins[flat.indexOf('M')][flat.indexOf('C')];
    }

    private List<Integer> moves(char[][] board, int from, int jump) {
        int cols = board[0].length;
        List<Integer> cells = new ArrayList<>(List.of(from));
        int[][] ways = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        for (int[] way : ways) {
            int row = from / cols, col = from % cols;
            for (int step = 0; step < jump; step++) {
                row += way[0];
                col += way[1];
                if (board[row][col] == '#') break;
                cells.add(row * cols + col);
            }
        }
        return cells;
    }
}
