"""Accepts exactly the legal inputs of Cat and Mouse:
n, then for each node the number of its neighbours and the neighbours.
"""

from strict import Text

text = Text()
n = text.number("n", 3, 50)
text.newline()
graph = []
for node in range(n):
    neighbours = []
    for _ in range(text.number("k", 1, n - 1)):
        text.space()
        to = text.number("v", 0, n - 1)
        text.expect(to != node, "no node is its own neighbour")
        text.expect(to not in neighbours, "a neighbour is listed twice")
        neighbours.append(to)
    text.newline()
    graph.append(neighbours)
for node, neighbours in enumerate(graph):
    for to in neighbours:
        text.expect(node in graph[to], f"{node} lists {to}, but {to} does not list {node}")
text.expect(graph[2] != [0], "node 2 needs a neighbour other than 0")
text.end()
