class Solution:
    def catMouseGame(self, graph: List[List[int]]) -> int:
        n = len(graph)
        DRAW, MOUSE, CAT = 0, 1, 2
        color = defaultdict(int)
        degree = {}
        for m, c in product(range(n), repeat=2):
            degree[m, c, 1] = len(graph[m])
            degree[m, c, 2] = len(graph[c]) - (0 in graph[c])

        queue = deque()
        for i, t in product(range(1, n), (1, 2)):
            color[0, i, t] = MOUSE
            color[i, i, t] = CAT
            queue.append((0, i, t, MOUSE))
            queue.append((i, i, t, CAT))

        def parents(m, c, t):
            if t == 2:
                yield from ((p, c, 1) for p in graph[m])
            else:
                yield from ((m, p, 2) for p in graph[c] if p)

        while queue:
            m, c, t, won = queue.popleft()
            for state in parents(m, c, t):
                if color[state] is not DRAW:
                    continue
                degree[state] -= 1
                if state[2] == won or degree[state] == 0:
                    color[state] = won
                    queue.append((*state, won))
        return color[1, 2, 1]
