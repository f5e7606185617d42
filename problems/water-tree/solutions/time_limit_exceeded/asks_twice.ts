// Mistake: calls the function twice for each child, once only to see whether the child survives.
// This takes exponential time: 2^40 calls for a chain of 40 surviving nodes.
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
