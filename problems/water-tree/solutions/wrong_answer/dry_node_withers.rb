# Mistake: removes every node that receives nothing, even if it needs nothing. Smallest
# counterexample: [0] with 0 litres, where the root survives.

# @param {TreeNode} root
# @param {Integer} water
# @return {TreeNode}
def water_tree(root, water)
  return nil if root.nil? || water.zero? || water < root.val

  share = water - root.val
  share /= 2 if root.left && root.right
  root.left = water_tree(root.left, share)
  root.right = water_tree(root.right, share)
  root
end
