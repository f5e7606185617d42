# Depth-first search straight from the rules, without a memo: a game that is still on
# after 2n(n-1) plies has repeated a position, and is a draw. Right, but the same
# positions come up again and again, and there are far more games than positions.
DRAW, MOUSE, CAT = 0, 1, 2


class Solution:
    def catMouseGame(self, graph: List[List[int]]) -> int:
        def play(left: int, mouse: int, cat: int) -> int:
            if mouse == 0:
                return MOUSE
            if mouse == cat:
                return CAT
            if left == 0:
                return DRAW
            if left % 2 == 0:
                mover, best = MOUSE, CAT
                results = (play(left - 1, to, cat) for to in graph[mouse])
            else:
                mover, best = CAT, MOUSE
                results = (play(left - 1, mouse, to) for to in graph[cat] if to != 0)
            for result in results:
                if result == mover:
                    return mover
                if result == DRAW:
                    best = DRAW
            return best

        return play(2 * len(graph) * (len(graph) - 1), 1, 2)
