// Prints a message after a stack overflow, because the signal alone does not tell the cause.
// This file is compiled with every submission in C and C++, and is valid in both.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <unistd.h>

static uintptr_t mousetrap_top;
static uintptr_t mousetrap_limit;
// The handler runs on this stack, because the main stack is full.
static char mousetrap_spare[1 << 16];

static void mousetrap_fault(int signal_number, siginfo_t* info, void* context) {
  (void)context;
  // Arguments and environment are above `mousetrap_top`, and a single frame may be large.
  const uintptr_t above = 1 << 20, frame = 64 << 20;
  const uintptr_t below = mousetrap_top - (uintptr_t)info->si_addr;
  if (below + above > mousetrap_limit && below < mousetrap_limit + frame) {
    static const char text[] = "stack overflow\n";
    if (write(2, text, sizeof text - 1) < 0) _exit(1);
  }
  // The signal ends the program after the handler returns, even if another process sent it.
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

__attribute__((constructor)) static void mousetrap_watch(void) {
  struct rlimit limit;
  stack_t spare;
  struct sigaction action;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  mousetrap_top = (uintptr_t)__builtin_frame_address(0);
  mousetrap_limit = (uintptr_t)limit.rlim_cur;
  spare.ss_sp = mousetrap_spare;
  spare.ss_size = sizeof mousetrap_spare;
  spare.ss_flags = 0;
  sigaltstack(&spare, NULL);
  action.sa_sigaction = mousetrap_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, NULL);
}
