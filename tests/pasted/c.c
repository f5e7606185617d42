#define AT(t, m, c) (((t) * graphSize + (m)) * graphSize + (c))

int catMouseGame(int** graph, int graphSize, int* graphColSize) {
    int total = 2 * graphSize * graphSize;
    char* won = calloc(total, 1);
    int* left = malloc(total * sizeof(int));
    int* queue = malloc(total * sizeof(int));
    int head = 0, tail = 0;
    for (int m = 0; m < graphSize; m++)
        for (int c = 0; c < graphSize; c++) {
            left[AT(0, m, c)] = graphColSize[m];
            left[AT(1, m, c)] = graphColSize[c];
            for (int k = 0; k < graphColSize[c]; k++)
                if (graph[c][k] == 0) left[AT(1, m, c)]--;
        }
    for (int c = 1; c < graphSize; c++)
        for (int t = 0; t < 2; t++) {
            won[AT(t, 0, c)] = 1;
            queue[tail++] = AT(t, 0, c);
            won[AT(t, c, c)] = 2;
            queue[tail++] = AT(t, c, c);
        }
    while (head < tail) {
        int s = queue[head++];
        int c = s % graphSize, m = s / graphSize % graphSize, t = s / graphSize / graphSize;
        int mover = 1 - t, from = mover == 0 ? m : c;
        for (int k = 0; k < graphColSize[from]; k++) {
            int p = graph[from][k];
            if (mover == 1 && p == 0) continue;
            int prev = mover == 0 ? AT(0, p, c) : AT(1, m, p);
            if (won[prev]) continue;
            if (won[s] == mover + 1 || --left[prev] == 0) {
                won[prev] = won[s];
                queue[tail++] = prev;
            }
        }
    }
    int answer = won[AT(0, 1, 2)];
    free(won);
    free(left);
    free(queue);
    return answer;
}
