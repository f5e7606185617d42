// Depth-first search over (mouse, cat, plies made) with a memo, straight from
// the rules: 1000 plies without an end and the cat has won. Whose turn it is
// follows from the parity of the plies, so a memo entry is one byte and all
// 64 * 64 * 1000 of them take 4 MB. The search is up to 1000 calls deep.
class Solution {
    static constexpr int kMaxMoves = 1000;

    vector<vector<int>> mouseMoves, catMoves;
    int cells = 0, food = 0;
    vector<char> memo;  // 0 unknown, 1 the mouse wins, 2 the cat wins

    static vector<vector<int>> reach(const vector<string>& grid, int jump) {
        const int rows = grid.size(), cols = grid[0].size();
        vector<vector<int>> moves(rows * cols);
        for (int row = 0; row < rows; ++row) {
            for (int col = 0; col < cols; ++col) {
                if (grid[row][col] == '#') continue;
                auto& list = moves[row * cols + col];
                for (auto [down, right] : {pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
                    for (int step = 1; step <= jump; ++step) {
                        const int r = row + down * step, c = col + right * step;
                        if (r < 0 || r >= rows || c < 0 || c >= cols || grid[r][c] == '#') break;
                        list.push_back(r * cols + c);
                    }
                }
                list.push_back(row * cols + col);
            }
        }
        return moves;
    }

    bool mouseWins(int mouse, int cat, int made) {
        if (mouse == cat || cat == food) return false;
        if (mouse == food) return true;
        if (made == kMaxMoves) return false;
        char& known = memo[(made * cells + mouse) * cells + cat];
        if (known == 0) known = tryMoves(mouse, cat, made) ? 1 : 2;
        return known == 1;
    }

    bool tryMoves(int mouse, int cat, int made) {
        if (made % 2 == 0) {
            for (int next : mouseMoves[mouse]) {
                if (mouseWins(next, cat, made + 1)) return true;
            }
            return false;
        }
        for (int next : catMoves[cat]) {
            if (!mouseWins(mouse, next, made + 1)) return false;
        }
        return true;
    }

public:
    bool canMouseWin(vector<string> grid, int catJump, int mouseJump) {
        mouseMoves = reach(grid, mouseJump);
        catMoves = reach(grid, catJump);
        string board;
        for (const auto& row : grid) board += row;
        cells = board.size();
        food = board.find('F');
        memo.assign(size_t(cells) * cells * kMaxMoves, 0);
        return mouseWins(board.find('M'), board.find('C'), 0);
    }
};
