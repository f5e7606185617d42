// Depth-first search straight from the rules, without a memo: a game that is still on
// after 2n(n-1) plies has repeated a position, and is a draw. Right, but the same
// positions come up again and again, and there are far more games than positions.
enum { DRAW, MOUSE, CAT };

static int play(int **graph, int *degree, int left, int mouse, int cat) {
    if (mouse == 0) return MOUSE;
    if (mouse == cat) return CAT;
    if (left == 0) return DRAW;
    const int mover = left % 2 == 0 ? MOUSE : CAT, other = MOUSE + CAT - mover;
    const int from = mover == MOUSE ? mouse : cat;
    int best = other;
    for (int i = 0; i < degree[from] && best != mover; i++) {
        const int to = graph[from][i];
        if (mover == CAT && to == 0) continue;
        const int result = mover == MOUSE ? play(graph, degree, left - 1, to, cat) : play(graph, degree, left - 1, mouse, to);
        if (result != other) best = result;
    }
    return best;
}

int catMouseGame(int **graph, int n, int *degree) {
    return play(graph, degree, 2 * n * (n - 1), 1, 2);
}
