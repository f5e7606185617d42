// Sweeps over all positions until nothing changes. wins[cat][mouse] says that
// the mouse, to move, wins within 2 * rounds - 1 plies; round after round finds
// the positions where some mouse move leaves the cat no reply outside the wins.
#define MAX_MOVES 1000
#define MAX_CELLS 64

typedef struct {
    int count;
    int to[MAX_CELLS];
} Moves;

static void findMoves(char** grid, int rows, int cols, int jump, Moves* moves) {
    static const int ways[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (int from = 0; from < rows * cols; from++) {
        Moves* list = &moves[from];
        list->count = 0;
        if (grid[from / cols][from % cols] == '#') continue;
        list->to[list->count++] = from;
        for (int way = 0; way < 4; way++) {
            int r = from / cols, c = from % cols;
            for (int step = 0; step < jump; step++) {
                r += ways[way][0];
                c += ways[way][1];
                if (r < 0 || c < 0 || r >= rows || c >= cols || grid[r][c] == '#') break;
                list->to[list->count++] = r * cols + c;
            }
        }
    }
}

bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) {
    const int rows = gridSize, cols = strlen(grid[0]), cells = rows * cols;
    Moves mouseMoves[MAX_CELLS], catMoves[MAX_CELLS];
    findMoves(grid, rows, cols, mouseJump, mouseMoves);
    findMoves(grid, rows, cols, catJump, catMoves);
    int mouseStart = 0, catStart = 0, food = 0;
    for (int cell = 0; cell < cells; cell++) {
        switch (grid[cell / cols][cell % cols]) {
            case 'M': mouseStart = cell; break;
            case 'C': catStart = cell; break;
            case 'F': food = cell; break;
        }
    }

    bool wins[MAX_CELLS][MAX_CELLS] = {{false}};
    bool changed = true;
    for (int plies = 1; plies <= MAX_MOVES && changed; plies += 2) {
        // safe[cat][mouse]: the mouse has moved here and no reply of the cat helps
        bool safe[MAX_CELLS][MAX_CELLS] = {{false}};
        for (int cat = 0; cat < cells; cat++) {
            if (catMoves[cat].count == 0 || cat == food) continue;
            for (int mouse = 0; mouse < cells; mouse++) {
                if (mouseMoves[mouse].count == 0 || mouse == cat) continue;
                bool all = true;
                for (int i = 0; i < catMoves[cat].count && all; i++) {
                    all = wins[catMoves[cat].to[i]][mouse];
                }
                safe[cat][mouse] = mouse == food || all;
            }
        }
        changed = false;
        for (int cat = 0; cat < cells; cat++) {
            for (int mouse = 0; mouse < cells; mouse++) {
                if (wins[cat][mouse] || mouse == cat || mouse == food) continue;
                for (int i = 0; i < mouseMoves[mouse].count; i++) {
                    if (safe[cat][mouseMoves[mouse].to[i]]) {
                        wins[cat][mouse] = changed = true;
                        break;
                    }
                }
            }
        }
        if (wins[catStart][mouseStart]) return true;
    }
    return false;
}
