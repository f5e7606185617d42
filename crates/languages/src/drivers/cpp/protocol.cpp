// The part of the protocol that does not depend on the submission.
#include "protocol.hpp"
#include "system_call.h"

namespace mousetrap {

int Input::get() {
  if (at_ == end_) {
    long got;
    do got = mousetrap_call(SYS_read, 0, buffer_, sizeof buffer_);
    while (got == -EINTR);
    if (got <= 0) return -1;
    at_ = 0;
    end_ = static_cast<size_t>(got);
  }
  return static_cast<unsigned char>(buffer_[at_++]);
}

bool Input::number(int& value) {
  int c = get();
  while (c == ' ' || c == '\n' || c == '\r') c = get();
  if (c < 0) return false;
  for (value = 0; c >= '0' && c <= '9'; c = get()) value = 10 * value + (c - '0');
  return true;
}

void Input::line(std::string& text) {
  text.clear();
  for (int c = get(); c >= 0 && c != '\n'; c = get())
    if (c != '\r') text.push_back(static_cast<char>(c));
}

void send(const char* text, size_t length) {
  while (length > 0) {
    long sent = mousetrap_call(SYS_write, 3, text, length);
    if (sent == -EINTR) continue;
    if (sent <= 0) std::_Exit(1);  // no judge is listening
    text += sent;
    length -= static_cast<size_t>(sent);
  }
}

void reply(long long value, bool logical) {
  const std::string word = value ? "true" : "false";
  const std::string line = (logical ? word : std::to_string(value)) + '\n';
  std::cout.flush();
  std::fflush(stdout);
  send(line.data(), line.size());
}

}  // namespace mousetrap
