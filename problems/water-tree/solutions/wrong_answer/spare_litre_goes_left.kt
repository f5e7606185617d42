// Mistake: gives the left child the litre that remains when an odd rest is halved. Smallest
// counterexample: [0,1,0] with 1 litre, where the left child receives nothing and withers.
class Solution {
    fun waterTree(root: TreeNode?, water: Int): TreeNode? {
        if (root == null || water < root.`val`) return null
        val rest = water - root.`val`
        val half = rest / 2
        val hasTwo = root.left != null && root.right != null
        root.left = waterTree(root.left, if (hasTwo) rest - half else rest)
        root.right = waterTree(root.right, if (hasTwo) half else rest)
        return root
    }
}
