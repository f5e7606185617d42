# Sets of mouse cells as integers, one per cat cell: bit m of the set of c says that the
# mouse on m, to move, wins within the current number of plies. A jump over the whole
# board is a shift of a set, on a board with a rim of wall on one side.
defmodule Solution do
  import Bitwise

  @max_plies 1000

  @spec can_mouse_win(grid :: [String.t], cat_jump :: integer, mouse_jump :: integer) :: boolean
  def can_mouse_win(grid, cat_jump, mouse_jump) do
    width = String.length(hd(grid)) + 1
    cells = grid |> Enum.join("#") |> String.graphemes() |> Enum.with_index()
    floor = for({what, cell} <- cells, what != "#", do: 1 <<< cell) |> Enum.sum()
    [mouse, cat, food] = for sought <- ["M", "C", "F"], do: cells |> Enum.find(&(elem(&1, 0) == sought)) |> elem(1)
    places = for {what, cell} <- cells, what not in ["#", "F"], do: cell

    replies =
      for place <- places do
        reach = spread(1 <<< place, cat_jump, floor, width)
        {place, for({_, to} <- cells, (reach &&& 1 <<< to) != 0, do: to)}
      end

    grow = fn wins ->
      for {place, tos} <- replies, into: %{food => 0} do
        # Where every reply of the cat leads to a win, or on the food.
        held = Enum.reduce(tos, floor, &(&2 &&& wins[&1]))
        safe = (held ||| 1 <<< food) &&& bnot(1 <<< place)
        froms = spread(safe, mouse_jump, floor, width)
        {place, froms &&& bnot(1 <<< place) &&& bnot(1 <<< food)}
      end
    end

    play(1, Map.new([food | places], &{&1, 0}), grow, cat, 1 <<< mouse)
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
