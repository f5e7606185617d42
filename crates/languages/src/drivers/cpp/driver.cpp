// Answers cases with the submission's Solution. See ../README.md.
#include "prelude.hpp"

// A prepared toolchain has already compiled the protocol.
#ifdef MOUSETRAP_PREPARED
#include "protocol.hpp"
// Hide this macro from the submission.
#undef MOUSETRAP_PREPARED
#else
#include "protocol.cpp"
#endif

#include "case.hpp"
#include "nodes.hpp"

// A submission may contain a main function for local tests, which is compiled but never run.
#define main mousetrap_unused_main
#include "solution.cpp"
#undef main

// The following code uses only names of the driver, because the submission may
// have redefined even `int`.
#include "call.hpp"

signed main() { return mousetrap::serve<mousetrap::Case>(mousetrap::call); }
