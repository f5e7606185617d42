// Waters the tree from the root down, and drops the children that wither.
public class Solution {
    public TreeNode WaterTree(TreeNode root, int water) {
        if (root == null || water < root.val) return null;
        int share = water - root.val;
        if (root.left != null && root.right != null) share /= 2;
        root.left = WaterTree(root.left, share);
        root.right = WaterTree(root.right, share);
        return root;
    }
}
