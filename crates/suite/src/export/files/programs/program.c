// Written by Mousetrap: a whole program around a function in LeetCode's form.
{{prelude.h}}

{{system_call.h}}

{{protocol.h}}

{{protocol.c}}

{{text}}

{{nodes.h}}

// A main of a local test is compiled, never run.
#define main mousetrap_unused_main
{{solution}}
#undef main

{{answer.h}}

// Under a name that no function of a submission has.
extern int mousetrap_dup2(int, int) __asm__("dup2");

int main(void) {
  // The answer goes to standard output, what the function prints itself to
  // standard error.
  mousetrap_dup2(1, 3);
  mousetrap_dup2(2, 1);
  mousetrap_translate();
  if (mousetrap_at_end()) return 1;
  mousetrap_answer();
  mousetrap_reply();
  return 0;
}
