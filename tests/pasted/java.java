class Solution {
    private static final int[][] DIRS = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

    public boolean canMouseWin(String[] grid, int catJump, int mouseJump) {
        int rows = grid.length, cols = grid[0].length(), size = rows * cols;
        int cat = 0, mouse = 0, food = 0;
        for (int i = 0; i < size; i++) {
            char ch = grid[i / cols].charAt(i % cols);
            if (ch == 'C') cat = i;
            else if (ch == 'M') mouse = i;
            else if (ch == 'F') food = i;
        }
        List<List<Integer>>[] step = new List[]{moves(grid, mouseJump), moves(grid, catJump)};
        int[][][] winner = new int[2][size][size], left = new int[2][size][size];
        Deque<int[]> queue = new ArrayDeque<>();
        for (int t = 0; t < 2; t++)
            for (int m = 0; m < size; m++)
                for (int c = 0; c < size; c++) {
                    left[t][m][c] = step[t].get(t == 0 ? m : c).size();
                    if (m == c || c == food) winner[t][m][c] = 2;
                    else if (m == food) winner[t][m][c] = 1;
                    if (winner[t][m][c] != 0) queue.offer(new int[]{t, m, c, 0});
                }
        while (!queue.isEmpty()) {
            int[] s = queue.poll();
            if (s[3] == 1000) break;
            int t = 1 - s[0], won = winner[s[0]][s[1]][s[2]];
            for (int p : step[t].get(t == 0 ? s[1] : s[2])) {
                int m = t == 0 ? p : s[1], c = t == 0 ? s[2] : p;
                if (winner[t][m][c] != 0) continue;
                if (won == t + 1 || --left[t][m][c] == 0) {
                    winner[t][m][c] = won;
                    queue.offer(new int[]{t, m, c, s[3] + 1});
                }
            }
        }
        return winner[0][mouse][cat] == 1;
    }

    private List<List<Integer>> moves(String[] grid, int jump) {
        List<List<Integer>> all = new ArrayList<>();
        int rows = grid.length, cols = grid[0].length();
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++) {
                List<Integer> to = new ArrayList<>();
                all.add(to);
                if (grid[i].charAt(j) == '#') continue;
                to.add(i * cols + j);
                for (int[] d : DIRS)
                    for (int k = 1; k <= jump; k++) {
                        int x = i + d[0] * k, y = j + d[1] * k;
                        if (x < 0 || y < 0 || x >= rows || y >= cols || grid[x].charAt(y) == '#') break;
                        to.add(x * cols + y);
                    }
            }
        return all;
    }
}
