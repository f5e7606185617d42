// Answers cases with the submission's function. See ../README.md.
#include "prelude.h"

// A prepared toolchain has already compiled the protocol.
#ifdef MOUSETRAP_PREPARED
#include "protocol.h"
// Hide this macro from the submission.
#undef MOUSETRAP_PREPARED
#else
#include "protocol.c"
#endif

#include "nodes.h"

// A submission may contain a main function for local tests, which is compiled but never run.
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
