public class Solution {
    public bool CanMouseWin(string[] grid, int catJump, int mouseJump) {
        return false;
    }
}
