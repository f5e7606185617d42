// Mistake: asks twice for each child, once to see whether it lives, which takes exponential time.
// A chain of 40 living nodes takes 2^40 calls.
function waterTree(root: TreeNode | null, water: number): TreeNode | null {
    if (root === null || water < root.val) {
        return null;
    }
    const rest = water - root.val;
    const share = root.left && root.right ? Math.floor(rest / 2) : rest;
    return new TreeNode(
        root.val,
        waterTree(root.left, share) ? waterTree(root.left, share) : null,
        waterTree(root.right, share) ? waterTree(root.right, share) : null,
    );
};
