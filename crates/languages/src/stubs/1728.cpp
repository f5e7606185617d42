class Solution {
public:
    bool canMouseWin(vector<string>& grid, int catJump, int mouseJump) {
        return false;
    }
};
