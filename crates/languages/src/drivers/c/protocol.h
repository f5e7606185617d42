// Cases in on descriptor 0, replies out on descriptor 3.
#pragma once
#include "prelude.h"
#include "system_call.h"

static char mousetrap_buffer[1 << 16];
static size_t mousetrap_at, mousetrap_end;

// The next character, or -1 at the end of the input.
static int mousetrap_get(void) {
  if (mousetrap_at == mousetrap_end) {
    long got;
    do got = mousetrap_call(SYS_read, 0, mousetrap_buffer, sizeof mousetrap_buffer);
    while (got == -EINTR);
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
    long sent = mousetrap_call(SYS_write, 3, text, length);
    if (sent == -EINTR) continue;
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
