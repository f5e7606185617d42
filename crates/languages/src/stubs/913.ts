function catMouseGame(graph: number[][]): number {
    return 0;
};
