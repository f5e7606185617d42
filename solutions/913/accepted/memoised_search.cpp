// Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
// are 2n(n-1) positions that are not over: a game that is still on after as many plies
// has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones.
class Solution {
    enum { kUnknown = -1, kDraw, kMouse, kCat };

    int n, horizon;
    vector<vector<int>> graph;
    vector<vector<vector<int>>> memo;

    int play(int ply, int mouse, int cat) {
        if (mouse == 0) return kMouse;
        if (mouse == cat) return kCat;
        if (ply == horizon) return kDraw;
        int& known = memo[ply][mouse][cat];
        if (known == kUnknown) known = ply % 2 == 0 ? mouseMoves(ply, mouse, cat) : catMoves(ply, mouse, cat);
        return known;
    }

    int mouseMoves(int ply, int mouse, int cat) {
        int best = kCat;
        for (int to : graph[mouse]) {
            const int result = play(ply + 1, to, cat);
            if (result == kMouse) return kMouse;
            if (result == kDraw) best = kDraw;
        }
        return best;
    }

    int catMoves(int ply, int mouse, int cat) {
        int best = kMouse;
        for (int to : graph[cat]) {
            if (to == 0) continue;
            const int result = play(ply + 1, mouse, to);
            if (result == kCat) return kCat;
            if (result == kDraw) best = kDraw;
        }
        return best;
    }

public:
    int catMouseGame(vector<vector<int>>& g) {
        graph = g;
        n = graph.size();
        horizon = 2 * n * (n - 1);
        memo.assign(horizon, vector(n, vector(n, int(kUnknown))));
        return play(0, 1, 2);
    }
};
