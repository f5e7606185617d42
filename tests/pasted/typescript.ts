function catMouseGame(graph: number[][]): number {
    const n: number = graph.length;
    const enum Turn { Mouse, Cat }
    type State = [mouse: number, cat: number, turn: Turn];

    const color: number[][][] = Array.from({ length: n }, () => Array.from({ length: n }, () => [0, 0]));
    const degree: number[][][] = graph.map(mouse => graph.map(cat => [mouse.length, cat.filter(v => v !== 0).length]));
    const queue: State[] = [];
    for (let i = 1; i < n; i++)
        for (const turn of [Turn.Mouse, Turn.Cat]) {
            color[0][i][turn] = 1;
            color[i][i][turn] = 2;
            queue.push([0, i, turn], [i, i, turn]);
        }

    const parents = ([m, c, turn]: State): State[] =>
        turn === Turn.Cat
            ? graph[m].map((p): State => [p, c, Turn.Mouse])
            : graph[c].filter(p => p !== 0).map((p): State => [m, p, Turn.Cat]);

    while (queue.length > 0) {
        const state = queue.shift()!;
        const winner = color[state[0]][state[1]][state[2]];
        for (const [m, c, turn] of parents(state)) {
            if (color[m][c][turn] !== 0) continue;
            degree[m][c][turn]--;
            if (winner === turn + 1 || degree[m][c][turn] === 0) {
                color[m][c][turn] = winner;
                queue.push([m, c, turn]);
            }
        }
    }
    return color[1][2][Turn.Mouse];
};
