// Value iteration, a complete program: every position starts as a draw; sweep over
// all of them, deciding what its successors decide, until a sweep changes nothing.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define MAX_NODES 50

enum { DRAW, MOUSE, CAT };

static int n;
static int degree[MAX_NODES];
static int next[MAX_NODES][MAX_NODES];
static int result[MAX_NODES][MAX_NODES][3];

// What the side to move makes of a position, by what its moves are known to lead to.
static int judge(int mouse, int cat, int mover) {
    const int from = mover == MOUSE ? mouse : cat;
    const int other = MOUSE + CAT - mover;
    bool all_lost = true;
    for (int i = 0; i < degree[from]; i++) {
        const int to = next[from][i];
        if (mover == CAT && to == 0) continue;
        const int value = mover == MOUSE ? result[to][cat][other] : result[mouse][to][other];
        if (value == mover) return mover;
        all_lost = all_lost && value == other;
    }
    return all_lost ? other : DRAW;
}

int main(void) {
    if (scanf("%d", &n) != 1) return 1;
    for (int node = 0; node < n; node++) {
        if (scanf("%d", &degree[node]) != 1) return 1;
        for (int i = 0; i < degree[node]; i++) {
            if (scanf("%d", &next[node][i]) != 1) return 1;
        }
    }
    for (int node = 1; node < n; node++) {
        for (int turn = MOUSE; turn <= CAT; turn++) {
            result[0][node][turn] = MOUSE;
            result[node][node][turn] = CAT;
        }
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (int mouse = 1; mouse < n; mouse++) {
            for (int cat = 1; cat < n; cat++) {
                for (int turn = MOUSE; turn <= CAT; turn++) {
                    if (result[mouse][cat][turn] != DRAW) continue;
                    result[mouse][cat][turn] = judge(mouse, cat, turn);
                    changed = changed || result[mouse][cat][turn] != DRAW;
                }
            }
        }
    }
    printf("%d\n", result[1][2][MOUSE]);
    return 0;
}
