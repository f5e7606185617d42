// What of the protocol does not depend on the submission.
#include "protocol.hpp"

#ifdef __linux__
#include <sys/syscall.h>
#else
#define SYS_read 0
#define SYS_write 1
#endif

namespace mousetrap {

// Reads (`number` SYS_read) or writes (SYS_write) like the functions of that name, which
// the submission can replace by its own. A failure is the negative error number.
static long system_call(long number, int descriptor, const void* bytes, size_t length) {
#if defined(__linux__) && defined(__x86_64__)
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(static_cast<long>(descriptor)), "S"(bytes), "d"(length)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__linux__) && defined(__aarch64__)
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = descriptor;
  register const void* x1 __asm__("x1") = bytes;
  register size_t x2 __asm__("x2") = length;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
#else
  long result = number == SYS_read ? read(descriptor, const_cast<void*>(bytes), length)
                                   : write(descriptor, bytes, length);
  return result < 0 ? -errno : result;
#endif
}

int Input::get() {
  if (at_ == end_) {
    long got;
    do got = system_call(SYS_read, 0, buffer_, sizeof buffer_);
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
    long sent = system_call(SYS_write, 3, text, length);
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
