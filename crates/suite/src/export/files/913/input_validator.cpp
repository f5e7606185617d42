// Accepts exactly the legal inputs of Cat and Mouse:
//   n, then for each node the number of its neighbours and the neighbours.
#include <array>

#include "strict.hpp"

int main() {
  strict::Text in(std::cin);
  const long n = in.number("n", 3, 50);
  in.newline();
  std::array<std::array<bool, 50>, 50> edge{};
  for (long node = 0; node < n; ++node) {
    const long k = in.number("k", 1, n - 1);
    for (long i = 0; i < k; ++i) {
      in.space();
      const long to = in.number("v", 0, n - 1);
      in.expect(to != node, "no node is its own neighbour");
      in.expect(!edge[node][to], "a neighbour is listed twice");
      edge[node][to] = true;
    }
    in.newline();
  }
  bool leaves = false;
  for (long a = 0; a < n; ++a)
    for (long b = 0; b < n; ++b) {
      in.expect(edge[a][b] == edge[b][a], "edges go both ways, but not the one between " +
                                              std::to_string(a) + " and " + std::to_string(b));
      leaves |= a == 2 && b != 0 && edge[a][b];
    }
  in.expect(leaves, "node 2 needs a neighbour other than 0");
  in.end();
}
