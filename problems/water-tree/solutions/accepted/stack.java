// Keeps the surviving nodes on a stack, each with the water that it passes on.
class Solution {
    private record Watered(TreeNode node, int rest) {}

    public TreeNode waterTree(TreeNode root, int water) {
        if (root == null || water < root.val) {
            return null;
        }
        Deque<Watered> stack = new ArrayDeque<>();
        stack.push(new Watered(root, water - root.val));
        while (!stack.isEmpty()) {
            Watered watered = stack.pop();
            TreeNode node = watered.node();
            boolean hasTwo = node.left != null && node.right != null;
            int share = hasTwo ? watered.rest() / 2 : watered.rest();
            if (node.left != null && share >= node.left.val) {
                stack.push(new Watered(node.left, share - node.left.val));
            } else {
                node.left = null;
            }
            if (node.right != null && share >= node.right.val) {
                stack.push(new Watered(node.right, share - node.right.val));
            } else {
                node.right = null;
            }
        }
        return root;
    }
}
