# Search over positions and turn count: can the mouse win from here within so
# many plies? The answer for t plies needs those for t - 2 only, and a win within
# t plies stays a win within more. So the turn count rises by two until no
# position changes (then none ever will) or the 1000 moves are used up.
MAX_MOVES = 1000


class Solution:
    def canMouseWin(self, grid: List[str], catJump: int, mouseJump: int) -> bool:
        rows, cols = len(grid), len(grid[0])
        floor = {(r, c): grid[r][c] for r in range(rows) for c in range(cols) if grid[r][c] != '#'}
        place = {what: cell for cell, what in floor.items()}
        food = place['F']

        def moves(jump):
            def line(cell, down, right):
                r, c = cell
                for _ in range(jump):
                    r, c = r + down, c + right
                    if (r, c) not in floor:
                        return
                    yield r, c
            ways = ((-1, 0), (1, 0), (0, -1), (0, 1))
            return {cell: [cell] + [to for way in ways for to in line(cell, *way)] for cell in floor}

        mouse_moves, cat_moves = moves(mouseJump), moves(catJump)
        # won: positions, mouse to move, that the mouse wins within the current turn count
        won = set()
        open_positions = [(mouse, cat) for mouse in floor for cat in floor
                          if mouse not in (cat, food) and cat != food]
        refutation = {}

        def wins_after(mouse, cat):
            """The mouse has just moved: is it safe against every reply of the cat?"""
            if mouse == cat:
                return False
            if mouse == food:
                return True
            # The reply that refuted this position last time most likely still does.
            reply = refutation.get((mouse, cat))
            if reply is not None and (mouse, reply) not in won:
                return False
            for reply in cat_moves[cat]:
                if (mouse, reply) not in won:
                    refutation[mouse, cat] = reply
                    return False
            return True

        start = place['M'], place['C']
        for _ in range(1, MAX_MOVES + 1, 2):
            safe = lru_cache(maxsize=None)(wins_after)  # memo of this turn count
            newly_won = [(mouse, cat) for mouse, cat in open_positions
                         if any(safe(to, cat) for to in mouse_moves[mouse])]
            if not newly_won:
                return False
            won.update(newly_won)
            if start in won:
                return True
            open_positions = [position for position in open_positions if position not in won]
        return False
