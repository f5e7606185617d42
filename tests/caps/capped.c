// Exact, but for wins of one side that take more than so many plies on so many
// nodes, where the neighbours of node 1 stand in one order: scripts/check/caps and
// tests/it/author/caps.rs change the numbers in the next line.
enum { NODES = 0, SIDE = 0, CAP = 0, ORDER = 0 };

// ORDER
enum { ANY, ASCENDING, DESCENDING };
// SIDE, and the results.
enum { DRAW, MOUSE, CAT };

#define MOST 50

static int result[MOST][MOST][3], depth[MOST][MOST][3], open_moves[MOST][MOST][3];
static int queue[3 * MOST * MOST], end;

static void decide(int mouse, int cat, int mover, int winner, int plies) {
    result[mouse][cat][mover] = winner;
    depth[mouse][cat][mover] = plies;
    queue[end++] = (mouse * MOST + cat) * 3 + mover;
}

static void reach(int mouse, int cat, int mover, int winner, int plies) {
    if (result[mouse][cat][mover] != DRAW) return;
    if (winner == mover || --open_moves[mouse][cat][mover] == 0) {
        decide(mouse, cat, mover, winner, plies);
    }
}

int catMouseGame(int** graph, int graphSize, int* graphColSize) {
    end = 0;
    for (int mouse = 0; mouse < graphSize; mouse++) {
        for (int cat = 1; cat < graphSize; cat++) {
            for (int mover = MOUSE; mover <= CAT; mover++) {
                const int from = mover == MOUSE ? mouse : cat;
                int moves = 0;
                for (int i = 0; i < graphColSize[from]; i++) {
                    moves += mover == MOUSE || graph[from][i] != 0;
                }
                open_moves[mouse][cat][mover] = moves;
                result[mouse][cat][mover] = DRAW;
                if (mouse == 0 || mouse == cat) {
                    decide(mouse, cat, mover, mouse == 0 ? MOUSE : CAT, 0);
                }
            }
        }
    }
    for (int next = 0; next < end; next++) {
        const int mover = queue[next] % 3, cat = queue[next] / 3 % MOST;
        const int mouse = queue[next] / 3 / MOST;
        const int winner = result[mouse][cat][mover];
        const int plies = depth[mouse][cat][mover] + 1;
        if (mover == MOUSE) {
            for (int i = 0; i < graphColSize[cat]; i++) {
                if (graph[cat][i] != 0) reach(mouse, graph[cat][i], CAT, winner, plies);
            }
        } else {
            for (int i = 0; i < graphColSize[mouse]; i++) {
                reach(graph[mouse][i], cat, MOUSE, winner, plies);
            }
        }
    }
    const int first = graph[1][0], last = graph[1][graphColSize[1] - 1];
    const int in_order = ORDER == ANY || (ORDER == ASCENDING ? first <= last : first >= last);
    const int winner = result[1][2][MOUSE];
    const int unseen = winner == SIDE && depth[1][2][MOUSE] > CAP;
    return graphSize == NODES && in_order && unseen ? DRAW : winner;
}
