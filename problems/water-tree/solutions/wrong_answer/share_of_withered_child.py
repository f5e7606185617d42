# Mistake: gives the share of a withered child to the other child. Smallest counterexample:
# [0,0,1,1] with 1 litre, where no other node receives water; only root and left child survive.
class Solution:
    def waterTree(self, root: Optional[TreeNode], water: int) -> Optional[TreeNode]:
        if root is None or water < root.val:
            return None
        rest = water - root.val
        if root.left and root.right:
            if rest // 2 < root.left.val:
                root.left = None
            if rest // 2 < root.right.val:
                root.right = None
        share = rest // 2 if root.left and root.right else rest
        root.left = self.waterTree(root.left, share)
        root.right = self.waterTree(root.right, share)
        return root
