<?php
// Mistake: moves both pointers by one position instead of past equal values, and so returns
// a pair twice. Smallest counterexample: [0,0,0,0] with target 0, whose only pair is [0,0].
class Solution {

    /**
     * @param Integer[] $numbers
     * @param Integer $target
     * @return Integer[][]
     */
    function pairSums($numbers, $target) {
        sort($numbers);
        $pairs = [];
        for ($low = 0, $high = count($numbers) - 1; $low < $high;) {
            $sum = $numbers[$low] + $numbers[$high];
            if ($sum < $target) {
                $low++;
            } elseif ($sum > $target) {
                $high--;
            } else {
                $pairs[] = [$numbers[$low++], $numbers[$high--]];
            }
        }
        return $pairs;
    }
}
