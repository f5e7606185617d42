// Sets of mouse cells, a complete program: one 64-bit word per cat cell says from which
// cells the mouse wins. A jump is a masked shift, so a round of the game is a few
// word operations per cat cell and move of the cat.
#include <array>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

using Set = std::uint64_t;

constexpr int kSide = 8;  // the board sits in the corner of an 8 x 8 frame
constexpr int kCells = kSide * kSide;
constexpr int kMaxMoves = 1000;
constexpr Set kNotFirstColumn = 0xfefefefefefefefe, kNotLastColumn = 0x7f7f7f7f7f7f7f7f;

Set one(int cell) { return Set{1} << cell; }

/// All cells that one move from any of `from` reaches over the floor.
Set spread(Set from, int jump, Set floor) {
    Set reached = from, up = from, down = from, left = from, right = from;
    for (int step = 0; step < jump; ++step) {
        up = up >> kSide & floor;
        down = down << kSide & floor;
        left = (left & kNotFirstColumn) >> 1 & floor;
        right = (right & kNotLastColumn) << 1 & floor;
        reached |= up | down | left | right;
    }
    return reached;
}

int main() {
    int rows, cols, catJump, mouseJump;
    std::cin >> rows >> cols >> catJump >> mouseJump;
    Set floor = 0;
    int mouse = 0, cat = 0, food = 0;
    for (int row = 0; row < rows; ++row) {
        std::string line;
        std::cin >> line;
        for (int col = 0; col < cols; ++col) {
            const int cell = row * kSide + col;
            if (line[col] != '#') floor |= one(cell);
            if (line[col] == 'M') mouse = cell;
            if (line[col] == 'C') cat = cell;
            if (line[col] == 'F') food = cell;
        }
    }

    std::array<Set, kCells> catReach{};
    for (int cell = 0; cell < kCells; ++cell) {
        if (floor & one(cell)) catReach[cell] = spread(one(cell), catJump, floor);
    }
    // wins[c]: mouse cells that win with the mouse to move and the cat on c
    std::array<Set, kCells> wins{};
    bool grown = true;
    for (int plies = 1; grown && plies <= kMaxMoves; plies += 2) {
        std::array<Set, kCells> next{};
        for (int c = 0; c < kCells; ++c) {
            if (!(floor & one(c)) || c == food) continue;
            Set safe = floor;
            for (int to = 0; to < kCells; ++to) {
                if (catReach[c] & one(to)) safe &= wins[to];
            }
            safe = (safe | one(food)) & ~one(c);
            next[c] = spread(safe, mouseJump, floor) & ~one(c) & ~one(food);
        }
        grown = next != wins;
        wins = next;
        if (wins[cat] & one(mouse)) break;
    }
    std::cout << (wins[cat] & one(mouse) ? "true" : "false") << '\n';
}
