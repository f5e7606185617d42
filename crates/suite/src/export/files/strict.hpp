// Reads text that has one right form only: single spaces, "\n" at the end of
// each line, numbers without sign and leading zeros, nothing before or after.
// Leaves with 42 when all is well, and with 43 and a reason when not.
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <map>
#include <string>

namespace strict {

constexpr int accepted = 42, rejected = 43;

class Text {
  std::string text_;
  std::size_t at_ = 0;

 public:
  explicit Text(std::istream& from)
      : text_(std::istreambuf_iterator<char>(from), std::istreambuf_iterator<char>()) {}

  // Ends the program: the text breaks a rule, here.
  [[noreturn]] void reject(const std::string& why) const {
    long line = 1, column = 1;
    for (std::size_t i = 0; i < at_ && i < text_.size(); ++i) {
      ++column;
      if (text_[i] == '\n') ++line, column = 1;
    }
    std::cerr << "line " << line << ", column " << column << ": " << why << std::endl;
    std::exit(rejected);
  }

  void expect(bool right, const std::string& why) const {
    if (!right) reject(why);
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void character(char wanted, const std::string& name) {
    expect(at_ < text_.size() && text_[at_] == wanted, name + " expected");
    ++at_;
  }
  void space() { character(' ', "a single space"); }
  void newline() { character('\n', "the end of the line"); }

  // One of the characters of `alphabet`.
  char one_of(const std::string& alphabet) {
    expect(at_ < text_.size() && alphabet.find(text_[at_]) != std::string::npos,
           "one of the characters " + alphabet + " expected");
    return text_[at_++];
  }

  // A whole number from low to high.
  long number(const std::string& name, long low, long high) {
    const std::size_t start = at_;
    while (std::isdigit(static_cast<unsigned char>(peek()))) ++at_;
    const std::string digits = text_.substr(start, at_ - start);
    const bool canonical = !digits.empty() && digits.size() < 10 && (digits == "0" || digits[0] != '0');
    if (!canonical) at_ = start;
    expect(canonical, name + " must be a whole number without sign and leading zeros");
    const long value = std::stol(digits);
    if (value < low || value > high) at_ = start;
    expect(low <= value && value <= high, name + " must be from " + std::to_string(low) + " to " +
                                              std::to_string(high) + ", but is " + digits);
    return value;
  }

  // Ends the program: the text must be over, and then all is well.
  [[noreturn]] void end() {
    expect(at_ == text_.size(), "nothing may follow");
    std::exit(accepted);
  }
};

}  // namespace strict
