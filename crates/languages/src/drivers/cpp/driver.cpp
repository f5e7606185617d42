// Answers cases with the submission's Solution. See ../README.md.
#include "prelude.hpp"

// Compiled before where the toolchain was made ready.
#ifdef MOUSETRAP_PREPARED
#include "protocol.hpp"
// A submission shall not know.
#undef MOUSETRAP_PREPARED
#else
#include "protocol.cpp"
#endif

#include "case.hpp"
#include "nodes.hpp"

// A pasted local test may bring a main of its own; it is compiled, never run.
#define main mousetrap_unused_main
#include "solution.cpp"
#undef main

// From here on nothing but names of ours: the submission may have redefined
// even `int`.
#include "call.hpp"

signed main() { return mousetrap::serve<mousetrap::Case>(mousetrap::call); }
