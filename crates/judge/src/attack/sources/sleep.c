#include <unistd.h>
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) { for (;;) sleep(1000); }
