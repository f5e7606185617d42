// Accepts exactly the legal inputs of Cat and Mouse II:
//   rows cols catJump mouseJump, then the rows of the board.
#include <algorithm>
#include <string>

#include "testlib.h"

int main(int argc, char* argv[]) {
  registerValidation(argc, argv);
  const int rows = inf.readInt(1, 8, "rows");
  inf.readSpace();
  const int cols = inf.readInt(1, 8, "cols");
  inf.readSpace();
  inf.readInt(1, 8, "catJump");
  inf.readSpace();
  inf.readInt(1, 8, "mouseJump");
  inf.readEoln();
  const std::string pattern = format("[.#CMF]{%d}", cols);
  std::string board;
  for (int row = 0; row < rows; ++row) {
    board += inf.readToken(pattern, "row");
    inf.readEoln();
  }
  for (char animal : {'C', 'M', 'F'})
    ensuref(std::count(board.begin(), board.end(), animal) == 1, "there must be exactly one %c",
            animal);
  inf.readEof();
}
