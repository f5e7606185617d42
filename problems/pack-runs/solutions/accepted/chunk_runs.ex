# Splits the text into runs of equal letters, and each run into blocks of nine.
defmodule Solution do
  @spec pack_runs(text :: String.t) :: String.t
  def pack_runs(text) do
    text
    |> String.graphemes()
    |> Enum.chunk_by(& &1)
    |> Enum.flat_map(&Enum.chunk_every(&1, 9))
    |> Enum.map_join(&pack/1)
  end

  defp pack([letter, _, _ | _] = block), do: "#{length(block)}#{letter}"
  defp pack(block), do: Enum.join(block)
end
