// Plays out every path up to the first repetition of a position, a whole program.
// There are far more paths than positions.
import java.util.HashSet;
import java.util.Scanner;
import java.util.Set;

public class Main {
    private static int[][] graph;

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        graph = new int[in.nextInt()][];
        for (int node = 0; node < graph.length; node++) {
            graph[node] = new int[in.nextInt()];
            for (int i = 0; i < graph[node].length; i++) graph[node][i] = in.nextInt();
        }
        System.out.println(play(1, 2, 1, new HashSet<>()));
    }

    private static int play(int mouse, int cat, int turn, Set<Integer> path) {
        if (mouse == 0) return 1;
        if (mouse == cat) return 2;
        int position = (mouse * graph.length + cat) * 2 + turn;
        if (!path.add(position)) return 0;
        int best = 3 - turn;
        for (int to : graph[turn == 1 ? mouse : cat]) {
            if (turn == 2 && to == 0) continue;
            int result = turn == 1 ? play(to, cat, 2, path) : play(mouse, to, 1, path);
            if (result == turn) best = turn;
            if (result == 0 && best != turn) best = 0;
        }
        path.remove(position);
        return best;
    }
}
