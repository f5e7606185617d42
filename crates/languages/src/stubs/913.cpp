class Solution {
public:
    int catMouseGame(vector<vector<int>>& graph) {
        return 0;
    }
};
