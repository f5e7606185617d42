// The arguments of canMouseWin and its call.

import java.io.IOException;
import java.lang.Object;
import java.lang.String;

final class MousetrapCase {
    private String[] grid;
    private int catJump;
    private int mouseJump;

    static MousetrapCase read(MousetrapInput input) throws IOException {
        String first = input.line();
        if (first == null) {
            return null;
        }
        int[] sizes = MousetrapInput.numbers(first);
        MousetrapCase next = new MousetrapCase();
        next.grid = new String[sizes[0]];
        for (int row = 0; row < sizes[0]; row++) {
            next.grid[row] = input.line();
        }
        next.catJump = sizes[2];
        next.mouseJump = sizes[3];
        return next;
    }

    Object answer() {
        boolean value = new Solution().canMouseWin(grid, catJump, mouseJump);
        return value;
    }
}
