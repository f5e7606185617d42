// Waters the tree from the root down, and drops the children that wither.
class Solution {
public:
    TreeNode* waterTree(TreeNode* root, int water) {
        if (!root || water < root->val) return nullptr;
        int share = water - root->val;
        if (root->left && root->right) share /= 2;
        root->left = waterTree(root->left, share);
        root->right = waterTree(root->right, share);
        return root;
    }
};
