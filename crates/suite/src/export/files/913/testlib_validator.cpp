// Accepts exactly the legal inputs of Cat and Mouse:
//   n, then for each node the number of its neighbours and the neighbours.
#include <set>
#include <vector>

#include "testlib.h"

int main(int argc, char* argv[]) {
  registerValidation(argc, argv);
  const int n = inf.readInt(3, 50, "n");
  inf.readEoln();
  std::vector<std::set<int>> graph(n);
  for (int node = 0; node < n; ++node) {
    const int k = inf.readInt(1, n - 1, "k");
    for (int i = 0; i < k; ++i) {
      inf.readSpace();
      const int to = inf.readInt(0, n - 1, "v");
      ensuref(to != node, "node %d is its own neighbour", node);
      ensuref(graph[node].insert(to).second, "node %d lists neighbour %d twice", node, to);
    }
    inf.readEoln();
  }
  for (int node = 0; node < n; ++node)
    for (int to : graph[node])
      ensuref(graph[to].count(node) == 1, "node %d lists %d, but %d does not list %d", node, to, to,
              node);
  ensuref(*graph[2].rbegin() != 0, "node 2 needs a neighbour other than 0");
  inf.readEof();
}
