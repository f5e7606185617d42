// Compares the answer, 0, 1 or 2, with the jury's.
#include "testlib.h"

int main(int argc, char* argv[]) {
  registerTestlibCmd(argc, argv);
  const int expected = ans.readInt(0, 2, "answer");
  const int found = ouf.readInt(0, 2, "answer");
  if (found != expected) quitf(_wa, "expected %d, found %d", expected, found);
  quitf(_ok, "%d", found);
}
