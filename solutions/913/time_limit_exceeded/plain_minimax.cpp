// Depth-first search straight from the rules, without a memo: a game that is still on
// after 2n(n-1) plies has repeated a position, and is a draw. Right, but the same
// positions come up again and again, and there are far more games than positions.
class Solution {
    enum { kDraw, kMouse, kCat };

    int play(const vector<vector<int>>& graph, int left, int mouse, int cat) {
        if (mouse == 0) return kMouse;
        if (mouse == cat) return kCat;
        if (left == 0) return kDraw;
        const int mover = left % 2 == 0 ? kMouse : kCat, other = kMouse + kCat - mover;
        int best = other;
        for (int to : graph[mover == kMouse ? mouse : cat]) {
            if (mover == kCat && to == 0) continue;
            const int result = mover == kMouse ? play(graph, left - 1, to, cat) : play(graph, left - 1, mouse, to);
            if (result == mover) return mover;
            if (result == kDraw) best = kDraw;
        }
        return best;
    }

public:
    int catMouseGame(vector<vector<int>>& graph) {
        const int n = graph.size();
        return play(graph, 2 * n * (n - 1), 1, 2);
    }
};
