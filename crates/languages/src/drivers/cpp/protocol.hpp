// Cases in on descriptor 0, replies out on descriptor 3.
#pragma once
#include "prelude.hpp"

namespace mousetrap {

// Reads characters with as few system calls as possible: one per small case.
class Input {
  char buffer_[1 << 16];
  size_t at_ = 0, end_ = 0;

 public:
  // The next character, or -1 at the end of the input.
  int get();

  // Reads a number and the one character after it; false at the end of input.
  bool number(int& value);

  // Reads up to the end of the line.
  void line(std::string& text);
};

void send(const char* text, size_t length);

// `logical` values are words.
void reply(long long value, bool logical);

template <class Value>
void reply(Value value) {
  reply(value, std::is_same_v<Value, bool>);
}

// Answers cases until there are no more. `call` gets each case to keep.
template <class Case, class Call>
signed serve(Call call) {
  static Input input;
  send("ready\n", 6);
  for (Case game; game.read(input); game = Case{}) reply(call(game));
  send("done\n", 5);
  return 0;
}

}  // namespace mousetrap
