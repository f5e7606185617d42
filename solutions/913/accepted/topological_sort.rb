# Topological sort of the position graph, a complete program: from the ends of the game
# backwards, counting the moves not yet refuted. What is never decided is a draw.

Position = Struct.new(:mouse, :cat, :turn)

numbers = $stdin.read.split.map(&:to_i)
graph = Array.new(numbers.shift) { numbers.shift(numbers.shift) }
cat_graph = graph.map { |near| near - [0] }
nodes = 1...graph.size

winner = {}
nodes.each do |node|
  %i[mouse cat].each do |turn|
    winner[Position.new(0, node, turn)] = :mouse
    winner[Position.new(node, node, turn)] = :cat
  end
end

unrefuted = Hash.new do |counts, position|
  moves = position.turn == :mouse ? graph[position.mouse] : cat_graph[position.cat]
  counts[position] = moves.size
end
queue = winner.keys
until queue.empty?
  after = queue.shift
  before =
    if after.turn == :cat
      graph[after.mouse].map { |origin| Position.new(origin, after.cat, :mouse) }
    else
      cat_graph[after.cat].map { |origin| Position.new(after.mouse, origin, :cat) }
    end
  before.each do |position|
    next if winner.key?(position)

    unrefuted[position] -= 1
    next unless winner[after] == position.turn || unrefuted[position].zero?

    winner[position] = winner[after]
    queue << position
  end
end

puts({ nil => 0, mouse: 1, cat: 2 }[winner[Position.new(1, 2, :mouse)]])
