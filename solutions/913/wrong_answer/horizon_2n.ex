# Dynamic programming over plies, with a horizon of 2n plies "since then a position
# must have come back": it need not, there are 2n * (n - 1) of them. Smallest: n = 8,
# [[2,5,7],[3,4,5,6],[0,3,4,5],[1,2,6,7],[1,2,5,6],[0,1,2,4,7],[1,3,4,7],[0,3,5,6]]
# is won by the mouse, on ply 17.
defmodule Solution do
  def cat_mouse_game(graph) do
    n = length(graph)
    near = graph |> Enum.with_index() |> Map.new(fn {to, node} -> {node, to} end)
    positions = for mouse <- 1..(n - 1), cat <- 1..(n - 1), mouse != cat, do: {mouse, cat}

    # Of both players' moves in turn, from the last ply back to the first.
    first =
      Enum.reduce(1..n, %{}, fn _, next ->
        second = Map.new(positions, fn {mouse, cat} -> {{mouse, cat}, cat_moves(near, next, mouse, cat)} end)
        Map.new(positions, fn {mouse, cat} -> {{mouse, cat}, mouse_moves(near, second, mouse, cat)} end)
      end)

    first[{1, 2}]
  end

  defp mouse_moves(near, next, mouse, cat) do
    results = for to <- near[mouse], do: value(next, to, cat)
    best(results, 1, 2)
  end

  defp cat_moves(near, next, mouse, cat) do
    results = for to <- near[cat], to != 0, do: value(next, mouse, to)
    best(results, 2, 1)
  end

  defp value(_, 0, _), do: 1
  defp value(_, same, same), do: 2
  defp value(next, mouse, cat), do: Map.get(next, {mouse, cat}, 0)

  defp best(results, won, lost) do
    cond do
      won in results -> won
      Enum.all?(results, &(&1 == lost)) -> lost
      true -> 0
    end
  end
end
