# Mistake: ignores numbers above the target, although they have negative partners. Smallest
# counterexample: [0,-1] with target -1, whose only pair is [0,-1].
defmodule Solution do
  @spec pair_sums(numbers :: [integer], target :: integer) :: [[integer]]
  def pair_sums(numbers, target) do
    counts = numbers |> Enum.filter(&(&1 <= target)) |> Enum.frequencies()

    for {low, count} <- counts, high = target - low, is_map_key(counts, high), low <= high do
      if low < high or count >= 2, do: [low, high]
    end
    |> Enum.reject(&is_nil/1)
  end
end
