// What of the protocol does not depend on the submission.
#include "protocol.hpp"

// The submission can define its own read, write and __write. The names that the static
// C library defines itself it cannot: the linker refuses a second definition. The shared
// library, which builds with sanitizers use, does not export them.
#ifdef __SANITIZE_ADDRESS__
#define MOUSETRAP_LIBC "__"
#else
#define MOUSETRAP_LIBC "__libc_"
#endif
extern "C" ssize_t mousetrap_read(int, void*, size_t) __asm__(MOUSETRAP_LIBC "read");
extern "C" ssize_t mousetrap_write(int, const void*, size_t) __asm__(MOUSETRAP_LIBC "write");
#undef MOUSETRAP_LIBC

namespace mousetrap {

int Input::get() {
  if (at_ == end_) {
    ssize_t got;
    do got = mousetrap_read(0, buffer_, sizeof buffer_);
    while (got < 0 && errno == EINTR);
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
    ssize_t sent = mousetrap_write(3, text, length);
    if (sent < 0 && errno == EINTR) continue;
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
