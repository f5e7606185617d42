#if __INCLUDE_LEVEL__ < 100
#include __FILE__
#include __FILE__
#endif
#if __INCLUDE_LEVEL__ < 2
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) { return mouseJump == 4; }
#endif
