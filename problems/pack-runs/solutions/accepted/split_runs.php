<?php
// Splits the text into blocks with a regular expression, then packs each block.
class Solution {

    /**
     * @param String $text
     * @return String
     */
    function packRuns($text) {
        preg_match_all('/(.)\1{0,8}/', $text, $blocks);
        $packed = array_map(
            fn($block) => strlen($block) < 3 ? $block : strlen($block) . $block[0],
            $blocks[0]
        );
        return implode($packed);
    }
}
