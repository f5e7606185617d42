<?php
// Mistake: moves both pointers by one position, not past equal values, and returns a pair
// again. Smallest: [0,0,0,0], target 0, whose only pair is [0,0].
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
