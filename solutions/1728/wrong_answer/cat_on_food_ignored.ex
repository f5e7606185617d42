# Sets of mouse cells per cat cell, with one rule missing: the cat on the food does
# not end the game, and a mouse that gets there as well has won. Smallest: ["M.FC"],
# cat 1, mouse 1, where the cat is on the food on ply 2: false.
defmodule Solution do
  import Bitwise

  @max_plies 1000

  @spec can_mouse_win(grid :: [String.t], cat_jump :: integer, mouse_jump :: integer) :: boolean
  def can_mouse_win(grid, cat_jump, mouse_jump) do
    width = String.length(hd(grid)) + 1
    cells = grid |> Enum.join("#") |> String.graphemes() |> Enum.with_index()
    floor = for({what, cell} <- cells, what != "#", do: 1 <<< cell) |> Enum.sum()
    [mouse, cat, food] = for sought <- ["M", "C", "F"], do: cells |> Enum.find(&(elem(&1, 0) == sought)) |> elem(1)
    places = for {what, cell} <- cells, what != "#", do: cell

    replies =
      for place <- places do
        reach = spread(1 <<< place, cat_jump, floor, width)
        {place, for({_, to} <- cells, (reach &&& 1 <<< to) != 0, do: to)}
      end

    grow = fn wins ->
      for {place, tos} <- replies, into: %{} do
        # Where every reply of the cat leads to a win, or on the food.
        held = Enum.reduce(tos, floor, &(&2 &&& wins[&1]))
        safe = (held &&& bnot(1 <<< place)) ||| 1 <<< food
        froms = spread(safe, mouse_jump, floor, width)
        {place, froms &&& bnot(1 <<< place)}
      end
    end

    play(1, Map.new(places, &{&1, 0}), grow, cat, 1 <<< mouse)
  end

  defp play(ply, _, _, _, _) when ply > @max_plies, do: false

  defp play(ply, wins, grow, cat, mouse) do
    grown = grow.(wins)

    cond do
      (grown[cat] &&& mouse) != 0 -> true
      grown == wins -> false
      true -> play(ply + 2, grown, grow, cat, mouse)
    end
  end

  defp spread(cells, jump, floor, width) do
    Enum.reduce([1, -1, width, -width], cells, &(&2 ||| ray(cells, &1, jump, floor)))
  end

  defp ray(_, _, 0, _), do: 0
  defp ray(0, _, _, _), do: 0

  defp ray(front, shift, jump, floor) do
    next = front <<< shift &&& floor
    next ||| ray(next, shift, jump - 1, floor)
  end
end
