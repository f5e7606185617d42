// main without stdin: answers without having read anything.
#include <stdio.h>
int main(void) { fclose(stdin); puts("true"); }
