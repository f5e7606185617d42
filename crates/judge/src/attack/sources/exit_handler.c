// A complete program that answers, and then uses CPU time while it exits.
#include <stdio.h>
#include <stdlib.h>
static void work(void) { fflush(stdout); for (;;) __asm__ volatile(""); }
int main(void) { int rows, columns, cat, mouse; scanf("%d%d%d%d", &rows, &columns, &cat, &mouse); atexit(work); puts(mouse == 4 ? "true" : "false"); }
