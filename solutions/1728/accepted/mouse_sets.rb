# Sets of mouse cells as integers, one per cat cell: bit m of wins[cat] says that
# the mouse on m, to move, wins within the current number of plies. Sets grow
# round by round until nothing changes.

MAX_MOVES = 1000

# @param {String[]} grid
# @param {Integer} cat_jump
# @param {Integer} mouse_jump
# @return {Boolean}
def can_mouse_win(grid, cat_jump, mouse_jump)
  board = grid.join
  cols = grid[0].size
  food, mouse, cat = %w[F M C].map { |what| board.index(what) }
  floor = (0...board.size).reject { |cell| board[cell] == '#' }
  mouse_moves = floor.to_h { |cell| [cell, moves_from(grid, cell.divmod(cols), mouse_jump)] }
  cat_moves = floor.to_h { |cell| [cell, moves_from(grid, cell.divmod(cols), cat_jump)] }

  wins = Hash.new(0)
  (1..MAX_MOVES).step(2) do
    grown = floor.to_h do |c|
      next [c, 0] if c == food

      # Where the mouse may land: on the food, or where every reply of the cat leads to a win.
      safe = (cat_moves[c].map { |reply| wins[reply] }.reduce(:&) | 1 << food) & ~(1 << c)
      froms = floor.select { |m| m != c && m != food && mouse_moves[m].any? { |to| safe[to] == 1 } }
      [c, froms.sum { |m| 1 << m }]
    end
    return true if grown[cat][mouse] == 1
    return false if grown.all? { |c, set| wins[c] == set }

    wins = grown
  end
  false
end

def moves_from(grid, (row, col), jump)
  rows, cols = grid.size, grid[0].size
  rays = [[-1, 0], [1, 0], [0, -1], [0, 1]].map do |down, right|
    (1..jump).map { |step| [row + down * step, col + right * step] }.take_while do |r, c|
      r.between?(0, rows - 1) && c.between?(0, cols - 1) && grid[r][c] != '#'
    end
  end
  [[row, col]].concat(*rays).map { |r, c| r * cols + c }
end
