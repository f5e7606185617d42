// Answers cases with the submission's function. See ../README.md.
#include "prelude.h"

// Compiled before where the toolchain was made ready.
#ifdef MOUSETRAP_PREPARED
#include "protocol.h"
// A submission shall not know.
#undef MOUSETRAP_PREPARED
#else
#include "protocol.c"
#endif

#include "nodes.h"

// A pasted local test may bring a main of its own; it is compiled, never run.
#define main mousetrap_unused_main
#include "solution.c"
#undef main

#include "answer.h"

int main(void) {
  mousetrap_send("ready\n", 6);
  while (!mousetrap_at_end()) {
    mousetrap_answer();
    mousetrap_reply();
  }
  mousetrap_send("done\n", 5);
  return 0;
}
