int catMouseGame(int** graph, int graphSize, int* graphColSize) {
    return 0;
}
