# Sets of mouse cells per cat cell, with one rule missing: the cat on the food does
# not end the game, and a mouse that gets there as well has won. Smallest: ["M.FC"],
# cat 1, mouse 1, where the cat is on the food on ply 2: false.

def can_mouse_win(grid, cat_jump, mouse_jump)
  board = grid.join
  cols = grid.first.size
  food = board.index('F')
  floor = (0...board.size).reject { |cell| board[cell] == '#' }
  moves = lambda do |from, jump|
    [[1, 0], [0, 1], [-1, 0], [0, -1]].flat_map do |down, right|
      row, col = from.divmod(cols)
      ray = (1..jump).map { |step| [row + step * down, col + step * right] }
      ray = ray.take_while { |r, c| r >= 0 && c >= 0 && (grid.dig(r)&.slice(c) || '#') != '#' }
      ray.map { |r, c| r * cols + c }
    end << from
  end
  mouse_moves = floor.to_h { |cell| [cell, moves[cell, mouse_jump]] }
  cat_moves = floor.to_h { |cell| [cell, moves[cell, cat_jump]] }

  wins = floor.to_h { |cell| [cell, [food]] }
  500.times do
    grown = floor.to_h do |cat|
      safe = cat_moves[cat].map { |reply| wins[reply] }.reduce(:&) - [cat] | [food]
      [cat, floor.select { |mouse| mouse == food || mouse != cat && mouse_moves[mouse].any? { |to| safe.include?(to) } }]
    end
    break if grown == wins

    wins = grown
  end
  wins[board.index('C')].include?(board.index('M'))
end
