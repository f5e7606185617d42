// The code of the protocol that does not depend on the submission.
#include "protocol.h"
#include "system_call.h"

char mousetrap_buffer[1 << 16];
size_t mousetrap_at, mousetrap_end;

// Waits for the next case. Returns whether the input has ended.
__attribute__((noinline)) bool mousetrap_at_end(void) {
  if (mousetrap_at < mousetrap_end) return false;
  long got;
  do got = mousetrap_call(SYS_read, 0, mousetrap_buffer, sizeof mousetrap_buffer);
  while (got == -EINTR);
  mousetrap_at = 0;
  mousetrap_end = got > 0 ? (size_t)got : 0;
  return got <= 0;
}

// Returns the next character, or -1 at the end of the input.
int mousetrap_get(void) {
  if (mousetrap_at == mousetrap_end && mousetrap_at_end()) return -1;
  return (unsigned char)mousetrap_buffer[mousetrap_at++];
}

// Reads a number and the character after it.
long long mousetrap_integer(void) {
  int c = mousetrap_get();
  const bool negative = c == '-';
  if (negative) c = mousetrap_get();
  unsigned long long value = 0;
  for (; c >= '0' && c <= '9'; c = mousetrap_get()) value = 10 * value + (unsigned)(c - '0');
  return (long long)(negative ? -value : value);
}

double mousetrap_real(void) {
  char text[64];
  size_t length = 0;
  for (int c; (c = mousetrap_get()) > ' ';)
    if (length + 1 < sizeof text) text[length++] = (char)c;
  text[length] = '\0';
  return strtod(text, NULL);
}

// The memory for arguments, which is freed after the reply.
static void** mousetrap_taken;
static size_t mousetrap_taken_count, mousetrap_taken_size;

void* mousetrap_new(size_t size) {
  if (mousetrap_taken_count == mousetrap_taken_size) {
    mousetrap_taken_size = 2 * mousetrap_taken_size + 16;
    mousetrap_taken = realloc(mousetrap_taken, mousetrap_taken_size * sizeof *mousetrap_taken);
  }
  return mousetrap_taken[mousetrap_taken_count++] = malloc(size);
}

char* mousetrap_text(void) {
  const size_t length = (size_t)mousetrap_integer();
  char* text = mousetrap_new(length + 1);
  for (size_t i = 0; i < length; ++i) text[i] = (char)mousetrap_get();
  text[length] = '\0';
  mousetrap_get();  // the end of the line
  return text;
}

// The reply: JSON, or the reason why the answer is not valid JSON.
static char* mousetrap_line;
static size_t mousetrap_length, mousetrap_size;
const char* mousetrap_wrong;

void mousetrap_put(const char* text, size_t length) {
  if (mousetrap_length + length > mousetrap_size) {
    mousetrap_size = 2 * mousetrap_size + length + 64;
    mousetrap_line = realloc(mousetrap_line, mousetrap_size);
  }
  memcpy(mousetrap_line + mousetrap_length, text, length);
  mousetrap_length += length;
}

void mousetrap_put_integer(long long value) {
  char text[32];
  mousetrap_put(text, (size_t)snprintf(text, sizeof text, "%lld", value));
}

void mousetrap_put_boolean(bool value) { mousetrap_put(value ? "true" : "false", 5 - value); }

void mousetrap_put_real(double value) {
  if (!isfinite(value)) mousetrap_wrong = isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity";
  char text[32];
  mousetrap_put(text, (size_t)snprintf(text, sizeof text, "%.17g", value));
}

static void mousetrap_put_bytes(const char* text, size_t length) {
  mousetrap_put("\"", 1);
  for (; length > 0; --length, ++text) {
    char code[8] = {'\\', *text};
    if ((unsigned char)*text < ' ') mousetrap_put(code, (size_t)snprintf(code, sizeof code, "\\u%04x", *text));
    else if (*text == '"' || *text == '\\') mousetrap_put(code, 2);
    else mousetrap_put(text, 1);
  }
  mousetrap_put("\"", 1);
}

void mousetrap_put_character(char value) { mousetrap_put_bytes(&value, 1); }

void mousetrap_put_text(const char* text) {
  if (text) mousetrap_put_bytes(text, strlen(text));
  else mousetrap_wrong = "NULL";
}

// Returns whether the items of an array can be written.
bool mousetrap_is_array(const void* items, long long size) {
  if (size < 0) mousetrap_wrong = "an array of negative size";
  else if (size > 0 && !items) mousetrap_wrong = "NULL";
  return !mousetrap_wrong;
}

void mousetrap_send(const char* text, size_t length) {
  while (length > 0) {
    long sent = mousetrap_call(SYS_write, 3, text, length);
    if (sent == -EINTR) continue;
    if (sent <= 0) _Exit(1);  // no judge is listening
    text += sent;
    length -= (size_t)sent;
  }
}

// Flushes the submission's output, sends the reply, and frees the arguments.
void mousetrap_reply(void) {
  if (mousetrap_wrong) {
    mousetrap_length = 0;
    mousetrap_put("?", 1);
    mousetrap_put(mousetrap_wrong, strlen(mousetrap_wrong));
    mousetrap_wrong = NULL;
  }
  mousetrap_put("\n", 1);
  fflush(stdout);
  mousetrap_send(mousetrap_line, mousetrap_length);
  mousetrap_length = 0;
  while (mousetrap_taken_count > 0) free(mousetrap_taken[--mousetrap_taken_count]);
}
