# Depth-first search straight from the rules, without a memo: a game that is still on
# after 2n(n-1) plies has repeated a position, and is a draw. Right, but the same
# positions come up again and again, and there are far more games than positions.
DRAW, MOUSE, CAT = 0, 1, 2

# @param {Integer[][]} graph
# @return {Integer}
def cat_mouse_game(graph)
  play(graph, 2 * graph.size * (graph.size - 1), 1, 2)
end

def play(graph, left, mouse, cat)
  return MOUSE if mouse.zero?
  return CAT if mouse == cat
  return DRAW if left.zero?

  mover, best, from = left.even? ? [MOUSE, CAT, mouse] : [CAT, MOUSE, cat]
  graph[from].each do |to|
    next if mover == CAT && to.zero?

    result = mover == MOUSE ? play(graph, left - 1, to, cat) : play(graph, left - 1, mouse, to)
    return mover if result == mover

    best = DRAW if result == DRAW
  end
  best
end
