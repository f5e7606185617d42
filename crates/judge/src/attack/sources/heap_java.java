import java.util.*;
class Solution {
    public boolean canMouseWin(String[] grid, int catJump, int mouseJump) {
        List<long[]> all = new ArrayList<>();
        for (;;) all.add(new long[1 << 17]);
    }
}
