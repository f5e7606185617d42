bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) {
    return false;
}
