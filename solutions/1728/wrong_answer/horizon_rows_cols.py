# Search over positions and turn count, with a horizon that is too short: gives the
# mouse up after rows * cols plies, "as many as there are cells". The mouse alone may
# need nearly two plies per cell. Smallest: ["CM...F"], cat 1, mouse 1, is won on ply
# 7, and the board has 6 cells.
class Solution:
    def canMouseWin(self, grid: List[str], catJump: int, mouseJump: int) -> bool:
        rows, cols = len(grid), len(grid[0])
        floor = {(r, c) for r in range(rows) for c in range(cols) if grid[r][c] != '#'}
        place = {grid[r][c]: (r, c) for r, c in floor}
        horizon = rows * cols

        @cache
        def moves(cell, jump):
            reach = [cell]
            for down, right in (0, 1), (1, 0), (0, -1), (-1, 0):
                r, c = cell
                for _ in range(jump):
                    r, c = r + down, c + right
                    if (r, c) not in floor:
                        break
                    reach.append((r, c))
            return reach

        @cache
        def mouse_wins(mouse, cat, plies):
            if mouse == cat or cat == place['F']:
                return False
            if mouse == place['F']:
                return True
            if plies == horizon:
                return False
            if plies % 2 == 0:
                return any(mouse_wins(to, cat, plies + 1) for to in moves(mouse, mouseJump))
            return all(mouse_wins(mouse, to, plies + 1) for to in moves(cat, catJump))

        return mouse_wins(place['M'], place['C'], 0)
