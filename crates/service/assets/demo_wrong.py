# A topological sort whose degrees leave out staying: the cat is taken for lost
# when one of its moves is not refuted yet.
MAX_MOVES = 1000
MOUSE, CAT = 0, 1


def moves_from(grid, jump):
    """Maps each floor cell to the cells that one move reaches, itself included."""
    rows, cols = len(grid), len(grid[0])
    moves = {}
    for row in range(rows):
        for col in range(cols):
            if grid[row][col] == '#':
                continue
            reach = [row * cols + col]
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                for step in range(1, jump + 1):
                    r, c = row + down * step, col + right * step
                    if not (0 <= r < rows and 0 <= c < cols) or grid[r][c] == '#':
                        break
                    reach.append(r * cols + c)
            moves[row * cols + col] = reach
    return moves


class Solution:
    def canMouseWin(self, grid: List[str], catJump: int, mouseJump: int) -> bool:
        board = ''.join(grid)
        food = board.index('F')
        mouse_moves = moves_from(grid, mouseJump)
        cat_moves = moves_from(grid, catJump)

        decided = {}  # (mouse, cat, turn) -> (winner, plies)
        degree = {}
        queue = deque()
        for mouse in mouse_moves:
            for cat in cat_moves:
                degree[mouse, cat, MOUSE] = len(mouse_moves[mouse]) - 1
                degree[mouse, cat, CAT] = max(1, len(cat_moves[cat]) - 1)
                if cat in (mouse, food):
                    end = CAT
                elif mouse == food:
                    end = MOUSE
                else:
                    continue
                for turn in (MOUSE, CAT):
                    decided[mouse, cat, turn] = end, 0
                    queue.append((mouse, cat, turn))

        while queue:
            mouse, cat, turn = position = queue.popleft()
            winner, plies = decided[position]
            if turn == CAT:
                before = [(origin, cat, MOUSE) for origin in mouse_moves[mouse]]
            else:
                before = [(mouse, origin, CAT) for origin in cat_moves[cat]]
            mover = 1 - turn
            for earlier in before:
                if earlier in decided:
                    continue
                degree[earlier] -= 1
                if winner == mover or degree[earlier] == 0:
                    decided[earlier] = winner, plies + 1
                    queue.append(earlier)

        winner, plies = decided.get((board.index('M'), board.index('C'), MOUSE), (CAT, 0))
        return winner == MOUSE and plies <= MAX_MOVES
