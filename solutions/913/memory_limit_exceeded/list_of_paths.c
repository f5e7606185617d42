// Keeps every path of the game in memory, a complete program, and lengthens all of them
// ply by ply. Their number grows exponentially.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NODES 50
#define MAX_PLIES (2 * MAX_NODES * MAX_NODES)

typedef struct {
    int length;
    long node[];  // mouse, cat, mouse, …
} Path;

static int n, degree[MAX_NODES], next[MAX_NODES][MAX_NODES];

static Path* lengthened(const Path* path, int to) {
    Path* longer = malloc(sizeof *longer + (path->length + 1) * sizeof *longer->node);
    if (longer == NULL) abort();
    memcpy(longer->node, path->node, path->length * sizeof *path->node);
    longer->node[path->length] = to;
    longer->length = path->length + 1;
    return longer;
}

int main(void) {
    scanf("%d", &n);
    for (int node = 0; node < n; node++) {
        scanf("%d", &degree[node]);
        for (int i = 0; i < degree[node]; i++) scanf("%d", &next[node][i]);
    }
    Path* start = malloc(sizeof *start + 2 * sizeof *start->node);
    start->length = 2;
    start->node[0] = 1;
    start->node[1] = 2;

    size_t count = 1, room = 1;
    Path** paths = malloc(sizeof *paths);
    paths[0] = start;
    size_t escapes = 0, captures = 0;
    for (size_t head = 0; head < count; head++) {
        const Path* path = paths[head];
        const int from = path->node[path->length - 2];
        for (int i = 0; i < degree[from] && path->length < MAX_PLIES; i++) {
            const int to = next[from][i];
            const int mouse_moves = path->length % 2 == 0;
            if (to == 0 && !mouse_moves) continue;
            escapes += to == 0;
            captures += to == path->node[path->length - 1];
            if (to == 0 || to == path->node[path->length - 1]) continue;
            if (count == room) {
                room *= 2;
                paths = realloc(paths, room * sizeof *paths);
                if (paths == NULL) abort();
            }
            paths[count++] = lengthened(path, to);
        }
    }
    printf("%d\n", escapes > captures ? 1 : captures > escapes ? 2 : 0);
    return 0;
}
