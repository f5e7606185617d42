defmodule Solution do
  def can_mouse_win(_, _, _), do: grow([])
  defp grow(kept), do: grow([Enum.to_list(1..100_000) | kept])
end
