__asm__(".data\n.fill 600000000, 1, 1\n");
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) { return mouseJump == 4; }
