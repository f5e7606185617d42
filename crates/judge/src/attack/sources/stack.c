static int deeper(volatile int *p) { volatile int here[1024]; here[0] = *p; return deeper(here) + here[0]; }
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) { int x = 1; return deeper(&x); }
