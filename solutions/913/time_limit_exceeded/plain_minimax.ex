# Depth-first search straight from the rules, without a memo: a game that is still on
# after 2n(n-1) plies has repeated a position, and is a draw. Right, but the same
# positions come up again and again, and there are far more games than positions.
defmodule Solution do
  @draw 0
  @mouse 1
  @cat 2

  @spec cat_mouse_game(graph :: [[integer]]) :: integer
  def cat_mouse_game(graph) do
    n = length(graph)
    play(2 * n * (n - 1), 1, 2, List.to_tuple(graph))
  end

  defp play(_, 0, _, _), do: @mouse
  defp play(_, same, same, _), do: @cat
  defp play(0, _, _, _), do: @draw

  defp play(left, mouse, cat, near) when rem(left, 2) == 0 do
    best(for(to <- elem(near, mouse), do: {to, cat}), @mouse, @cat, left - 1, near)
  end

  defp play(left, mouse, cat, near) do
    best(for(to <- elem(near, cat), to != 0, do: {mouse, to}), @cat, @mouse, left - 1, near)
  end

  defp best([], _, best, _, _), do: best

  defp best([{mouse, cat} | rest], mover, best, left, near) do
    case play(left, mouse, cat, near) do
      ^mover -> mover
      @draw -> best(rest, mover, @draw, left, near)
      _ -> best(rest, mover, best, left, near)
    end
  end
end
