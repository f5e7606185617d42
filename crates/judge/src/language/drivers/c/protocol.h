// Cases in on descriptor 0, replies out on descriptor 3.
#pragma once
#include "prelude.h"

// The submission can define its own read, write and __write. The names that the static
// C library defines itself it cannot: the linker refuses a second definition. The shared
// library, which builds with sanitizers use, does not export them.
#ifdef __SANITIZE_ADDRESS__
#define MOUSETRAP_LIBC "__"
#else
#define MOUSETRAP_LIBC "__libc_"
#endif
extern ssize_t mousetrap_read(int, void*, size_t) __asm__(MOUSETRAP_LIBC "read");
extern ssize_t mousetrap_write(int, const void*, size_t) __asm__(MOUSETRAP_LIBC "write");
#undef MOUSETRAP_LIBC

static char mousetrap_buffer[1 << 16];
static size_t mousetrap_at, mousetrap_end;

// The next character, or -1 at the end of the input.
static int mousetrap_get(void) {
  if (mousetrap_at == mousetrap_end) {
    ssize_t got;
    do got = mousetrap_read(0, mousetrap_buffer, sizeof mousetrap_buffer);
    while (got < 0 && errno == EINTR);
    if (got <= 0) return -1;
    mousetrap_at = 0;
    mousetrap_end = (size_t)got;
  }
  return (unsigned char)mousetrap_buffer[mousetrap_at++];
}

// Reads a number and the one character after it; false at the end of input.
static bool mousetrap_number(int* value) {
  int c = mousetrap_get();
  while (c == ' ' || c == '\n') c = mousetrap_get();
  if (c < 0) return false;
  for (*value = 0; c >= '0' && c <= '9'; c = mousetrap_get()) *value = 10 * *value + (c - '0');
  return true;
}

static void mousetrap_send(const char* text, size_t length) {
  while (length > 0) {
    ssize_t sent = mousetrap_write(3, text, length);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) _Exit(1);  // no judge is listening
    text += sent;
    length -= (size_t)sent;
  }
}

// Sends one line, after what the submission has printed.
static void mousetrap_reply(const char* line) {
  fflush(stdout);
  mousetrap_send(line, strlen(line));
}
