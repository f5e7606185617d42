// Accepts exactly the legal inputs of Cat and Mouse II:
//   rows cols catJump mouseJump, then the rows of the board.
#include "strict.hpp"

int main() {
  strict::Text in(std::cin);
  const long rows = in.number("rows", 1, 8);
  in.space();
  const long cols = in.number("cols", 1, 8);
  in.space();
  in.number("catJump", 1, 8);
  in.space();
  in.number("mouseJump", 1, 8);
  in.newline();
  std::map<char, int> count;
  for (long row = 0; row < rows; ++row) {
    for (long col = 0; col < cols; ++col) ++count[in.one_of(".#CMF")];
    in.newline();
  }
  for (char animal : {'C', 'M', 'F'})
    in.expect(count[animal] == 1, std::string("there must be exactly one ") + animal);
  in.end();
}
