// Minimax straight from the rules, 1000 plies deep and without a memo: the same
// positions are searched again and again, exponentially often in the plies.
class Solution {
    vector<string> grid;
    int catJump = 0, mouseJump = 0;

    bool mouseWins(int mouseRow, int mouseCol, int catRow, int catCol, int made) {
        if (mouseRow == catRow && mouseCol == catCol) return false;
        if (grid[catRow][catCol] == 'F') return false;
        if (grid[mouseRow][mouseCol] == 'F') return true;
        if (made == 1000) return false;
        const bool mouseMoves = made % 2 == 0;
        const int ways[5][2] = {{0, 0}, {0, 1}, {1, 0}, {0, -1}, {-1, 0}};
        for (auto [down, right] : ways) {
            int r = mouseMoves ? mouseRow : catRow, c = mouseMoves ? mouseCol : catCol;
            const int jump = down == 0 && right == 0 ? 1 : mouseMoves ? mouseJump : catJump;
            for (int step = 0; step < jump; ++step) {
                r += down, c += right;
                if (r < 0 || c < 0 || r >= int(grid.size()) || c >= int(grid[0].size()) || grid[r][c] == '#') break;
                const bool won = mouseMoves ? mouseWins(r, c, catRow, catCol, made + 1)
                                            : mouseWins(mouseRow, mouseCol, r, c, made + 1);
                if (won == mouseMoves) return won;
            }
        }
        return !mouseMoves;
    }

public:
    bool canMouseWin(vector<string>& board, int catJump, int mouseJump) {
        grid = board;
        this->catJump = catJump;
        this->mouseJump = mouseJump;
        int mouse = 0, cat = 0;
        const int cols = grid[0].size();
        for (int cell = 0; cell < int(grid.size()) * cols; ++cell) {
            if (grid[cell / cols][cell % cols] == 'M') mouse = cell;
            if (grid[cell / cols][cell % cols] == 'C') cat = cell;
        }
        return mouseWins(mouse / cols, mouse % cols, cat / cols, cat % cols, 0);
    }
};
