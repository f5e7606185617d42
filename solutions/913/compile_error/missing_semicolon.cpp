// A semicolon is missing.
class Solution {
public:
    int catMouseGame(vector<vector<int>>& graph) {
        for (int node : graph[1]) {
            if (node == 0) return 1
        }
        return 0;
    }
};
