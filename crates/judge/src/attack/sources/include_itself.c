#include __FILE__
#include __FILE__
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) { return mouseJump == 4; }
