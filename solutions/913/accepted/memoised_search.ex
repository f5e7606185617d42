# Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
# are 2n(n-1) positions that are not over: a game that is still on after as many plies
# has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones.
# The memo is an array that can be written: a map of all positions would take gigabytes.
defmodule Solution do
  @draw 0
  @mouse 1
  @cat 2

  @spec cat_mouse_game(graph :: [[integer]]) :: integer
  def cat_mouse_game(graph) do
    n = length(graph)
    horizon = 2 * n * (n - 1)

    play(0, 1, 2, %{
      n: n,
      horizon: horizon,
      near: List.to_tuple(graph),
      cat_near: graph |> Enum.map(&List.delete(&1, 0)) |> List.to_tuple(),
      memo: :atomics.new(horizon * n * n, [])
    })
  end

  defp play(_, 0, _, _), do: @mouse
  defp play(_, same, same, _), do: @cat
  defp play(horizon, _, _, %{horizon: horizon}), do: @draw

  defp play(ply, mouse, cat, %{n: n, memo: memo} = game) do
    at = (ply * n + mouse) * n + cat + 1

    # A result plus 1, or 0 where it is not known.
    case :atomics.get(memo, at) do
      0 ->
        best = best(ply, mouse, cat, game)
        :atomics.put(memo, at, best + 1)
        best

      known ->
        known - 1
    end
  end

  defp best(ply, mouse, cat, game) when rem(ply, 2) == 0 do
    Enum.reduce_while(elem(game.near, mouse), @cat, fn to, best ->
      case play(ply + 1, to, cat, game) do
        @mouse -> {:halt, @mouse}
        @draw -> {:cont, @draw}
        @cat -> {:cont, best}
      end
    end)
  end

  defp best(ply, mouse, cat, game) do
    Enum.reduce_while(elem(game.cat_near, cat), @mouse, fn to, best ->
      case play(ply + 1, mouse, to, game) do
        @cat -> {:halt, @cat}
        @draw -> {:cont, @draw}
        @mouse -> {:cont, best}
      end
    end)
  end
end
