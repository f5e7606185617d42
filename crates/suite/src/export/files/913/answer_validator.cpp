// Accepts exactly the three answers of Cat and Mouse.
#include "strict.hpp"

int main(int argc, char** argv) {
  strict::Text answer(std::cin, argc, argv);
  answer.number("answer", 0, 2);
  answer.newline();
  answer.end();
}
