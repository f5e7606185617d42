// Plays out every path up to the first repetition of a position. There are far more
// paths than positions.
class Solution {
    bool on_path[50][50][3] = {};

    int play(const vector<vector<int>>& graph, int mouse, int cat, int turn) {
        if (mouse == 0) return 1;
        if (mouse == cat) return 2;
        if (on_path[mouse][cat][turn]) return 0;
        on_path[mouse][cat][turn] = true;
        int best = 3 - turn;
        for (int to : graph[turn == 1 ? mouse : cat]) {
            if (turn == 2 && to == 0) continue;
            const int result = turn == 1 ? play(graph, to, cat, 2) : play(graph, mouse, to, 1);
            if (result == turn) best = turn;
            else if (result == 0 && best != turn) best = 0;
        }
        on_path[mouse][cat][turn] = false;
        return best;
    }

public:
    int catMouseGame(vector<vector<int>>& graph) { return play(graph, 1, 2, 1); }
};
