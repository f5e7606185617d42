class Solution {
public:
    bool canMouseWin(vector<string>& grid, int catJump, int mouseJump) {
        int m = grid.size(), n = grid[0].size(), N = m * n;
        int cat, mouse, food;
        for (int i = 0; i < m; ++i)
            for (int j = 0; j < n; ++j) {
                if (grid[i][j] == 'C') cat = i * n + j;
                if (grid[i][j] == 'M') mouse = i * n + j;
                if (grid[i][j] == 'F') food = i * n + j;
            }
        auto moves = [&](int jump) {
            vector<vector<int>> res(N);
            for (int p = 0; p < N; ++p) {
                int x = p / n, y = p % n;
                if (grid[x][y] == '#') continue;
                res[p].push_back(p);
                static const int d[] = {0, 1, 0, -1, 0};
                for (int k = 0; k < 4; ++k)
                    for (int s = 1; s <= jump; ++s) {
                        int a = x + d[k] * s, b = y + d[k + 1] * s;
                        if (a < 0 || b < 0 || a >= m || b >= n || grid[a][b] == '#') break;
                        res[p].push_back(a * n + b);
                    }
            }
            return res;
        };
        auto step = array{moves(mouseJump), moves(catJump)};
        // state[turn][mouse][cat]: 0 unknown, 1 mouse wins, 2 cat wins
        vector state(2, vector(N, vector<int>(N)));
        vector left(2, vector(N, vector<int>(N)));
        queue<tuple<int, int, int>> q;
        for (int t = 0; t < 2; ++t)
            for (int i = 0; i < N; ++i)
                for (int j = 0; j < N; ++j) {
                    left[t][i][j] = step[t][t == 0 ? i : j].size();
                    if (i == j || j == food) state[t][i][j] = 2;
                    else if (i == food) state[t][i][j] = 1;
                    if (state[t][i][j]) q.emplace(t, i, j);
                }
        int level = 0;
        while (!q.empty() && level++ < 1000) {
            for (int rest = q.size(); rest; --rest) {
                auto [t, i, j] = q.front();
                q.pop();
                int who = 1 - t, won = state[t][i][j];
                for (int p : step[who][who == 0 ? i : j]) {
                    int a = who == 0 ? p : i, b = who == 0 ? j : p;
                    int& s = state[who][a][b];
                    if (s) continue;
                    if (won == who + 1) s = won;
                    else if (--left[who][a][b] == 0) s = won;
                    if (s) q.emplace(who, a, b);
                }
            }
        }
        return state[0][mouse][cat] == 1;
    }
};
