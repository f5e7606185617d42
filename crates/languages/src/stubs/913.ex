defmodule Solution do
  @spec cat_mouse_game(graph :: [[integer]]) :: integer
  def cat_mouse_game(graph) do
    0
  end
end
