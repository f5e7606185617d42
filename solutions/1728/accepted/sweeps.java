// Sweeps over all positions until nothing changes, a complete program: after k rounds
// the table holds the positions, mouse to move, that it wins within 2k - 1 plies.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

public class Main {
    private static final int MAX_MOVES = 1000;

    private final int rows, cols;
    private final String board;
    private final List<List<Integer>> mouseMoves, catMoves;

    private Main(int rows, int cols, int catJump, int mouseJump, String board) {
        this.rows = rows;
        this.cols = cols;
        this.board = board;
        this.mouseMoves = moves(mouseJump);
        this.catMoves = moves(catJump);
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String[] header = in.readLine().trim().split("\\s+");
        int[] numbers = new int[4];
        for (int i = 0; i < 4; i++) numbers[i] = Integer.parseInt(header[i]);
        String board = in.lines().limit(numbers[0]).map(String::trim).collect(Collectors.joining());
        System.out.println(new Main(numbers[0], numbers[1], numbers[2], numbers[3], board).mouseWins());
    }

    private boolean open(int row, int col) {
        return row >= 0 && row < rows && col >= 0 && col < cols && board.charAt(row * cols + col) != '#';
    }

    private List<List<Integer>> moves(int jump) {
        List<List<Integer>> moves = new ArrayList<>();
        for (int from = 0; from < rows * cols; from++) {
            List<Integer> list = new ArrayList<>();
            moves.add(list);
            int row = from / cols, col = from % cols;
            if (!open(row, col)) continue;
            list.add(from);
            for (int step = 1; step <= jump && open(row - step, col); step++) list.add(from - step * cols);
            for (int step = 1; step <= jump && open(row + step, col); step++) list.add(from + step * cols);
            for (int step = 1; step <= jump && open(row, col - step); step++) list.add(from - step);
            for (int step = 1; step <= jump && open(row, col + step); step++) list.add(from + step);
        }
        return moves;
    }

    private boolean mouseWins() {
        int cells = rows * cols, food = board.indexOf('F');
        int mouseStart = board.indexOf('M'), catStart = board.indexOf('C');
        boolean[][] wins = new boolean[cells][cells];
        for (int plies = 1; plies <= MAX_MOVES; plies += 2) {
            List<int[]> fresh = new ArrayList<>();
            for (int cat = 0; cat < cells; cat++) {
                if (cat == food || catMoves.get(cat).isEmpty()) continue;
                boolean[] safe = new boolean[cells];
                for (int mouse = 0; mouse < cells; mouse++) {
                    final int at = mouse;
                    safe[mouse] = mouse != cat
                        && (mouse == food || catMoves.get(cat).stream().allMatch(to -> wins[at][to]));
                }
                for (int mouse = 0; mouse < cells; mouse++) {
                    if (mouse == cat || mouse == food || wins[mouse][cat]) continue;
                    if (mouseMoves.get(mouse).stream().anyMatch(to -> safe[to])) fresh.add(new int[] {mouse, cat});
                }
            }
            for (int[] position : fresh) wins[position[0]][position[1]] = true;
            if (fresh.isEmpty() || wins[mouseStart][catStart]) break;
        }
        return wins[mouseStart][catStart];
    }
}
