// The honest submission after an attack, which must be accepted.
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) { return mouseJump == 4; }
