// Mistake: passes on half of the rest even to an only child. Smallest: [0,1] with 1 litre, where
// the child lives.
func waterTree(root *TreeNode, water int) *TreeNode {
	if root == nil || water < root.Val {
		return nil
	}
	share := (water - root.Val) / 2
	root.Left = waterTree(root.Left, share)
	root.Right = waterTree(root.Right, share)
	return root
}
