// Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
// are 2n(n-1) positions that are not over: a game that is still on after as many plies
// has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones.
#include <stdlib.h>

enum { DRAW, MOUSE, CAT };

static int n, horizon;
static int **graph, *degree;
static char *memo; // a result plus 1, or 0 where it is not known

static int play(int ply, int mouse, int cat) {
    if (mouse == 0) return MOUSE;
    if (mouse == cat) return CAT;
    if (ply == horizon) return DRAW;
    char *known = &memo[(ply * n + mouse) * n + cat];
    if (*known) return *known - 1;
    const int mover = ply % 2 == 0 ? MOUSE : CAT, other = MOUSE + CAT - mover;
    const int from = mover == MOUSE ? mouse : cat;
    int best = other;
    for (int i = 0; i < degree[from] && best != mover; i++) {
        const int to = graph[from][i];
        if (mover == CAT && to == 0) continue;
        const int result = mover == MOUSE ? play(ply + 1, to, cat) : play(ply + 1, mouse, to);
        if (result != other) best = result;
    }
    *known = best + 1;
    return best;
}

int catMouseGame(int **lists, int size, int *sizes) {
    n = size;
    horizon = 2 * n * (n - 1);
    graph = lists;
    degree = sizes;
    memo = calloc(horizon * n * n, 1);
    const int result = play(0, 1, 2);
    free(memo);
    return result;
}
