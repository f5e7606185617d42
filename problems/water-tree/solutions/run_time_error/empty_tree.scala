// Mistake: checks whether each child exists, but not whether the root exists. Smallest
// counterexample: [] with 0 litres.
object Solution {
  def waterTree(root: TreeNode, water: Int): TreeNode = {
    if (water < root.value) return null
    val children = Seq(root.left, root.right).filter(_ != null)
    if (children.nonEmpty) {
      val share = (water - root.value) / children.size
      if (root.left != null) root.left = waterTree(root.left, share)
      if (root.right != null) root.right = waterTree(root.right, share)
    }
    root
  }
}
