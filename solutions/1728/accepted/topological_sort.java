// Topological sort of the position graph, from the ends of the game backwards,
// with a degree (moves not yet refuted) and a count of plies per position.
// Positions that are never decided belong to the cat, on time.
class Solution {
    private static final int MAX_MOVES = 1000;
    private static final int MOUSE = 0, CAT = 1, NOBODY = 2;

    private int cells;

    public boolean canMouseWin(String[] grid, int catJump, int mouseJump) {
        int cols = grid[0].length();
        cells = grid.length * cols;
        // moves[side][cell]: where that animal may land; null on a wall
        int[][][] moves = {movesFrom(grid, mouseJump), movesFrom(grid, catJump)};
        String board = String.join("", grid);
        int food = board.indexOf('F');

        int[] winner = new int[2 * cells * cells];
        int[] plies = new int[2 * cells * cells];
        int[] degree = new int[2 * cells * cells];
        Arrays.fill(winner, NOBODY);
        Deque<int[]> queue = new ArrayDeque<>();
        for (int mouse = 0; mouse < cells; mouse++) {
            for (int cat = 0; cat < cells; cat++) {
                if (moves[MOUSE][mouse] == null || moves[CAT][cat] == null) continue;
                degree[at(mouse, cat, MOUSE)] = moves[MOUSE][mouse].length;
                degree[at(mouse, cat, CAT)] = moves[CAT][cat].length;
                int end = cat == mouse || cat == food ? CAT : mouse == food ? MOUSE : NOBODY;
                if (end == NOBODY) continue;
                for (int turn = MOUSE; turn <= CAT; turn++) {
                    winner[at(mouse, cat, turn)] = end;
                    queue.add(new int[] {mouse, cat, turn});
                }
            }
        }
        while (!queue.isEmpty()) {
            int[] position = queue.remove();
            int here = at(position[0], position[1], position[2]);
            int mover = 1 - position[2];
            // Every move can be taken back, so the origins are the moves themselves.
            for (int origin : moves[mover][position[mover]]) {
                int[] before = {position[0], position[1], mover};
                before[mover] = origin;
                int there = at(before[0], before[1], mover);
                if (winner[there] != NOBODY) continue;
                degree[there]--;
                if (winner[here] == mover || degree[there] == 0) {
                    winner[there] = winner[here];
                    plies[there] = plies[here] + 1;
                    queue.add(before);
                }
            }
        }
        int start = at(board.indexOf('M'), board.indexOf('C'), MOUSE);
        return winner[start] == MOUSE && plies[start] <= MAX_MOVES;
    }

    private int at(int mouse, int cat, int turn) {
        return (mouse * cells + cat) * 2 + turn;
    }

    private static int[][] movesFrom(String[] grid, int jump) {
        int rows = grid.length, cols = grid[0].length();
        int[][] moves = new int[rows * cols][];
        int[][] ways = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        for (int from = 0; from < moves.length; from++) {
            if (grid[from / cols].charAt(from % cols) == '#') continue;
            List<Integer> list = new ArrayList<>();
            list.add(from);
            for (int[] way : ways) {
                for (int step = 1; step <= jump; step++) {
                    int r = from / cols + way[0] * step, c = from % cols + way[1] * step;
                    if (r < 0 || c < 0 || r >= rows || c >= cols || grid[r].charAt(c) == '#') break;
                    list.add(r * cols + c);
                }
            }
            moves[from] = list.stream().mapToInt(Integer::intValue).toArray();
        }
        return moves;
    }
}
