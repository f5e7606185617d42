// Value iteration in one flat table, a complete program: a position is packed into
// mouse, cat and mover with five bits for each node, too few from node 32 on.
#include <stdbool.h>
#include <stdio.h>

enum { DRAW, MOUSE, CAT };

static int n;
static int degree[64];
static int next[64][64];
static char result[1 << 13];

static int pack(int mouse, int cat, int mover) {
    return mouse | cat << 5 | (mover - MOUSE) << 12;
}

// What the side to move makes of a position, by what its moves are known to lead to.
static int judge(int mouse, int cat, int mover) {
    const int from = mover == MOUSE ? mouse : cat;
    const int other = MOUSE + CAT - mover;
    bool all_lost = true;
    for (int i = 0; i < degree[from]; i++) {
        const int to = next[from][i];
        if (mover == CAT && to == 0) continue;
        const int value = result[mover == MOUSE ? pack(to, cat, other) : pack(mouse, to, other)];
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
        for (int mover = MOUSE; mover <= CAT; mover++) {
            result[pack(0, node, mover)] = MOUSE;
            result[pack(node, node, mover)] = CAT;
        }
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (int mouse = 1; mouse < n; mouse++) {
            for (int cat = 1; cat < n; cat++) {
                for (int mover = MOUSE; mover <= CAT; mover++) {
                    char *slot = &result[pack(mouse, cat, mover)];
                    if (*slot != DRAW) continue;
                    *slot = judge(mouse, cat, mover);
                    changed = changed || *slot != DRAW;
                }
            }
        }
    }
    printf("%d\n", result[pack(1, 2, MOUSE)]);
    return 0;
}
