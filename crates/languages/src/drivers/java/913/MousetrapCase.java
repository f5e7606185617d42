// The argument of catMouseGame and its call.

import java.io.IOException;
import java.lang.Integer;
import java.lang.Object;
import java.lang.String;
import java.util.Arrays;

final class MousetrapCase {
    private int[][] graph;

    static MousetrapCase read(MousetrapInput input) throws IOException {
        String first = input.line();
        if (first == null) {
            return null;
        }
        MousetrapCase next = new MousetrapCase();
        next.graph = new int[Integer.parseInt(first.trim())][];
        for (int node = 0; node < next.graph.length; node++) {
            int[] row = MousetrapInput.numbers(input.line());
            next.graph[node] = Arrays.copyOfRange(row, 1, row.length);
        }
        return next;
    }

    Object answer() {
        int value = new Solution().catMouseGame(graph);
        return value;
    }
}
