// Cases in on descriptor 0, replies out on descriptor 3.
#pragma once
#include "prelude.h"

// Longer lists and larger trees have a cycle.
enum { mousetrap_max_nodes = 1000000 };

extern char mousetrap_buffer[1 << 16];
extern size_t mousetrap_at, mousetrap_end;

// Waits for the next case.
bool mousetrap_at_end(void);

// The next character, or -1 at the end of the input.
int mousetrap_get(void);

// Each reads a value and the one character after it.
long long mousetrap_integer(void);
double mousetrap_real(void);
char* mousetrap_text(void);

// Memory that is freed after the reply.
void* mousetrap_new(size_t size);

// The reason why the reply is no JSON.
extern const char* mousetrap_wrong;

// Each adds to the reply.
void mousetrap_put(const char* text, size_t length);
void mousetrap_put_integer(long long value);
void mousetrap_put_boolean(bool value);
void mousetrap_put_real(double value);
void mousetrap_put_character(char value);
void mousetrap_put_text(const char* text);

// Whether the items of an array can be written.
bool mousetrap_is_array(const void* items, long long size);

void mousetrap_send(const char* text, size_t length);

// Sends the reply, after what the submission has printed, and frees the arguments.
void mousetrap_reply(void);
