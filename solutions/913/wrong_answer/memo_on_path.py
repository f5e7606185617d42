# Depth-first search that calls a position which is still being searched a draw, and
# keeps in its memo what follows from that, though it holds on that path alone.
# Smallest: [[2],[3,4],[0,5],[1,4,5],[1,3],[2,3]], where the cat wins: 2.
class Solution:
    def catMouseGame(self, graph: List[List[int]]) -> int:
        memo = {}

        def play(mouse, cat, turn):
            if mouse == 0:
                return 1
            if mouse == cat:
                return 2
            key = mouse, cat, turn
            if key in memo:
                return memo[key]
            memo[key] = 0  # a repetition, should the search come back here
            if turn == 1:
                results = (play(to, cat, 2) for to in sorted(graph[mouse]))
            else:
                results = (play(mouse, to, 1) for to in sorted(graph[cat]) if to != 0)
            best = 3 - turn
            for result in results:
                if result == turn:
                    best = turn
                    break
                if result == 0:
                    best = 0
            memo[key] = best
            return best

        return play(1, 2, 1)
