# Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
# are 2n(n-1) positions that are not over: a game that is still on after as many plies
# has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones. The
# memo is a table: a dictionary of all positions and plies would take two gigabytes.
DRAW, MOUSE, CAT = 0, 1, 2


class Solution:
    def catMouseGame(self, graph: List[List[int]]) -> int:
        n = len(graph)
        horizon = 2 * n * (n - 1)
        sys.setrecursionlimit(10 * horizon)
        memo = [[[None] * n for _ in range(n)] for _ in range(horizon)]

        def play(ply: int, mouse: int, cat: int) -> int:
            if mouse == 0:
                return MOUSE
            if mouse == cat:
                return CAT
            if ply == horizon:
                return DRAW
            row = memo[ply][mouse]
            if row[cat] is None:
                row[cat] = mouse_best(ply, mouse, cat) if ply % 2 == 0 else cat_best(ply, mouse, cat)
            return row[cat]

        def mouse_best(ply: int, mouse: int, cat: int) -> int:
            best = CAT
            for to in graph[mouse]:
                result = play(ply + 1, to, cat)
                if result == MOUSE:
                    return MOUSE
                if result == DRAW:
                    best = DRAW
            return best

        def cat_best(ply: int, mouse: int, cat: int) -> int:
            best = MOUSE
            for to in graph[cat]:
                if to == 0:
                    continue
                result = play(ply + 1, mouse, to)
                if result == CAT:
                    return CAT
                if result == DRAW:
                    best = DRAW
            return best

        return play(0, 1, 2)
