// Topological sort of the position graph: from the ends of the game backwards,
// counting for each position the moves not yet refuted. What is never decided
// is a draw.
class Solution {
    enum Turn { MOUSE, CAT }

    private static final int DRAW = 0, MOUSE_WINS = 1, CAT_WINS = 2, HOLE = 0;

    private static final class Position {
        final int mouse, cat;
        final Turn turn;
        int unrefuted;
        int result = DRAW;

        Position(int mouse, int cat, Turn turn) {
            this.mouse = mouse;
            this.cat = cat;
            this.turn = turn;
        }
    }

    public int catMouseGame(int[][] graph) {
        int n = graph.length;
        Position[][][] all = new Position[n][n][2];
        Queue<Position> queue = new ArrayDeque<>();
        for (int mouse = 0; mouse < n; mouse++) {
            for (int cat = 1; cat < n; cat++) {
                for (Turn turn : Turn.values()) {
                    Position position = new Position(mouse, cat, turn);
                    all[mouse][cat][turn.ordinal()] = position;
                    for (int to : graph[turn == Turn.MOUSE ? mouse : cat]) {
                        if (turn == Turn.MOUSE || to != HOLE) position.unrefuted++;
                    }
                    if (mouse == HOLE) position.result = MOUSE_WINS;
                    else if (mouse == cat) position.result = CAT_WINS;
                    if (position.result != DRAW) queue.add(position);
                }
            }
        }
        while (!queue.isEmpty()) {
            Position after = queue.remove();
            boolean mouseMoved = after.turn == Turn.CAT;
            for (int origin : graph[mouseMoved ? after.mouse : after.cat]) {
                if (!mouseMoved && origin == HOLE) continue;
                Position before = mouseMoved ? all[origin][after.cat][0] : all[after.mouse][origin][1];
                if (before.result != DRAW) continue;
                before.unrefuted--;
                boolean ownWin = after.result == (mouseMoved ? MOUSE_WINS : CAT_WINS);
                if (ownWin || before.unrefuted == 0) {
                    before.result = after.result;
                    queue.add(before);
                }
            }
        }
        return all[1][2][0].result;
    }
}
