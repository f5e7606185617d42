# @param {Integer[][]} graph
# @return {Integer}
def cat_mouse_game(graph)
  n = graph.size
  won = Hash.new(0)
  left = {}
  queue = []
  (0...n).each do |m|
    (0...n).each do |c|
      left[[m, c, 1]] = graph[m].size
      left[[m, c, 2]] = graph[c].count(&:positive?)
    end
  end
  (1...n).each do |i|
    [1, 2].each do |t|
      won[[0, i, t]] = 1
      won[[i, i, t]] = 2
      queue.push([0, i, t], [i, i, t])
    end
  end
  until queue.empty?
    m, c, t = state = queue.shift
    winner = won[state]
    before = t == 2 ? graph[m].map { |p| [p, c, 1] } : (graph[c] - [0]).map { |p| [m, p, 2] }
    before.each do |prev|
      next unless won[prev].zero?
      left[prev] -= 1
      next unless winner == prev[2] || left[prev].zero?
      won[prev] = winner
      queue << prev
    end
  end
  won[[1, 2, 1]]
end
