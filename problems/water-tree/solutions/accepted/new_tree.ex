# Builds a new tree of the nodes that receive enough water.
defmodule Solution do
  @spec water_tree(root :: TreeNode.t | nil, water :: integer) :: TreeNode.t | nil
  def water_tree(nil, _), do: nil
  def water_tree(%{val: val}, water) when water < val, do: nil

  def water_tree(root, water) do
    rest = water - root.val
    share = if root.left && root.right, do: div(rest, 2), else: rest
    %{root | left: water_tree(root.left, share), right: water_tree(root.right, share)}
  end
end
