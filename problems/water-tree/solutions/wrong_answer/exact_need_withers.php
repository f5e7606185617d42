<?php
// Mistake: removes a node that receives exactly the water that it needs. Smallest
// counterexample: [1] with 1 litre, where the root survives.
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
