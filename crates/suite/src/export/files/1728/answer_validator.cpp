// Accepts exactly the two answers of Cat and Mouse II.
#include "strict.hpp"

int main(int argc, char** argv) {
  strict::Text answer(std::cin, argc, argv);
  const std::string word = answer.word();
  answer.expect(word == "true" || word == "false", "the answer is true or false");
  answer.newline();
  answer.end();
}
