<?php
// Mistake: lets a node wither that receives exactly what it needs. Smallest: [1] with 1 litre,
// where the root lives.
class Solution {

    /**
     * @param TreeNode $root
     * @param Integer $water
     * @return TreeNode
     */
    function waterTree($root, $water) {
        if ($root === null || $water <= $root->val) {
            return null;
        }
        $rest = $water - $root->val;
        $share = $root->left && $root->right ? intdiv($rest, 2) : $rest;
        $root->left = $this->waterTree($root->left, $share);
        $root->right = $this->waterTree($root->right, $share);
        return $root;
    }
}
