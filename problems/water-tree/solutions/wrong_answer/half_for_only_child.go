// Mistake: passes on only half of the rest to an only child. Smallest counterexample: [0,1] with
// 1 litre, where the child survives.
func waterTree(root *TreeNode, water int) *TreeNode {
	if root == nil || water < root.Val {
		return nil
	}
	share := (water - root.Val) / 2
	root.Left = waterTree(root.Left, share)
	root.Right = waterTree(root.Right, share)
	return root
}
