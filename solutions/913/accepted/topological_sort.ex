# Topological sort of the position graph: from the ends of the game backwards,
# counting for each position the moves not yet refuted. What is never decided
# is a draw.
defmodule Solution do
  @mouse 1
  @cat 2

  @spec cat_mouse_game(graph :: [[integer]]) :: integer
  def cat_mouse_game(graph) do
    nodes = 1..(length(graph) - 1)
    near = graph |> Enum.with_index() |> Map.new(fn {to, node} -> {node, to} end)
    cat_near = Map.new(near, fn {node, to} -> {node, List.delete(to, 0)} end)

    open =
      for mouse <- [0 | Enum.to_list(nodes)], cat <- nodes, turn <- [@mouse, @cat], into: %{} do
        moves = if turn == @mouse, do: near[mouse], else: cat_near[cat]
        {{mouse, cat, turn}, length(moves)}
      end

    ends =
      for node <- nodes, turn <- [@mouse, @cat], {mouse, winner} <- [{0, @mouse}, {node, @cat}] do
        {{mouse, node, turn}, winner}
      end

    sort(ends, Map.new(ends), open, near, cat_near) |> Map.get({1, 2, @mouse}, 0)
  end

  defp sort([], result, _, _, _), do: result

  defp sort(layer, result, open, near, cat_near) do
    steps = for {position, winner} <- layer, earlier <- before(position, near, cat_near), do: {earlier, winner}

    {next, result, open} =
      Enum.reduce(steps, {[], result, open}, fn {{_, _, turn} = position, winner}, {next, result, open} ->
        cond do
          Map.has_key?(result, position) ->
            {next, result, open}

          winner == turn or open[position] == 1 ->
            {[{position, winner} | next], Map.put(result, position, winner), open}

          true ->
            {next, result, Map.update!(open, position, &(&1 - 1))}
        end
      end)

    sort(next, result, open, near, cat_near)
  end

  defp before({mouse, cat, @cat}, near, _), do: for(from <- near[mouse], do: {from, cat, @mouse})
  defp before({mouse, cat, @mouse}, _, cat_near), do: for(from <- cat_near[cat], do: {mouse, from, @cat})
end
