#include <unistd.h>
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) { for (;;) write(2, "flood\n", 6); }
