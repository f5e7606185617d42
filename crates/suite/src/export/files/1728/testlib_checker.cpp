// Compares the answer, true or false, with the jury's.
#include <string>

#include "testlib.h"

int main(int argc, char* argv[]) {
  registerTestlibCmd(argc, argv);
  const std::string expected = ans.readToken("true|false", "answer");
  const std::string found = ouf.readToken("true|false", "answer");
  if (found != expected) quitf(_wa, "expected %s, found %s", expected.c_str(), found.c_str());
  quitf(_ok, "%s", found.c_str());
}
