# Waters the tree from the root down, and drops the children that wither.
class Solution:
    def waterTree(self, root: Optional[TreeNode], water: int) -> Optional[TreeNode]:
        if root is None or water < root.val:
            return None
        children = [child for child in (root.left, root.right) if child]
        if children:
            share = (water - root.val) // len(children)
            root.left = self.waterTree(root.left, share)
            root.right = self.waterTree(root.right, share)
        return root
