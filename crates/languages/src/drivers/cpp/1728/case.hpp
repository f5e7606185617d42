// The arguments of canMouseWin.
#pragma once
#include "protocol.hpp"

namespace mousetrap {

struct Case {
  std::vector<std::string> grid;
  int cat_jump = 0, mouse_jump = 0;

  bool read(Input& input) {
    int rows = 0, cols = 0;
    if (!input.number(rows) || !input.number(cols) || !input.number(cat_jump) ||
        !input.number(mouse_jump))
      return false;
    grid.resize(static_cast<size_t>(rows));
    for (std::string& row : grid) input.line(row);
    return true;
  }
};

}  // namespace mousetrap
