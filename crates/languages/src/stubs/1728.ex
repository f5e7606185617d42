defmodule Solution do
  @spec can_mouse_win(grid :: [String.t], cat_jump :: integer, mouse_jump :: integer) :: boolean
  def can_mouse_win(grid, cat_jump, mouse_jump) do
    false
  end
end
