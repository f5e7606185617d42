# Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
# are 2n(n-1) positions that are not over: a game that is still on after as many plies
# has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones.
DRAW, MOUSE, CAT = 0, 1, 2

# @param {Integer[][]} graph
# @return {Integer}
def cat_mouse_game(graph)
  @graph = graph
  @n = graph.size
  @horizon = 2 * @n * (@n - 1)
  @memo = Array.new(@horizon * @n * @n)
  play(0, 1, 2)
end

def play(ply, mouse, cat)
  return MOUSE if mouse.zero?
  return CAT if mouse == cat
  return DRAW if ply == @horizon

  @memo[(ply * @n + mouse) * @n + cat] ||=
    ply.even? ? mouse_best(ply, mouse, cat) : cat_best(ply, mouse, cat)
end

def mouse_best(ply, mouse, cat)
  best = CAT
  @graph[mouse].each do |to|
    result = play(ply + 1, to, cat)
    return MOUSE if result == MOUSE

    best = DRAW if result == DRAW
  end
  best
end

def cat_best(ply, mouse, cat)
  best = MOUSE
  @graph[cat].each do |to|
    next if to.zero?

    result = play(ply + 1, mouse, to)
    return CAT if result == CAT

    best = DRAW if result == DRAW
  end
  best
end
