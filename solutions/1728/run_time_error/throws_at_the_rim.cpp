// Reads the board with bounds-checked access and no check of its own, a whole
// program: at the rim an exception leaves main, and the program aborts.
// Smallest: ["MCF"], cat 1, mouse 1.
#include <iostream>
#include <string>
#include <vector>

int main() {
    int rows, cols, catJump, mouseJump;
    std::cin >> rows >> cols >> catJump >> mouseJump;
    std::vector<std::string> grid(rows);
    for (auto& row : grid) std::cin >> row;

    long long landings = 0;
    for (int row = 0; row < rows; ++row) {
        for (int col = 0; col < cols; ++col) {
            for (int step = 1; grid[row][col] != '#' && step <= mouseJump; ++step) {
                for (auto [down, right] : {std::pair{0, step}, {step, 0}, {0, -step}, {-step, 0}}) {
                    landings += grid.at(row + down).at(col + right) != '#';
                }
            }
        }
    }
    std::cout << (landings > 0 ? "true" : "false") << '\n';
}
