// Topological sort of the position graph, from the ends of the game backwards.
//
// A position is (mouse, cat, who moves). Ended positions go into a queue; each
// decided position tells its predecessors. A mover with a move into his own win
// has won; a mover has lost once his last move is refuted, which a count of
// moves not yet refuted (the degree) shows. The queue is in order of plies, so
// the number of moves is exact. What stays undecided, the cat wins on time.
class Solution {
    static constexpr int kMaxMoves = 1000;
    enum Winner : char { kNobody, kMouse, kCat };

    static vector<vector<int>> movesOn(const vector<string>& grid, int jump) {
        const int rows = grid.size(), cols = grid[0].size();
        const int dr[] = {-1, 0, 1, 0}, dc[] = {0, 1, 0, -1};
        vector<vector<int>> moves(rows * cols);
        for (int from = 0; from < rows * cols; ++from) {
            if (grid[from / cols][from % cols] == '#') continue;
            moves[from].push_back(from);
            for (int way = 0; way < 4; ++way) {
                int r = from / cols, c = from % cols;
                for (int step = 0; step < jump; ++step) {
                    r += dr[way], c += dc[way];
                    if (r < 0 || c < 0 || r == rows || c == cols || grid[r][c] == '#') break;
                    moves[from].push_back(r * cols + c);
                }
            }
        }
        return moves;
    }

public:
    bool canMouseWin(vector<string>& grid, int catJump, int mouseJump) {
        const int rows = grid.size(), cols = grid[0].size(), cells = rows * cols;
        const auto mouseMoves = movesOn(grid, mouseJump), catMoves = movesOn(grid, catJump);
        int mouseStart = 0, catStart = 0, food = 0;
        for (int cell = 0; cell < cells; ++cell) {
            const char what = grid[cell / cols][cell % cols];
            if (what == 'M') mouseStart = cell;
            if (what == 'C') catStart = cell;
            if (what == 'F') food = cell;
        }

        // turn 0: the mouse moves, turn 1: the cat moves
        auto at = [cells](int mouse, int cat, int turn) { return (mouse * cells + cat) * 2 + turn; };
        vector<Winner> winner(cells * cells * 2, kNobody);
        vector<int> plies(cells * cells * 2, 0), degree(cells * cells * 2, 0);
        queue<array<int, 3>> decided;
        for (int mouse = 0; mouse < cells; ++mouse) {
            for (int cat = 0; cat < cells; ++cat) {
                if (mouseMoves[mouse].empty() || catMoves[cat].empty()) continue;
                degree[at(mouse, cat, 0)] = mouseMoves[mouse].size();
                degree[at(mouse, cat, 1)] = catMoves[cat].size();
                const Winner end = cat == mouse || cat == food ? kCat : mouse == food ? kMouse : kNobody;
                if (end == kNobody) continue;
                for (int turn = 0; turn < 2; ++turn) {
                    winner[at(mouse, cat, turn)] = end;
                    decided.push({mouse, cat, turn});
                }
            }
        }
        while (!decided.empty()) {
            const auto [mouse, cat, turn] = decided.front();
            decided.pop();
            const int here = at(mouse, cat, turn), before = 1 - turn;
            const Winner mover = before == 0 ? kMouse : kCat;
            // A move can be taken back the way it came, so moves are their own inverse.
            for (int from : before == 0 ? mouseMoves[mouse] : catMoves[cat]) {
                const int m = before == 0 ? from : mouse, c = before == 0 ? cat : from;
                const int there = at(m, c, before);
                if (winner[there] != kNobody) continue;
                if (winner[here] != mover && --degree[there] > 0) continue;
                winner[there] = winner[here];
                plies[there] = plies[here] + 1;
                decided.push({m, c, before});
            }
        }
        const int start = at(mouseStart, catStart, 0);
        return winner[start] == kMouse && plies[start] <= kMaxMoves;
    }
};
