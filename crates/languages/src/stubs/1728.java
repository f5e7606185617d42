class Solution {
    public boolean canMouseWin(String[] grid, int catJump, int mouseJump) {
        return false;
    }
}
