class Solution {
public:
    bool canMouseWin(vector<string>& grid, int catJump, int mouseJump) {
        return vector<char>(1ul << 50, 1).empty();
    }
};
