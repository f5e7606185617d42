// A stand-in for testlib with the calls that our validators make, for tests of
// their rules: it refuses with 3, as testlib does, what it cannot read.
#pragma once
#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <regex>
#include <string>

[[noreturn]] inline void refuse(const std::string& why) {
  std::cerr << "FAIL " << why << std::endl;
  std::exit(3);
}

inline std::string format(const char* form, ...) {
  char text[256];
  va_list list;
  va_start(list, form);
  std::vsnprintf(text, sizeof text, form, list);
  va_end(list);
  return text;
}

template <class... Values>
void ensuref(bool right, const char* form, Values... values) {
  if (!right) refuse(format(form, values...));
}

struct InStream {
  std::string text;
  std::size_t at = 0;

  int peek() const { return at < text.size() ? static_cast<unsigned char>(text[at]) : -1; }
  void character(char wanted) {
    if (peek() != wanted) refuse("expected character " + std::to_string(wanted));
    ++at;
  }
  void readSpace() { character(' '); }
  void readEoln() { character('\n'); }
  void readEof() {
    if (peek() != -1) refuse("expected the end of the file");
  }
  std::string readToken(const std::string& pattern, const std::string& name) {
    std::string token;
    while (peek() != -1 && !std::isspace(peek())) token += text[at++];
    if (!std::regex_match(token, std::regex(pattern))) refuse(name + " is " + token);
    return token;
  }
  int readInt(int low, int high, const std::string& name) {
    const int value = std::stoi(readToken("0|-?[1-9][0-9]{0,8}", name));
    if (value < low || value > high) refuse(name + " is out of range");
    return value;
  }
};

inline InStream inf;

inline void registerValidation(int, char**) {
  inf.text.assign(std::istreambuf_iterator<char>(std::cin), {});
}
