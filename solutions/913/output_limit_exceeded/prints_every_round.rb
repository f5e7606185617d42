# Value iteration, a complete program, that prints the whole table after every round, as
# one does while debugging.

numbers = $stdin.read.split.map(&:to_i)
graph = Array.new(numbers.shift) { numbers.shift(numbers.shift) }
cat_graph = graph.map { |near| near - [0] }
n = graph.size

mouse_to_move = Array.new(n) { |mouse| Array.new(n) { |cat| mouse.zero? ? 1 : (mouse == cat ? 2 : 0) } }
cat_to_move = mouse_to_move.map(&:dup)

best = lambda do |results, own|
  next own if results.include?(own)

  results.all? { |result| result == 3 - own } ? 3 - own : 0
end

(1000 * n * n).times do |round|
  puts "round #{round}"
  (1...n).each do |mouse|
    (1...n).each do |cat|
      next if mouse == cat

      cat_to_move[mouse][cat] = best[cat_graph[cat].map { |to| mouse_to_move[mouse][to] }, 2]
      mouse_to_move[mouse][cat] = best[graph[mouse].map { |to| cat_to_move[to][cat] }, 1]
      puts "  mouse on #{mouse}, cat on #{cat}: #{mouse_to_move[mouse][cat]} #{cat_to_move[mouse][cat]}"
    end
  end
end
puts mouse_to_move[1][2]
