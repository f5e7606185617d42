use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::{Function, Program};

use super::{accepts, earns};

#[test]
fn a_module_is_accepted() {
    let source = "defmodule Solution do
  @moduledoc \"\"\"
  IO.gets is not called
  \"\"\"
  @spec can_mouse_win(grid :: [String.t], cat_jump :: integer, mouse_jump :: integer) :: boolean
  def can_mouse_win(grid, cat_jump, mouse_jump) do
    walls = grid |> Enum.join() |> String.graphemes() |> Enum.count(&(&1 == \"#\"))
    IO.puts(\"walls: #{walls}\")
    rem(walls, 2) == 0 and cat_jump < mouse_jump
  end
end
";
    accepts("a.ex", "1728", Function, source);
    accepts("a.exs", "1728", Function, source);
}

#[test]
fn helpers_and_deep_recursion_are_accepted() {
    let source = "
defmodule Node do
  defstruct to: []
end

defmodule Solution do
  defp depth(0), do: 0
  defp depth(n), do: 1 + depth(n - 1)

  def cat_mouse_game(graph) do
    Process.put(:calls, 1)
    queue = Enum.reduce(graph, :queue.new(), &:queue.in(%Node{to: &1}, &2))
    {:ok, agent} = Agent.start_link(fn -> :queue.to_list(queue) end)
    sum = agent |> Agent.get(& &1) |> Enum.map(&hd(&1.to)) |> Enum.sum()
    rem(length(graph) + sum + depth(300_000) - 300_000, 3)
  end
end";
    accepts("a.ex", "913", Function, source);
}

#[test]
fn a_program_reads_standard_input() {
    let source = "
n = IO.gets(\"\") |> String.trim() |> String.to_integer()
firsts = for _ <- 1..n, do: IO.gets(\"\") |> String.split() |> Enum.at(1) |> String.to_integer()
IO.puts(rem(n + Enum.sum(firsts), 3))
";
    accepts("a.exs", "913", Program, source);
}

#[test]
fn errors_have_the_submissions_lines() {
    let source = "
defmodule Solution do
  def cat_mouse_game(graph) do
    nonsense
  end
end";
    earns(
        "a.ex",
        "913",
        Verdict::CompileError,
        "solution.ex:3: undefined function nonsense/0",
        source,
    );
    let source = "
defmodule Solution do
  def cat_mouse_game(graph) do
    1 + div(1, length(graph) - length(graph))
  end
end";
    let says = " : ArithmeticError: bad argument in arithmetic expression, line 3\n";
    earns("a.ex", "913", Verdict::RunTimeError, says, source);
}
