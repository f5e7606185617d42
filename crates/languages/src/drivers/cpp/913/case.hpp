// The argument of catMouseGame.
#pragma once
#include "protocol.hpp"

namespace mousetrap {

struct Case {
  std::vector<std::vector<int>> graph;

  bool read(Input& input) {
    int nodes = 0;
    if (!input.number(nodes)) return false;
    graph.resize(static_cast<size_t>(nodes));
    for (auto& neighbours : graph) {
      int count = 0;
      if (!input.number(count)) return false;
      neighbours.resize(static_cast<size_t>(count));
      for (int& neighbour : neighbours) input.number(neighbour);
    }
    return true;
  }
};

}  // namespace mousetrap
