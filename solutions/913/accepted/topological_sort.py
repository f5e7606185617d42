# Topological sort of the position graph: from the ends of the game backwards,
# counting for each position the moves not yet refuted. What is never decided
# is a draw.
from collections import deque
from typing import List

DRAW, MOUSE, CAT = 0, 1, 2
HOLE = 0


class Solution:
    def catMouseGame(self, graph: List[List[int]]) -> int:
        n = len(graph)
        cat_graph = [[node for node in near if node != HOLE] for near in graph]
        open_moves = {}
        for mouse in range(n):
            for cat in range(1, n):
                open_moves[mouse, cat, MOUSE] = len(graph[mouse])
                open_moves[mouse, cat, CAT] = len(cat_graph[cat])

        result = {}
        for node in range(1, n):
            for turn in MOUSE, CAT:
                result[HOLE, node, turn] = MOUSE
                result[node, node, turn] = CAT

        queue = deque(result)
        while queue:
            mouse, cat, turn = position = queue.popleft()
            if turn == CAT:
                before = [(origin, cat, MOUSE) for origin in graph[mouse]]
            else:
                before = [(mouse, origin, CAT) for origin in cat_graph[cat]]
            for earlier in before:
                if earlier in result:
                    continue
                open_moves[earlier] -= 1
                if result[position] == earlier[2] or open_moves[earlier] == 0:
                    result[earlier] = result[position]
                    queue.append(earlier)

        return result.get((1, 2, MOUSE), DRAW)
