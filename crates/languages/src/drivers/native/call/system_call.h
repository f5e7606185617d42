// The system calls of the C and C++ drivers.
#pragma once
#include <errno.h>
#include <stddef.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
// unistd.h is not included, because a submission in C may define functions such as write.
#include <sys/syscall.h>
#else
#include <unistd.h>
#define SYS_read 0
#define SYS_write 1
#endif

// Reads (`number` is SYS_read) or writes (SYS_write). Unlike read() and write(), this
// function cannot be replaced by the submission. Returns the negative error number on
// failure.
static long mousetrap_call(long number, int descriptor, const void* bytes, size_t length) {
#if defined(__linux__) && defined(__x86_64__)
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"((long)descriptor), "S"(bytes), "d"(length)
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
  long result = number == SYS_read ? read(descriptor, (void*)bytes, length)
                                   : write(descriptor, bytes, length);
  return result < 0 ? -errno : result;
#endif
}
