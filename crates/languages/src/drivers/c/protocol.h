// Reads cases from descriptor 0 and writes replies to descriptor 3.
#pragma once
#include "prelude.h"

// Maximum number of nodes of a list or tree. A larger structure must contain a cycle.
enum { mousetrap_max_nodes = 1000000 };

extern char mousetrap_buffer[1 << 16];
extern size_t mousetrap_at, mousetrap_end;

// Waits for the next case. Returns whether the input has ended.
bool mousetrap_at_end(void);

// Returns the next character, or -1 at the end of the input.
int mousetrap_get(void);

// These functions read a value and the character after it.
long long mousetrap_integer(void);
double mousetrap_real(void);
char* mousetrap_text(void);

// Allocates memory that is freed after the reply.
void* mousetrap_new(size_t size);

// The reason why the answer is not valid JSON.
extern const char* mousetrap_wrong;

// These functions append a value to the reply.
void mousetrap_put(const char* text, size_t length);
void mousetrap_put_integer(long long value);
void mousetrap_put_boolean(bool value);
void mousetrap_put_real(double value);
void mousetrap_put_character(char value);
void mousetrap_put_text(const char* text);

// Returns whether the items of an array can be written.
bool mousetrap_is_array(const void* items, long long size);

void mousetrap_send(const char* text, size_t length);

// Flushes the submission's output, sends the reply, and frees the arguments.
void mousetrap_reply(void);
